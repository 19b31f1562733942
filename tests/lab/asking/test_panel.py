"""The panel of version 0.1, which the interview is compared with."""

from __future__ import annotations

import numpy as np
import pytest

from tests.shared import dataset_of
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.stop import never
from treeclust.engine.descent.free_compact import compact_clusterings
from treeclust.lab.asking.panel import Opinions, broken, compact_labels, panel_of
from treeclust.lab.asking.panel_question import panel_question


def test_who_was_wrong_counts_for_less():
    """Of two opinions, the one that breaks a link has less weight than the one that keeps it."""
    problem = Problem(dataset_of("iris"), 3, 3, Links.from_pairs(must=[(0, 1)]))
    right, wrong = np.zeros(150, dtype=np.intp), np.zeros(150, dtype=np.intp)
    right[75:], wrong[1:] = 1, 1
    panel = panel_of(problem, Opinions((right, wrong), ()))
    assert panel.weights[0] > panel.weights[1] > 0
    assert panel.weights.sum() == pytest.approx(1)


def test_compact_trees_obey_the_links():
    """Those on the panel break none of them, although the most compact trees without links do."""
    free = Problem(dataset_of("iris"), 3, 3)
    tree = compact_clusterings(free, 1, never)[0]
    apart = [tuple(np.flatnonzero(tree == c)[[0, -1]]) for c in np.unique(tree)]
    linked = free.with_(links=Links.from_pairs(cannot=apart))
    found = compact_labels(linked, never, 0)
    assert found and all(broken(linked.links, labels) == 0 for labels in found)


def test_compact_trees_are_more_compact_than_chance():
    """Less within the clusters than ten clusterings with clusters of the same sizes, drawn at random."""
    problem = Problem(dataset_of("wine"), 3, 3)

    def within(labels: np.ndarray) -> float:
        return sum(float(((x - x.mean(axis=0)) ** 2).sum()) for x in groups(problem, labels))

    best = within(compact_clusterings(problem, 4, never)[0])
    rng = np.random.default_rng(1)
    assert all(best < within(rng.permutation(compact_clusterings(problem, 1, never)[0])) for _ in range(10))


def groups(problem: Problem, labels: np.ndarray) -> list[np.ndarray]:
    return [problem.dataset.scaled[labels == c] for c in np.unique(labels)]


def test_the_panel_asks_what_is_open():
    """Its question is not settled by the links."""
    problem = Problem(dataset_of("iris"), 3, 3, Links.from_pairs(must=[(0, 1)], cannot=[(1, 60)]))
    asked = panel_question(problem).question
    assert asked is not None and problem.closure.implied(*asked.pair) is None
