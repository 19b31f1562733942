"""COP-k-means: k-means whose every assignment obeys the links, or which fails.

Wagstaff, Cardie, Rogers, Schroedl: Constrained k-means clustering with background knowledge, ICML 2001. Written by
hand: no package of it is maintained. Rows joined by must-links move together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import flat_solution
from treeclust.lab.baselines.answer import NONE_FOUND, Baseline, Clustering
from treeclust.lab.baselines.groups import Groups, groups_of

STARTS = 10
ROUNDS = 100
Ints = NDArray[np.intp]


def cop_kmeans(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    """The best of ten starts that did not fail."""
    groups = groups_of(problem)
    rng = np.random.default_rng(seed)
    best: tuple[float, Ints] | None = None
    for _ in range(STARTS):
        if stop():
            break
        found = one_start(groups, problem.k, rng)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    if best is None:
        return NONE_FOUND
    return Clustering(Status.FEASIBLE, flat_solution(best[1][groups.of_row]).labels)


def one_start(groups: Groups, k: int, rng: np.random.Generator) -> tuple[float, Ints] | None:
    """(sum of squares, cluster of each group), or None where the greedy assignment had no cluster left."""
    centres = groups.seeds(k, rng)
    labels = np.full(len(groups.points), -1, dtype=np.intp)
    for _ in range(ROUNDS):
        new = assign(groups, centres, rng.permutation(len(groups.points)))
        if new is None:
            return None
        settled, labels = np.array_equal(new, labels), new
        centres = groups.centres(labels, centres)
        if settled:
            break
    return groups.squares(labels, centres), labels


def assign(groups: Groups, centres: NDArray[np.float64], order: Ints) -> Ints | None:
    """Each group in turn to the nearest centre that none of its excluded groups has."""
    far = groups.distances(centres)
    labels = np.full(len(far), -1, dtype=np.intp)
    for group in order:
        taken = {int(labels[other]) for other in groups.apart[group]}
        free = [c for c in np.argsort(far[group], kind="stable") if int(c) not in taken]
        if not free:
            return None
        labels[group] = free[0]
    return labels


BASELINE = Baseline("cop-kmeans", "COP-k-means", "obeys every link, or finds nothing; no tree", cop_kmeans)
