"""Random links that agree with known labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeclust.core.errors import InputError
from treeclust.core.links import Kind
from treeclust.lab.random_links import random_links


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
