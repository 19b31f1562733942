"""The independent check catches every kind of wrong solution."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.dataset import Dataset
from treeclust.errors import VerificationError
from treeclust.links import Links
from treeclust.objectives import objective_named
from treeclust.problem import Problem
from treeclust.tree import Leaf, Solution, Split, Tree
from treeclust.verify import verify

DATA = Dataset.from_array([[0.0], [1.0], [8.0], [10.0]])
PROBLEM = Problem(DATA, 2, 1, Links.from_pairs(must=[(0, 1)], cannot=[(1, 2)]))
VALUE = objective_named("md-ms").value
RIGHT = Tree(Split(0, 4.5, Leaf(0, 2), Leaf(1, 2), 4), DATA.features)


def labels(*numbers):
    return np.array(numbers, dtype=np.intp)


def test_a_right_solution_is_measured():
    """MD, MS, the pairs that attain them, and the links."""
    measures = verify(PROBLEM, VALUE, Solution(labels(0, 0, 1, 1), RIGHT))
    assert (measures.md, measures.ms) == (20.0, 70.0)
    assert (measures.diameter_pair, measures.split_pair) == ((2, 3), (1, 2))
    assert len(measures.links_kept) == 2


TOO_DEEP = Tree(Split(0, 4.5, Leaf(0, 2), Split(0, 9.0, Leaf(1, 1), Leaf(1, 1), 2), 4), DATA.features)
BROKEN = Tree(Split(0, 0.5, Leaf(0, 1), Leaf(1, 3), 4), DATA.features)


@pytest.mark.parametrize(
    ("solution", "why"),
    [
        (Solution(labels(0, 0, 1), RIGHT), "labels for 4 rows"),
        (Solution(labels(0, 0, 2, 2), RIGHT), "not from 0 without gaps"),
        (Solution(labels(0, 0, 0, 0), RIGHT), "1 clusters, not 2 to 2"),
        (Solution(labels(0, 0, 1, 2), RIGHT), "3 clusters, not 2 to 2"),
        (Solution(labels(0, 0, 1, 1), None), "no tree"),
        (Solution(labels(0, 0, 1, 1), TOO_DEEP), "depth 2, not 1"),
        (Solution(labels(0, 0, 0, 1), RIGHT), "does not give the labels"),
        (Solution(labels(0, 1, 1, 1), BROKEN), "breaks link 0–1 must"),
    ],
)
def test_a_wrong_solution_is_an_exception(solution, why):
    """Each kind of fault is named."""
    with pytest.raises(VerificationError, match=why):
        verify(PROBLEM, VALUE, solution)
