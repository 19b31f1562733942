"""Distances between groups of points: the longest one between their points, many at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist

from treeclust.core.compiled import compiled
from treeclust.core.distances import DECIMALS, METRICS
from treeclust.engine.instance.instance import Floats, Instance, Ints


def farthest_among(instance: Instance, groups: Ints, others: Ints, pause: Callable[[], None]) -> Floats:
    """For each of these groups, the longest distance between its points and those of each of the others."""
    if instance.by_matrix:
        assert instance.matrix is not None
        return longest_between(instance.matrix, *instance.by_group, groups, others)
    members = [instance.members(group) for group in others.tolist()]
    table = instance.scaled[np.concatenate(members)]
    starts = np.cumsum([0, *map(len, members[:-1])])
    far = np.empty((len(groups), len(others)))
    for row, group in enumerate(groups.tolist()):
        pause()
        far[row] = np.maximum.reduceat(_farthest_to(instance, instance.members(group), table), starts)
    return far


def _farthest_to(instance: Instance, points: Ints, table: Floats) -> Floats:
    """For each of the places in the table, the longest distance to one of these points."""
    longest = np.zeros(len(table))
    for point in points:
        distances = cdist(instance.scaled[[point]], table, METRICS[instance.problem.metric])[0]
        longest = np.maximum(longest, distances.round(DECIMALS))
    return longest


@compiled("float64[:,::1](float64[:,::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def longest_between(matrix: Floats, order: Ints, starts: Ints, groups: Ints, others: Ints) -> Floats:
    """The points of group g are order[starts[g]] … order[starts[g + 1] − 1]."""
    longest = np.empty((len(groups), len(others)))
    for row in range(len(groups)):
        for column in range(len(others)):
            far = 0.0
            for one in order[starts[groups[row]] : starts[groups[row] + 1]]:
                for two in order[starts[others[column]] : starts[others[column] + 1]]:
                    far = max(far, matrix[one, two])
            longest[row, column] = far
    return longest
