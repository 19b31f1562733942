"""Diameters of clusters over all points: who is too far from whom in one cluster."""

from __future__ import annotations

import numpy as np

from treeclust.engine.compiled import compiled
from treeclust.engine.ground import Floats, Ground, Ints


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


def farthest_pairs(ground: Ground, labels: Ints, limit: int) -> tuple[float | None, list[tuple[int, int]]]:
    """MD over all rows (None if all are alone), and up to `limit` disjoint pairs, farthest first."""
    assert ground.matrix is not None
    far, partner = reach(ground.matrix, labels)
    md = float(far.max())
    if md < 0:
        return (0.0 if ground.points < ground.problem.n else None), []
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for point in np.argsort(-far, kind="stable")[: 4 * limit].tolist():
        other = int(partner[point])
        if other >= 0 and point not in used and other not in used:
            used |= {point, other}
            pairs.append((point, other))
            if len(pairs) == limit:
                break
    return md, pairs
