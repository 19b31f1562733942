"""A model of a whole table: text, dates and gaps, as the command line reads them."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from tests.estimator.penguins import penguins
from treeclust import TreeClust
from treeclust.__main__ import main
from treeclust.core.errors import InputError

FRAME = penguins(60)
ASKED = {"n_clusters": 3, "depth": 3, "epsilon": 1.0}


def test_text_and_gaps_give_what_the_command_line_gives(tmp_path, capsys):
    """The same labels, tree and rows from the same table, with rows dropped and links renumbered."""
    data, links = tmp_path / "data.csv", tmp_path / "links.csv"
    FRAME.to_csv(data, index=False)
    pairs = pd.DataFrame({"a": [0, 11], "b": [1, 50], "kind": ["must", "cannot"]})
    pairs.to_csv(links, index=False)
    model = TreeClust.from_table(FRAME, text=["island"], id="name", missing="drop", links=pairs, **ASKED)
    options = [
        "-k",
        "3",
        "-d",
        "3",
        "--epsilon",
        "1",
        "--text",
        "island",
        "--id-column",
        "name",
        "--missing",
        "drop",
        "--json",
    ]
    assert main(["solve", str(data), "--links", str(links), *options]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["labels"] == model.labels_.tolist()
    assert printed["rows"] == model.rows_.tolist() and len(model.rows_) < len(FRAME)
    assert TreeClust.from_table(data, text=["island"], id="name", missing="drop", links=pairs, **ASKED).status_


def test_filled_gaps_and_new_rows():
    """Gaps are filled when it is fitted and when it predicts; a row that misses what decides is -1."""
    model = TreeClust.from_table(
        FRAME, text=["island", "sex"], features=list(FRAME.columns[1:]), missing="median", **ASKED
    )
    assert np.array_equal(model.predict(FRAME), model.labels_)
    dropped = TreeClust.from_table(FRAME, features=["bill_length", "bill_depth"], missing="drop", **ASKED)
    gaps = FRAME.head(3).assign(bill_length=np.nan, bill_depth=np.nan)
    assert dropped.predict(gaps).tolist() == [-1, -1, -1]


def test_rows_go_by_their_id():
    """The column of names is where labels of links are looked up."""
    names = FRAME["name"]
    model = TreeClust.from_table(FRAME, id="name", missing="median", cannot_link=[(names[0], names[1])], **ASKED)
    assert model.labels_[0] != model.labels_[1]


def test_rows_keep_their_numbers_where_others_were_dropped(tmp_path, capsys):
    """What is asked, answered and broken goes by the table's rows, in Python and on the command line."""
    model = TreeClust.from_table(FRAME, missing="drop", **ASKED)
    asked = model.suggest().question
    assert {asked.a, asked.b} <= set(model.rows_) and asked.b not in (len(model.rows_), *range(asked.b))
    pair, place = (asked.a, asked.b), {row: at for at, row in enumerate(model.rows_)}
    links = [(*pair, "must", "unsure"), (*pair, "cannot", "fairly sure")]
    apart = TreeClust.from_table(FRAME, missing="drop", links=links, **ASKED)
    assert apart.labels_[place[pair[0]]] != apart.labels_[place[pair[1]]]
    assert [one.link.pair for one in apart.broken_links_] == [tuple(sorted(pair))]
    assert model.suggest(skip=[pair]).question.pair != asked.pair
    assert f"Row {max(pair)} is in cluster {model.labels_[place[max(pair)]]}" in str(model.why(max(pair)))
    dropped = next(row for row in range(len(FRAME)) if row not in place)
    with pytest.raises(InputError, match="was dropped"):
        model.why(dropped)
    FRAME.to_csv(tmp_path / "data.csv", index=False)
    options = [str(tmp_path / "data.csv"), "-k", "3", "-d", "3", "--epsilon", "1", "--missing", "drop"]
    assert main(["suggest", *options]) == 0
    assert f"Do rows {asked.a} and {asked.b} belong together?" in capsys.readouterr().out
    assert main(["why", *options, "--row", str(max(pair))]) == 0
    assert str(model.why(max(pair))) in capsys.readouterr().out


def test_rows_go_by_label_in_every_question():
    """As in links: names of the index or of the column of names, in `why` and in `suggest`."""
    by_id = TreeClust.from_table(FRAME, id="name", missing="median", **ASKED)
    assert str(by_id.why("bird 3", "bird 4")) == str(by_id.why(3, 4))
    frame = FRAME.set_index("name")[["flipper", "mass"]]
    model = TreeClust(**ASKED).fit(frame)
    assert str(model.why("bird 3")) == str(model.why(3)) and "bird 3" in str(model.plot().data)
    asked = model.suggest().question
    assert model.suggest(skip=[(f"bird {asked.a}", f"bird {asked.b}")]).question.pair != asked.pair
    with pytest.raises(InputError, match="no row has"):
        model.why("nobody")


def test_columns_have_roles():
    """A weight and what tests may ask about, by name."""
    model = TreeClust.from_table(
        FRAME, missing="median", feature_weights={"mass": 0}, split_features=["bill_length", "mass"], **ASKED
    )
    features = {feature.column: feature for feature in model.tree_.features}
    assert features["mass"].weight == 0 and features["mass"].split and not features["flipper"].split


def test_gaps_are_refused_unless_something_is_said_about_them():
    """In the words of the reader."""
    with pytest.raises(InputError, match="Values are missing"):
        TreeClust.from_table(FRAME, **ASKED)
