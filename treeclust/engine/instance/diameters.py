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
    first = np.zeros(labels.max() + 2, dtype=np.int64)
    for label in labels:
        first[label + 1] += 1
    first = np.cumsum(first)
    place, member = first.copy(), np.empty(n, dtype=np.int64)
    for i in range(n):
        member[place[labels[i]]] = i
        place[labels[i]] += 1
    far = np.full(n, -1.0)
    partner = np.full(n, -1, dtype=np.int64)
    for at in range(n):
        i = member[at]
        for before in range(first[labels[i]], at):
            j = member[before]
            d = matrix[i, j]
            if d > far[i]:
                far[i], partner[i] = d, j
            if d > far[j]:
                far[j], partner[j] = d, i
    return far, partner


@compiled("int64[:,::1](float64[::1], int64[::1], int64[::1], int64)")
def disjoint_pairs(far: Floats, partner: Ints, order: Ints, limit: int) -> Ints:
    """Up to `limit` pairs of a point and its partner without a point in common, taken in this order, from the last of
    those that are equally far."""
    used, pairs, count, start = np.zeros(len(far), np.bool_), np.empty((limit, 2), np.int64), 0, 0
    while start < len(order) and count < limit:
        end = start + 1
        while end < len(order) and far[order[end]] == far[order[start]]:
            end += 1
        for at in range(end - 1, start - 1, -1):
            one, two = order[at], partner[order[at]]
            if two >= 0 and not used[one] and not used[two] and count < limit:
                used[one] = used[two] = True
                pairs[count, 0], pairs[count, 1] = one, two
                count += 1
        start = end
    return pairs[:count].copy()


@states(4, sentence="the diameter is the farthest pair of points with one label")
def farthest_pairs(
    instance: Instance, labels: Ints, limit: int, pause: Callable[[], None], enough: float = np.inf
) -> tuple[float | None, list[tuple[int, int]]]:
    """MD over all rows (None if all are alone), and up to `limit` disjoint pairs, farthest first. Where there is no
    matrix to look it up in, an MD that is `enough` need not be exact."""
    if instance.by_matrix:
        assert instance.matrix is not None
        far, partner = reach(instance.matrix, labels)
        order = np.argsort(-far, kind="stable")[: 4 * limit]
        at = int(order[0])
        if partner[at] >= 0:
            return float(far[at]), [(one, two) for one, two in disjoint_pairs(far, partner, order, limit).tolist()]
        found = []
    else:
        found = far_pairs.farthest_pairs(instance.cloud, labels, pause, enough)
    if not found:
        return (0.0 if instance.points < instance.problem.n else None), []
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for _, one, two in sorted(found, reverse=True):
        if one not in used and two not in used and len(pairs) < limit:
            used |= {one, two}
            pairs.append((one, two))
    return max(found)[0], pairs
