"""New rows: their clusters, and every way in which they are unlike the rows that were clustered."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

from treeclust.__main__ import main
from treeclust.commands.predict import load_answer
from treeclust.core.codec import from_json, to_json
from treeclust.core.errors import InputError
from treeclust.core.tree import Leaf, Split, Tree
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.new_rows import NOWHERE, Recipe, place_rows
from treeclust.tables.reading import read_table
from treeclust.views.export_placed import placed_csv, placed_words

TABLE = b"size,colour,day,glad\n1,red,2024-01-01,yes\n2,blue,2024-01-05,no\n8,red,2024-01-09,yes\n9,red,2024-01-02,no\n"


@pytest.fixture
def dataset():
    return make_dataset(read_table(TABLE, "t.csv"), ColumnChoice(("size", "colour", "day", "glad")))


@pytest.fixture
def tree(dataset):
    """size ≤ 5 → 0; else colour = red? no → 1, yes → 2."""
    names = [feature.name for feature in dataset.features]
    red = Split(names.index("colour = red"), 0.5, Leaf(1, 1), Leaf(2, 1), 2)
    return Tree(Split(names.index("size"), 5.0, Leaf(0, 2), red, 4), dataset.features)


def place(tree, dataset, text: str):
    return place_rows(tree, Recipe.of(dataset), read_table(text.encode(), "new.csv"))


def test_what_is_unusual_is_said_row_by_row_and_in_all(tree, dataset):
    """Beyond the range, a category never seen, a missing value: each in its row's remark, and counted in a warning."""
    new = "size,colour,day,glad\n0.5,red,2024-01-03,yes\n9,green,2025-01-01,no\n,red,2024-01-01,no\n10,,2024-01-01,no\n"
    placed = place(tree, dataset, new)
    assert placed.labels.tolist() == [0, 1, NOWHERE, NOWHERE]
    assert placed.remarks == (
        "size below 1", 'colour "green" is new; day above 2024-01-09', "size is missing",
        "size above 9; colour is missing",
    )  # fmt: skip
    assert placed.warnings[0] == "2 rows without a cluster: a value that decides is missing."
    assert '1 row: "colour" has a value never seen ("green").' in placed.warnings
    assert '1 row: "size" is above the highest value seen (9).' in placed.warnings


def test_the_rows_that_were_clustered_are_nothing_unusual(tree, dataset):
    """No remark, no warning, and the labels that the tree gives."""
    placed = place(tree, dataset, TABLE.decode())
    assert placed.labels.tolist() == tree.predict(dataset.values).tolist()
    assert not any(placed.remarks) and not placed.warnings


def test_a_missing_value_matters_only_where_it_is_asked_for(tree, dataset):
    """A small thing needs no colour."""
    assert place(tree, dataset, "size,colour\n1,\n2,red\n").labels.tolist() == [0, 0]


def test_columns_that_are_not_asked_about_may_be_absent_and_the_others_may_not(tree, dataset):
    """One sentence names what is missing."""
    assert place(tree, dataset, "colour,size\nred,9\nblue,9\n").labels.tolist() == [2, 1]
    with pytest.raises(InputError, match='no column "size", "colour", which the tree asks about; add it'):
        place(tree, dataset, "Size,day\n1,2024-01-01\n")


def test_a_category_that_did_not_become_a_feature_is_not_called_new():
    """The area "north" always went with "a", so version 0.1 made no feature of it, yet it was seen."""
    frame = read_table(b"x,group,area\n1,a,north\n2,b,south\n3,c,south\n4,a,north\n", "t.csv")
    dataset = make_dataset(frame, ColumnChoice(convention=1))
    assert "area = north" not in {feature.name for feature in dataset.features}
    recipe = from_json(Recipe, json.loads(json.dumps(to_json(Recipe.of(dataset)))))
    assert recipe == Recipe.of(dataset) and recipe.unlisted == {"area"}
    tree = Tree(Split(0, 2.5, Leaf(0, 2), Leaf(1, 2), 4), dataset.features)
    assert not place_rows(tree, recipe, read_table(b"x,group,area\n1,a,north\n", "n.csv")).warnings


