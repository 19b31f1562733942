"""Downloaded rules against the tree they come from: the Python file executed, the SQL run in SQLite."""

from __future__ import annotations

import datetime
import io
import json
import re
import sqlite3

import numpy as np
import pandas as pd
import pytest

from tests.tables.columns.made import random_choice, random_table
from treeclust.ask.solve import solve
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.core.tree import Leaf, Node, Split, Tree
from treeclust.tables.columns import ColumnChoice, ColumnKind, make_dataset
from treeclust.tables.new_rows import NOWHERE, Recipe, place_rows
from treeclust.tables.reading import read_table
from treeclust.tables.samples import SAMPLES
from treeclust.views.export_code import MYSQL, python_function, sql_case

HOSTILE = '''it's "a" \\n,colour; DROP TABLE t,joined,seen,likes %{x},grade,x
0.1,it's,2024-01-31,2024-01-31 10:00:10,yes,1,-1e3
0.30000000000000004,"a ""b""",2024-02-01,2024-01-31 10:00:40,no,2,2
0.3,"two
lines",2024-02-29,2024-01-31 00:00,yes,2,3
,it's,2023-12-31,2023-05-06 23:59:59,no,1,4
7,,1969-12-31,1969-12-31 23:59:59,yes,10,5
8,é 漢字,2024-03-01,2024-06-01,no,10,
'''
NAMES = {0: "it's", 1: 'a "b"\\', 2: "two\nlines"}


def named(labels) -> list[str | None]:
    return [None if c == NOWHERE else NAMES.get(int(c), f"Cluster {c + 1}") for c in labels]


def by_python(tree: Tree, rows: list[dict]) -> list[str | None]:
    scope: dict = {}
    exec(python_function(tree, NAMES), scope)
    return [scope["cluster"](row) for row in rows]


def by_sql(tree: Tree, frame: pd.DataFrame) -> list[str | None]:
    database = sqlite3.connect(":memory:")
    quoted = ['"' + str(name).replace('"', '""') + '"' for name in frame.columns]
    kinds = ["TEXT" if frame[name].dtype == "str" else "NUMERIC" for name in frame.columns]
    database.execute(f"CREATE TABLE t ({', '.join(' '.join(pair) for pair in zip(quoted, kinds, strict=True))})")
    cells = [[None if pd.isna(cell) else cell for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    database.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(quoted))})", cells)
    return [row[0] for row in database.execute(f"SELECT {sql_case(tree, NAMES)} FROM t ORDER BY rowid")]


def random_tree(dataset: Dataset, seed: int, depth: int = 4) -> Tree:
    """Tests of random features, at values of the table or halfway between two."""
    rng = np.random.default_rng(seed)

    def grow(level: int) -> Node:
        if level == depth:
            return Leaf(int(rng.integers(0, 5)), 1)
        j = int(rng.integers(0, len(dataset.features)))
        values = np.unique(dataset.values[:, j])
        at = int(rng.integers(0, len(values) - 1))
        threshold = float(values[at] if rng.random() < 0.4 else (values[at] + values[at + 1]) / 2)
        return Split(j, threshold, grow(level + 1), grow(level + 1), 1)

    return Tree(grow(0), dataset.features)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_rules_of_every_sample_give_the_labels_of_predict(sample):
    """The best tree of each sample: its Python, its SQL and `place_rows` agree with `predict` on every row."""
    dataset, frame = sample.load(), read_table(sample.path)
    tree = solve(Problem(dataset, sample.k, sample.depth), "md").tree
    placed = place_rows(tree, Recipe.of(dataset), frame)
    assert placed.labels[dataset.rows].tolist() == tree.predict(dataset.values).tolist()
    assert by_python(tree, frame.to_dict("records")) == named(placed.labels)
    assert by_sql(tree, frame) == named(placed.labels)


@pytest.mark.parametrize("source", ["customers", "hostile"])
def test_rules_of_random_trees_give_the_labels_of_predict(source):
    """Text, dates, moments, yes/no and missing values, under names full of quotes."""
    if source == "customers":
        sample = next(each for each in SAMPLES if each.name == "customers")
        dataset, frame = sample.load(), read_table(sample.path)
    else:
        frame = read_table(HOSTILE.encode(), "hostile.csv")
        kinds = {frame.columns[1]: ColumnKind.CATEGORY, "grade": ColumnKind.CATEGORY}
        dataset = make_dataset(frame, ColumnChoice(missing="drop", kinds=kinds))
        assert {str(f.kind) for f in dataset.features} == {"number", "category", "date", "boolean"}
    rows, missed = frame.to_dict("records"), 0
    for seed in range(40):
        tree = random_tree(dataset, seed)
        placed = place_rows(tree, Recipe.of(dataset), frame)
        assert placed.labels[dataset.rows].tolist() == tree.predict(dataset.values).tolist()
        assert by_python(tree, rows) == named(placed.labels)
        assert by_sql(tree, frame) == named(placed.labels)
        missed += int((placed.labels == NOWHERE).sum())
    assert missed > 0


