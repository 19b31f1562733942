"""Diameters of clusters over all points: who is too far from whom in one cluster."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.equations import states
from treeclust.engine.instance import far_pairs
from treeclust.engine.instance.instance import Floats, Instance, Ints


@compiled("Tuple((float64[::1], int64[::1]))(float64[:,::1], int64[::1])")
def reach(matrix: Floats, labels: Ints) -> tuple[Floats, Ints]:
    """For every point the distance to the farthest point of its cluster, and which; −1 for a point alone."""
    n = len(labels)
    far = np.full(n, -1.0)
    partner = np.full(n, -1, dtype=np.int64)
    for i in range(n):
        for j in range(i):
            if labels[i] == labels[j]:
                d = matrix[i, j]
                if d > far[i]:
                    far[i], partner[i] = d, j
                if d > far[j]:
                    far[j], partner[j] = d, i
    return far, partner


@states(4, sentence="the diameter is the farthest pair of points with one label")
def farthest_pairs(
    instance: Instance, labels: Ints, limit: int, pause: Callable[[], None], enough: float = np.inf
) -> tuple[float | None, list[tuple[int, int]]]:
    """MD over all rows (None if all are alone), and up to `limit` disjoint pairs, farthest first. Where there is no
    matrix to look it up in, an MD that is `enough` need not be exact."""
    if not instance.by_matrix:
        found = far_pairs.farthest_pairs(instance.cloud, labels, pause, enough)
    else:
        assert instance.matrix is not None
        far, partner = reach(instance.matrix, labels)
        at = np.argsort(-far, kind="stable")[: 4 * limit]
        at = at[partner[at] >= 0]
        found = list(zip(far[at].tolist(), at.tolist(), partner[at].tolist(), strict=True))
    if not found:
        return (0.0 if instance.points < instance.problem.n else None), []
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for _, one, two in sorted(found, reverse=True):
        if one not in used and two not in used and len(pairs) < limit:
            used |= {one, two}
            pairs.append((one, two))
    return max(found)[0], pairs
