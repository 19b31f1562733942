"""The mixed-integer model against every tree of tiny tables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import squareform

from tests import oracle
from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import never
from treeclust.lab.baselines.mio import best_silhouette, mio
from treeclust.lab.baselines.mio_model import no_larger_than_the_larger, the_nearest_other

SECONDS = 120.0


def tiny(seed: int) -> Problem:
    """Four to eight rows on a coarse grid, a few consistent links; every fourth has depth 2, with four or five rows."""
    rng = np.random.default_rng(seed)
    depth = 2 if seed % 4 == 0 else 1
    n = int(rng.integers(4, 9 if depth == 1 else 6))
    table = rng.integers(0, 6, (n, 1 if depth == 2 else 2)).astype(float)
    table[0], table[1] = 0.0, 6.0
    links = oracle.random_consistent_links(rng, n, int(rng.integers(0, 3)))
    return Problem(Dataset.from_array(table), 2, depth, links)


def silhouette(distance: np.ndarray, labels: np.ndarray) -> float:
    """As the model means it: the mean over the own cluster counts the row itself."""
    total = 0.0
    for i, own in enumerate(labels):
        near = distance[i][labels == own].mean()
        other = min(distance[i][labels == c].mean() for c in set(labels.tolist()) - {own})
        total += (other - near) / max(other, near)
    return total / len(labels)


def best(problem: Problem) -> float | None:
    """By looking at the leaves of every tree."""
    distance = squareform(problem.distances)
    values = []
    for blocks in oracle.tree_partitions(problem):
        labels = oracle.to_labels(blocks, problem.n)
        if len(blocks) > 1 and oracle.obeys(problem.links, labels):
            values.append(silhouette(distance, np.array(labels)))
    return max(values, default=None)


@pytest.mark.parametrize("seed", range(20))
def test_the_model_equals_brute_force(seed):
    """The proven optimum of SCIP is the best silhouette of all trees, and its tree has that silhouette."""
    problem = tiny(seed)
    wanted, found = best(problem), best_silhouette(problem, SECONDS)
    if wanted is None:
        assert found.status is Status.INFEASIBLE
        return
    assert found.status is Status.OPTIMAL
    assert found.value == pytest.approx(wanted, abs=1e-4)
    labels = found.solution.labels
    assert silhouette(squareform(problem.distances), labels) == pytest.approx(wanted, abs=1e-4)
    assert all(link.holds(labels) for link in problem.links)
    assert np.array_equal(found.solution.tree.predict(problem.dataset.values), labels)


@pytest.mark.parametrize(("family", "seed"), [(no_larger_than_the_larger, 9), (the_nearest_other, 4)])
def test_as_printed_the_model_overstates_the_silhouette(family, seed):
    """Each of our two families is needed: without it the model's value is one that no tree has."""
    problem = tiny(seed)
    assert best_silhouette(problem, SECONDS, without=[family]).value > best(problem) + 1e-3


def test_out_of_time_is_unknown_not_infeasible():
    """A model that SCIP cannot even begin on has no answer, and nothing is claimed."""
    table = np.random.default_rng(0).random((30, 3))
    found = mio(Problem(Dataset.from_array(table), 3, 3), 1, never, 0.01)
    assert (found.status, found.labels) == (Status.UNKNOWN, None)