def test_rules_are_the_same_whatever_the_columns_are_for():
    """Equal columns, columns that only explain and columns that only measure; `predict` and the JSON of its recipe."""
    done = 0
    for seed in range(120):
        rng = np.random.default_rng([seed, 5])
        frame = read_table(random_table(rng).to_csv(index=False).encode(), "t.csv", separator=",")
        try:
            dataset = make_dataset(frame, random_choice(list(frame.columns), rng))
        except InputError:
            continue
        tree, done = random_tree(dataset, seed, 3), done + 1
        recipe = from_json(Recipe, json.loads(json.dumps(to_json(Recipe.of(dataset)))))
        placed = place_rows(from_json(Tree, to_json(tree), recipe.features), recipe, frame)
        assert placed.labels.tolist() == tree.predict(dataset.values).tolist() and not placed.warnings
        assert by_python(tree, frame.to_dict("records")) == named(placed.labels)
        assert by_sql(tree, frame) == named(placed.labels)
    assert done > 80


def test_a_time_of_day_does_not_matter_where_the_table_has_whole_days():
    """The rule says "up to 31 January", so six in the evening of that day is left of it in every form."""
    table = read_table(b"day,x\n2024-01-31,1\n2024-02-03,2\n", "days.csv")
    dataset = make_dataset(table)
    day = dataset.values[0, 0]
    tree = Tree(Split(0, day + 1.5, Leaf(0, 1), Leaf(1, 1), 2), dataset.features)
    for text, wanted in (("2024-02-01 18:00", 0), ("2024-02-01T23:59:59", 0), ("2024-02-02 00:00", 1)):
        frame = pd.DataFrame({"day": [text], "x": [1]})
        assert place_rows(tree, Recipe.of(dataset), frame).labels.tolist() == [wanted]
        assert by_python(tree, frame.to_dict("records")) == named([wanted])
        if "T" not in text:
            assert by_sql(tree, frame) == named([wanted])
    moment = datetime.datetime(2024, 2, 1, 18)
    assert by_python(tree, [{"day": moment}, {"day": moment.date()}]) == named([0, 0])


def test_the_python_file_takes_the_values_of_other_programs():
    """Numbers as text, booleans as words, whole numbers as categories; what is missing gives None."""
    frame = pd.read_csv(io.StringIO("n,b,c\n1,yes,1\n2,no,2\n3,yes,2\n"))
    made = make_dataset(frame, ColumnChoice(kinds={"c": ColumnKind.CATEGORY}))
    names = [feature.name for feature in made.features]
    right = Split(names.index("c = 2"), 0.5, Leaf(1, 1), Leaf(2, 1), 2)
    tree = Tree(Split(names.index("b"), 0.5, Leaf(0, 1), right, 3), made.features)
    rows = [{"n": "1", "b": False, "c": 1}, {"b": " YES ", "c": 2.0}, {"b": np.True_, "c": "1"}, {"b": "", "c": "1"}]
    assert by_python(tree, rows) == named([0, 2, 1, NOWHERE])


def mysql_words(statement: str) -> list[str]:
    """The strings and quoted names of a statement, as MySQL reads them: a backslash escapes what follows it."""
    found = re.findall(r"'((?:[^'\\]|\\.|'')*)'|`((?:[^`]|``)*)`|(;|--|#|\")", statement, re.DOTALL)
    assert not [sign for _, _, sign in found if sign]
    return [re.sub(r"\\(.)", r"\1", text.replace("''", "'")) or name.replace("``", "`") for text, name, _ in found]


@pytest.mark.parametrize("name", ["\\", "\\'; DROP TABLE t; --x", "' OR 1=1 --x", "a\\\\'", "`; --", "plain", '"; --'])
def test_no_name_ends_a_string_in_mysql(name: str) -> None:
    """Names of columns, categories and clusters are read by MySQL as they are, and as nothing else."""
    frame = pd.DataFrame({name: [name, "x", name, "y"], "n": [1.0, 2.0, 3.0, 4.0]})
    dataset = make_dataset(frame, ColumnChoice(features=(name,), kinds={name: ColumnKind.CATEGORY}))
    place = next(j for j, feature in enumerate(dataset.features) if feature.category == name)
    tree = Tree(Split(place, 0.5, Leaf(0, 2), Leaf(1, 2), 4), dataset.features)
    first, _, statement = sql_case(tree, {0: name, 1: "other"}, MYSQL).partition("\n")
    assert first == "-- MySQL and MariaDB only"
    assert mysql_words(statement) == [name, name, name, name, name, "other"]


def test_each_file_says_which_dialect_it_is_for() -> None:
    """In a comment that a query may begin with."""
    tree = Tree(Leaf(0, 1), ())
    assert sql_case(tree, {}).startswith("-- standard SQL") and "not for MySQL" in sql_case(tree, {})