def test_unreadable_values_refuse_only_where_the_tree_asks(tree, dataset):
    """An infinite size is refused; a day that could be two days is only remarked on, because nobody asks for it."""
    with pytest.raises(InputError, match="infinite"):
        place_rows(tree, Recipe.of(dataset), pd.DataFrame({"size": [np.inf], "colour": ["red"]}))
    placed = place(tree, dataset, "size,colour,day\n1,red,03/04/2024\n")
    assert placed.labels.tolist() == [0]
    assert placed.warnings == ('Column "day" could not be read; the tree does not ask about it.',)


def test_the_file_comes_back_with_clusters_and_without_formulas(tree, dataset):
    """Own cells as they were, defused; an empty cluster where none could be told."""
    frame = read_table(b"size,colour,=note\n9,red,@x\n,red,y\n", "new.csv")
    placed = place_rows(tree, Recipe.of(dataset), frame)
    lines = list(csv.reader(io.StringIO(placed_csv(frame, placed, {2: "+big"}))))
    assert lines[0] == ["row", "cluster", "cluster name", "remark", "size", "colour", "'=note"]
    assert lines[1] == ["0", "3", "'+big", "", "9", "red", "'@x"]
    assert lines[2] == ["1", "", "", "size is missing", "", "red", "y"]
    assert placed_words(placed, {}) == "Cluster 3: 1 · without a cluster: 1"


def test_an_answer_of_solve_places_new_rows_on_the_command_line(tmp_path, capsys):
    """`solve --json` carries all that `predict` needs: same labels for the same file, warnings on stderr."""

    def run(*arguments: object) -> tuple[str, str]:
        assert main([str(argument) for argument in arguments]) == 0
        return capsys.readouterr()

    data, answer, new = tmp_path / "data.csv", tmp_path / "answer.json", tmp_path / "new.csv"
    data.write_bytes(TABLE)
    answer.write_text(run("solve", data, "-k", 2, "-d", 2, "--json")[0])
    same = json.loads(run("predict", answer, data, "--json")[0])
    assert same["labels"] == json.loads(answer.read_text())["labels"] and same["warnings"] == []
    new.write_text(TABLE.decode() + "99,green,2024-01-01,yes\n")
    lines, warnings = run("predict", answer, new)
    assert len(lines.splitlines()) == 6
    assert 'treeclust: 1 row: "size" is above the highest value seen (9).' in warnings.splitlines()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("not json", "is not an answer; give what solve --json printed"),
        ("[" * 100_000, "is not an answer"),
        ('{"tree": null}', "has no tree; only an answer with a tree"),
        ('{"tree": {"cluster": 0, "size": 1}}', "does not say how columns become features; solve again"),
        ('{"tree": 3, "features": [], "unlisted_categories": []}', "does not say how"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_sentence(tmp_path, content, sentence):
    """Exit code 2, one line, no traceback; also for a file that is not there."""
    path = tmp_path / "answer.json"
    with pytest.raises(InputError, match="cannot be read"):
        load_answer(path)
    path.write_text(content)
    with pytest.raises(InputError, match=sentence):
        load_answer(path)


def test_solve_and_predict_number_clusters_alike_and_fill_gaps_alike(tmp_path, capsys):
    """The column `cluster` of predict's table is `labels` of solve, from 0, also where a gap was filled; a name that
    the app gives by itself is none."""
    data, answer = tmp_path / "data.csv", tmp_path / "answer.json"
    data.write_text("size,colour\n1,red\n,red\n2,blue\n9,\n8,blue\n9,blue\n")
    assert main(["solve", str(data), "-k", "2", "-d", "2", "--missing", "median", "--text", "colour", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for names, shown in (({}, "cluster 0"), ({"0": "Cluster 1"}, "cluster 0"), ({"0": "small"}, "small")):
        answer.write_text(json.dumps(printed | {"cluster_names": names}))
        assert main(["predict", str(answer), str(data)]) == 0
        out, err = capsys.readouterr()
        lines = list(csv.DictReader(io.StringIO(out)))
        assert [int(line["cluster"]) for line in lines] == printed["labels"]
        assert {line["cluster name"] for line in lines if line["cluster"] == "0"} == {shown}
        assert lines[1]["remark"] == "size is missing, taken as 8" and '"size" is missing, taken as 8' in err
