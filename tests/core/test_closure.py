"""What links imply, and why they clash."""

from __future__ import annotations

import pickle

import pytest

from treeclust.core.closure import close
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, LinkConflict, Links


def test_must_links_make_components():
    """0–1–2 are one component; 3 and 4 are alone."""
    closure = close(Links.from_pairs(must=[(0, 1), (1, 2)]), 5)
    assert closure.component.tolist() == [0, 0, 0, 1, 2]
    assert closure.count == 3


def test_implied_links_come_with_their_chain():
    """0–1 must and 1–2 must imply 0–2 must; with 2–3 cannot also 0–3 cannot."""
    links = Links.from_pairs(must=[(0, 1), (1, 2)], cannot=[(2, 3)])
    closure = close(links, 5)
    assert closure.implied(0, 2) is Kind.MUST
    assert closure.implied(3, 0) is Kind.CANNOT
    assert closure.implied(0, 4) is None
    assert [str(link) for link in closure.chain(0, 2)] == ["0–1 must", "1–2 must"]
    assert [str(link) for link in closure.chain(3, 0)] == ["2–3 cannot", "1–2 must", "0–1 must"]
    assert closure.chain(0, 4) == ()


def test_a_contradiction_names_its_chain():
    """The sentence lists the must-links in order and the cannot-link that they break."""
    links = Links.from_pairs(must=[(3, 7), (7, 9)], cannot=[(3, 9)])
    with pytest.raises(LinkConflict, match="3–7 must, 7–9 must, but 3–9 cannot: remove one of these links") as error:
        close(links, 10)
    assert len(error.value.chain) == 3
    assert pickle.loads(pickle.dumps(error.value)).chain == error.value.chain


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ((2, 2), "joins row 2 to itself"),
        ((0, 5), "row 5 does not exist; rows are numbered 0 to 4"),
        ((-1, 2), "row -1"),
    ],
)
def test_impossible_rows_are_refused(pair, sentence):
    """Self links and unknown rows."""
    with pytest.raises(InputError, match=sentence):
        close(Links.from_pairs(cannot=[pair]), 5)


def test_rows_that_need_too_many_clusters_are_named():
    """Four rows pairwise cannot-linked, one of them through a must-link, need four clusters."""
    cannot = [(0, 1), (0, 2), (1, 2), (3, 0), (3, 1), (4, 2)]
    closure = close(Links.from_pairs(must=[(3, 4)], cannot=cannot), 6)
    assert closure.clique(3) == (0, 1, 2, 3)
    assert closure.clique(4) is None
