"""Links in every form that Python has for them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust import Links, TreeClust
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link
from treeclust.core.soft_links import SoftLink
from treeclust.estimator.given_links import links_of

MUST, CANNOT = [(0, 3), (4, 5)], [(1, 2)]
WANTED = Links.from_pairs(MUST, CANNOT)
TABLE = pd.DataFrame({"a": [0, 4, 1], "b": [3, 5, 2], "kind": ["must", "Must ", "cannot"]})


@pytest.mark.parametrize(
    "given",
    [
        {"must": MUST, "cannot": CANNOT},
        {"must": np.array(MUST), "cannot": np.array(CANNOT, dtype=np.int32)},
        {"must": np.array(MUST, dtype=float), "cannot": (pair for pair in CANNOT)},
        {"must": pd.DataFrame(MUST, columns=["a", "b"]), "cannot": pd.DataFrame(CANNOT)},
        {"links": TABLE},
        {"links": [(0, 3, "must"), [4, 5, "must"], (np.int64(1), 2, "cannot")]},
        {"links": np.array([(0, 3, "must"), (4, 5, "must"), (1, 2, "cannot")], dtype=object)},
        {"links": np.array([(0, 3, "must"), (4, 5, "must"), (1, 2, "cannot")])},
        {"links": TABLE.to_dict("records")},
        {"links": WANTED},
        {"must": np.array(MUST), "cannot": np.empty((0, 2)), "links": [Link(1, 2, Kind.CANNOT)]},
    ],
    ids=["lists", "arrays", "floats", "frames", "table", "tuples", "objects", "texts", "records", "Links", "mixed"],
)
def test_every_form_gives_the_same_links(given):
    """Lists, arrays, generators, tables, and the library's own."""
    assert links_of(given.get("must"), given.get("cannot"), given.get("links"), None, 6) == (WANTED, ())


def test_certainty_makes_links_soft():
    """Words and weights; nothing, and a weight without end, is sure."""
    table = TABLE.assign(certainty=["unsure", 2.5, None])
    hard, soft = links_of(None, None, table, None, 6)
    assert hard == Links.from_pairs((), CANNOT)
    assert soft == (SoftLink(Link(0, 3, Kind.MUST), 1.0), SoftLink(Link(4, 5, Kind.MUST), 2.5))
    assert links_of(None, None, TABLE.assign(certainty=["", "sure", np.inf]), None, 6) == (WANTED, ())


def test_rows_go_by_their_label():
    """Text is a label of the index; whole numbers are row numbers unless they are said to be labels."""
    names = pd.Index(list("uvwxyz"))
    assert links_of([("u", "x"), (4, 5)], [("v", "w")], None, names, 6) == (WANTED, ())
    numbers = pd.Index([10, 11, 12, 13, 14, 15])
    assert links_of([(10, 13), (14, 15)], [(11, 12)], None, numbers, 6, by="label") == (WANTED, ())
    assert links_of(MUST, CANNOT, None, numbers, 6) == (WANTED, ())
    moments = pd.date_range("2024-01-01", periods=6)
    assert links_of([(moments[0], moments[3])], None, None, moments, 6)[0].must[0].pair == (0, 3)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"must": [(0, 1, 2)]}, "pair of rows"),
        ({"must": (0, 1)}, "pair of rows"),
        ({"must": np.array([0, 1])}, "pair of rows"),
        ({"must": "01"}, "pair of rows"),
        ({"must": ["01"]}, "pair of rows"),
        ({"must": {0: 1}}, "pair of rows"),
        ({"must": [("u", "v")]}, "not a row number"),
        ({"must": [(0.5, 1)]}, "not a row number"),
        ({"must": [(True, 1)]}, "not a row number"),
        ({"links": pd.DataFrame({"a": [0], "b": [1]})}, "columns a, b and kind"),
        ({"links": [(0, 1, "maybe")]}, "must or cannot"),
        ({"links": [(0, 1)]}, "not a link"),
        ({"links": [(0, 1, "must", "certainly")]}, "sure, fairly sure, unsure"),
        ({"links": [(0, 1, "must", -1.0)]}, "above 0"),
        ({"must": [("u", "nobody")], "index": pd.Index(list("uvwxyz"))}, "no row has"),
        ({"must": [("u", "v")], "index": pd.Index(list("uuvwxy"))}, "2 rows have"),
        ({"must": [(0, 1)], "by": "name"}, "links_by"),
        ({"must": [(0, 1)], "by": "label"}, "index"),
    ],
)
def test_what_is_no_link_is_said_in_a_sentence(given, words):
    """An InputError that says what to write instead."""
    with pytest.raises(InputError, match=words):
        links_of(given.get("must"), None, given.get("links"), given.get("index"), 6, given.get("by"))


def test_fit_takes_them():
    """Arrays and labels through the estimator; a soft link that contradicts a sure one is broken, and named."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(30, 3)), columns=list("abc"), index=[f"r{i}" for i in range(30)])
    model = TreeClust(n_clusters=3, depth=3, epsilon=1.0)
    model.fit(frame, must_link=np.array([[0, 1], [2, 3]]), cannot_link=[("r4", "r5")])
    assert model.labels_[0] == model.labels_[1] and model.labels_[4] != model.labels_[5]
    model.fit(frame, links=[("r0", "r1", "must"), ("r0", "r1", "cannot", "unsure"), ("r2", "r3", "must", "unsure")])
    assert model.labels_[0] == model.labels_[1]
    assert [str(one.link) for one in model.broken_links_] == ["0–1 cannot"]
    assert model.fit(frame).broken_links_ == ()
