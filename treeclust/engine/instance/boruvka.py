"""Minimum spanning trees without the matrix of all distances: Borůvka's algorithm over a k-d tree (March et al. 2010).

In every round each component finds its nearest point outside, and they are joined. Boxes of points that all belong to
the component are passed over, and so are boxes farther away than what it has found. What a point has found stays true:
nothing outside can come nearer later.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from treeclust.core.compiled import compiled
from treeclust.engine.instance.boxes import boxes_of
from treeclust.engine.instance.metric_space import KINDS, added, apart

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
AT_ONCE = 2_000
"""Points that are asked for their neighbours between two pauses."""


@compiled("float64(float64[:,::1], int64, float64[:,::1], float64[:,::1], int64, int64)")
def to_box(points: Floats, q: int, low: Floats, high: Floats, b: int, kind: int) -> float:
    """The least sum over all columns (see `apart`) that a point of a box can have with point q."""
    total = 0.0
    for j in range(points.shape[1]):
        total = added(total, max(low[b, j] - points[q, j], points[q, j] - high[b, j], 0.0), kind)
    return total


@compiled("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def own_boxes(part: Ints, first: Ints, last: Ints, child: Ints, whose: Ints) -> None:
    """whose[b]: the component of all points of a box, or −1 if there are several."""
    for b in range(len(first) - 1, -1, -1):
        if child[b]:
            c = child[b]
            whose[b] = whose[c] if whose[c] == whose[c + 1] else -1
        else:
            whose[b] = part[first[b]]
            for i in range(first[b] + 1, last[b]):
                if part[i] != whose[b]:
                    whose[b] = -1


@compiled(
    "void(int64, int64, float64[:,::1], int64[::1], int64[::1], int64[::1], float64[:,::1], float64[:,::1], int64,"
    " int64[::1], int64[::1], float64[::1], int64[::1], float64[::1], int64[::1])"
)
def ask(
    start: int, end: int, points: Floats, first: Ints, last: Ints, child: Ints, low: Floats, high: Floats, kind: int,
    part: Ints, whose: Ints, least: Floats, partner: Ints, best: Floats, holder: Ints,
) -> None:  # fmt: skip
    """Find for each of these points the nearest one outside its component, unless another of the component has a nearer
    one. least[q]: nothing outside is nearer than that; partner[q]: who is that near, or −1."""
    stack, gaps = np.empty(128, dtype=np.int64), np.empty(128)
    for q in range(start, end):
        mine = part[q]
        if least[q] >= best[mine] or (partner[q] >= 0 and part[partner[q]] != mine):
            continue
        bound, found = best[mine], -1
        stack[0], gaps[0], top = 0, 0.0, 1
        while top > 0:
            top -= 1
            b = stack[top]
            if gaps[top] >= bound or whose[b] == mine:
                continue
            c = child[b]
            if c == 0:
                for i in range(first[b], last[b]):
                    if part[i] != mine:
                        d = apart(points, q, i, kind)
                        if d < bound:
                            bound, found = d, i
                continue
            one, two = to_box(points, q, low, high, c, kind), to_box(points, q, low, high, c + 1, kind)
            near = one <= two
            stack[top], gaps[top] = (c + 1, two) if near else (c, one)
            stack[top + 1], gaps[top + 1] = (c, one) if near else (c + 1, two)
            top += 2
        least[q], partner[q] = bound, found
        if found >= 0:
            best[mine], holder[mine] = bound, q


def spanning_edges(points: Floats, metric: str, pause: Callable[[], None]) -> tuple[Ints, Ints]:
    """The two ends of every edge of a minimum spanning tree; `metric` obeys the triangle rule, and has scipy's name."""
    boxes, kind, n = boxes_of(points), KINDS[metric], len(points)
    tree = boxes.first, boxes.last, boxes.child
    least, partner = np.zeros(n), np.full(n, -1, dtype=np.int64)
    one, two = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    part, whose = np.arange(n), np.empty(len(boxes.first), dtype=np.int64)
    while len(one) < n - 1:
        count = int(part.max()) + 1
        own_boxes(part, *tree, whose)
        best, holder = np.full(count, np.inf), np.full(count, -1, dtype=np.int64)
        known = np.flatnonzero((partner >= 0) & (part[partner] != part))
        order = known[np.argsort(-least[known], kind="stable")]  # the nearest is written last
        best[part[order]], holder[part[order]] = least[order], order
        for start in range(0, n, AT_ONCE):
            pause()
            ask(
                start, min(n, start + AT_ONCE), boxes.points, *tree, boxes.low, boxes.high, kind,
                part, whose, least, partner, best, holder,
            )  # fmt: skip
        ends = np.stack([holder, partner[holder]], axis=1)
        kept = without_circles(part[ends], count)
        one, two = np.concatenate([one, ends[kept, 0]]), np.concatenate([two, ends[kept, 1]])
        joined = coo_array((np.ones(count), tuple(part[ends].T)), shape=(count, count))
        part = connected_components(joined, directed=False)[1].astype(np.int64)[part]
    return boxes.order[one], boxes.order[two]


@compiled("boolean[::1](int64[:,::1], int64)")
def without_circles(ends: Ints, count: int) -> NDArray[np.bool_]:
    """Which edges are needed: two components that chose each other need one, and equal lengths may close a circle."""
    above, kept = np.arange(count), np.zeros(len(ends), dtype=np.bool_)
    for e in range(len(ends)):
        a, b = ends[e]
        while above[a] != a:
            above[a] = above[above[a]]
            a = above[a]
        while above[b] != b:
            above[b] = above[above[b]]
            b = above[b]
        if a != b:
            above[a], kept[e] = b, True
    return kept
