"""Links: what they imply, why they clash, and their way to files and back."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeclust.errors import InputError
from treeclust.links import Kind, Link, LinkConflict, Links, close, random_links


def test_the_same_link_twice_is_one_link():
    """Direction does not matter; the first spelling stays."""
    links = Links.from_pairs(must=[(3, 7), (7, 3), (1, 2)])
    assert [(link.a, link.b) for link in links] == [(3, 7), (1, 2)]


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


def test_csv_goes_out_and_comes_back():
    """Reading what was written gives equal links."""
    links = Links.from_pairs(must=[(0, 1)], cannot=[(5, 2)])
    assert links.to_csv() == "a,b,kind\n0,1,must\n5,2,cannot\n"
    assert Links.from_csv("\ufeff" + links.to_csv()) == links


@pytest.mark.parametrize(
    "text", ["", "x,y\n1,2\n", "a,b,kind\n1,2,maybe\n", "a,b,kind\n1,two,must\n", "a,b,kind\n1,2\n"]
)
def test_a_bad_links_file_gets_one_sentence(text):
    """It says which line, and what a right one looks like."""
    with pytest.raises(InputError, match=r"a,b,kind|3,7,must"):
        Links.from_csv(text)


@given(st.integers(2, 40), st.integers(0, 10**6), st.data())
def test_random_links_follow_the_paper(n, seed, data):
    """κ·n different pairs; must-links exactly where the labels agree; the same seed gives the same links."""
    labels = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    kappa = data.draw(st.floats(0, (n - 1) / 2))
    links = random_links(labels, kappa, seed)
    assert len(links) == len({link.pair for link in links}) == round(kappa * n)
    assert all(0 <= link.a < link.b < n for link in links)
    assert all((labels[link.a] == labels[link.b]) == (link.kind is Kind.MUST) for link in links)
    assert random_links(labels, kappa, seed) == links


def test_random_links_can_be_every_pair():
    """At the largest κ all n(n−1)/2 pairs are drawn."""
    assert {link.pair for link in random_links([0] * 5, 2.0, 0)} == {(a, b) for b in range(5) for a in range(b)}


def test_kappa_out_of_range_is_refused():
    """The sentence names κ and its range."""
    with pytest.raises(InputError, match=r"κ = 3 is out of range; with 5 rows choose 0 ≤ κ ≤ 2.0"):
        random_links([0, 1, 0, 1, 0], 3, 0)


def test_links_are_plain_values():
    """Equal links are equal, hash alike and go to JSON."""
    assert Link(1, 2, Kind.MUST).to_json() == {"a": 1, "b": 2, "kind": "must"}
    assert len({Link(1, 2, Kind.MUST), Link(1, 2, Kind("must"))}) == 1
