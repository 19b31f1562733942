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
