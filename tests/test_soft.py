"""The most links that can hold, against brute force."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import clusterings, random_problem
from treeclust.links import Kind, Links
from treeclust.problem import Problem
from treeclust.soft import keep_most


def least_broken(problem: Problem, weights: np.ndarray) -> float:
    """The smallest weight of broken links over every clustering that the tree allows."""
    free = problem.with_(links=Links())
    return min(
        sum(
            weight
            for link, weight in zip(problem.links, weights, strict=True)
            if (labels[link.a] == labels[link.b]) != (link.kind is Kind.MUST)
        )
        for labels in clusterings(free)
    )


def problems() -> list[Problem]:
    found = [random_problem(seed, most_depth=2, flat=False) for seed in range(700)]
    free = [p for p in found if len(p.links) >= 2 and next(iter(clusterings(p.with_(links=Links()))), None)]
    return free[:250]


@pytest.mark.parametrize("problem", problems(), ids=range(250))
def test_no_tree_keeps_more(problem):
    """Unit weights and random ones: the broken weight equals the smallest that brute force finds."""
    rng = np.random.default_rng(len(problem.links))
    for weights in (np.ones(len(problem.links)), rng.integers(1, 4, len(problem.links)).astype(float)):
        found = keep_most(problem, weights)
        assert found is not None and found.proved
        assert found.weight == least_broken(problem, weights)
        assert len(found.kept) + len(found.dropped) == len(problem.links)


def test_stopped_at_once_nothing_is_claimed():
    """No tree, no bound, no error."""
    assert keep_most(random_problem(3, flat=False), stop=lambda: True) is None
