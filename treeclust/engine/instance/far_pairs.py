"""Diameters of clusters without the matrix of all distances: branch and bound over pairs of boxes (a dual-tree search).

Two boxes are passed over if neither their corners nor the balls around their points can be farther apart than a pair
that is known; so are a point and a ball. Points that lie far out are tried first, so that such a pair is known soon.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.core.compiled import compiled
from treeclust.core.distances import DECIMALS, Floats
from treeclust.engine.instance.boxes import LEAF, Boxes, balls, boxes_of, spans
from treeclust.engine.instance.metric_space import KINDS, added, apart, in_metric_space, lengths, measure

Ints = NDArray[np.int64]
SWEEPS = 8
"""From so many rows of a cluster, at most, its farthest is looked for before anything is measured exactly."""
MANY_PAIRS, KEPT, FEW_LEAVES = 2_000_000, 64, 64
"""Pairs that are looked at between two pauses; far ones that are kept of them; pairs of leaves that are looked at once
two points are far enough apart, so that there are several such pairs."""
STACK = 512
SLACK = 1e-7
"""More than the rounding of any distance."""
Pair = tuple[float, int, int]


@dataclass(frozen=True, eq=False)
class Cloud:
    """All points, in boxes, and a ball around the points of each box."""

    points: Floats
    metric: str
    is_cosine: bool
    boxes: Boxes
    centre: Floats
    radius: Floats


def cloud_of(points: Floats, metric: str) -> Cloud:
    """Put all points into boxes and balls."""
    placed, name = in_metric_space(points, metric)
    boxes = boxes_of(placed)
    centre, radius = balls(boxes.points, boxes.first, boxes.last, KINDS[name])
    return Cloud(placed, name, metric == "cosine", boxes, centre, radius)


def farthest_pairs(
    cloud: Cloud, labels: Ints, pause: Callable[[], None] = lambda: None, enough: float = np.inf
) -> list[Pair]:
    """The farthest pair of all clusters, exactly, and far pairs of each that were met on the way; any pairs at all as
    soon as one of them is `enough` apart. `pause` is called now and then; it may raise to end the search."""
    if cloud.is_cosine:
        enough = np.sqrt(2 * max(0.0, enough)) + SLACK
    clusters = [rows for rows in _rows_by_label(labels) if len(rows) > 1]
    pairs: list[Pair] = []
    for rows in clusters:
        pause()
        pairs += _first_pairs(cloud, rows)
    best = max((pair[0] for pair in pairs), default=-1.0)
    placed = np.ascontiguousarray(labels[cloud.boxes.order], dtype=np.int64)
    for rows in clusters:
        if best < enough:
            more = _farther_pairs(cloud, placed, int(labels[rows[0]]), best, enough, pause)
            pairs += more
            best = max((pair[0] for pair in more), default=best)
    if cloud.is_cosine:
        pairs = [(round(d * d / 2, DECIMALS), i, j) for d, i, j in pairs]
    return pairs


def _rows_by_label(labels: Ints) -> list[Ints]:
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)


def _first_pairs(cloud: Cloud, rows: Ints) -> list[Pair]:
    """Far pairs of a cluster: the rows with the lowest and highest values that are farthest from its mean, and the
    farthest from those."""
    points = cloud.points[rows]
    ends = np.unique(np.concatenate([points.argmin(axis=0), points.argmax(axis=0)]))
    outlying = cdist(points.mean(axis=0)[None], points[ends], cloud.metric)[0]
    starts = ends[np.argsort(-outlying, kind="stable")].tolist()[:SWEEPS]
    pairs = _sweep(cloud, points, starts)
    pairs += _sweep(cloud, points, sorted({pair[2] for pair in pairs} - set(starts)))
    return [(d, int(rows[i]), int(rows[j])) for d, i, j in pairs if i != j]


def _sweep(cloud: Cloud, points: Floats, starts: list[int]) -> list[Pair]:
    if not starts:
        return []
    distances = cdist(points[starts], points, cloud.metric)
    at = distances.argmax(axis=1)
    longest = distances[np.arange(len(starts)), at].round(DECIMALS)
    return list(zip(longest.tolist(), starts, at.tolist(), strict=True))


def _farther_pairs(
    cloud: Cloud, labels: Ints, label: int, best: float, enough: float, pause: Callable[[], None]
) -> list[Pair]:
    """Pairs of a cluster, the farthest among them if it is farther than `best`; `labels` in the order of the boxes."""
    boxes, pairs = cloud.boxes, list[Pair]()
    tree = boxes.first, boxes.last, boxes.child
    low, high = spans(boxes.points, labels, label, *tree)
    stack, reach = np.zeros((STACK, 2), dtype=np.int64), np.full(STACK, np.inf)
    top = 1
    while top > 0 and best < enough:
        pause()
        top, one, two = farther(
            boxes.points, KINDS[cloud.metric], *tree, labels, label, low, high, cloud.centre, cloud.radius,
            stack, reach, top, best, enough,
        )  # fmt: skip
        if len(one):
            longest = lengths(boxes.points, one, two, KINDS[cloud.metric]).round(DECIMALS)
            pairs += zip(longest.tolist(), boxes.order[one].tolist(), boxes.order[two].tolist(), strict=True)
            best = max(best, float(longest.max()))
    return pairs


@compiled("float64(int64, int64, float64[:,::1], float64[:,::1], float64[:,::1], float64[::1], int64)")
def farthest_apart(a: int, b: int, low: Floats, high: Floats, centre: Floats, radius: Floats, kind: int) -> float:
    """No point of one box is farther than this from one of the other; negative if one of them has none."""
    if low[a, 0] > high[a, 0] or low[b, 0] > high[b, 0]:
        return -1.0
    corners = middles = 0.0
    for j in range(low.shape[1]):
        corners = added(corners, max(high[a, j] - low[b, j], high[b, j] - low[a, j]), kind)
        middles = added(middles, abs(centre[a, j] - centre[b, j]), kind)
    return float(min(measure(corners, kind), measure(middles, kind) + radius[a] + radius[b]) + SLACK)


@compiled(
    "Tuple((int64, int64[::1], int64[::1]))(float64[:,::1], int64, int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64, float64[:,::1], float64[:,::1], float64[:,::1], float64[::1], int64[:,::1], float64[::1], int64,"
    " float64, float64)"
)
def farther(
    points: Floats, kind: int, first: Ints, last: Ints, child: Ints, labels: Ints, label: int,
    low: Floats, high: Floats, centre: Floats, radius: Floats, stack: Ints, reach: Floats, top: int,
    best: float, enough: float,
) -> tuple[int, Ints, Ints]:  # fmt: skip
    """Go on with the pairs of boxes on the stack: pairs of points farther apart than any before, and once one is
    `enough`, some more that are so, too. Also how many pairs of boxes are left."""
    one, two = np.empty(KEPT, dtype=np.int64), np.empty(KEPT, dtype=np.int64)
    found, pairs, more = 0, 0, FEW_LEAVES
    while top > 0 and pairs < MANY_PAIRS and found <= KEPT - LEAF and more > 0:
        top -= 1
        pairs += 1
        a, b = stack[top]
        widest = min(best, enough)
        if reach[top] <= widest:
            continue
        if child[a] == 0 and child[b] == 0:
            more -= best >= enough
            for i in range(first[a], last[a]):
                if labels[i] != label:
                    continue
                total = 0.0
                for c in range(points.shape[1]):
                    total = added(total, abs(points[i, c] - centre[b, c]), kind)
                pairs += 1
                if measure(total, kind) + radius[b] + SLACK <= widest:
                    continue
                pairs += last[b] - first[b]
                partner, total = -1, -1.0
                for j in range(first[b], last[b]):
                    if labels[j] == label and j != i:
                        wide = apart(points, i, j, kind)
                        if wide > total:
                            partner, total = j, wide
                if partner >= 0 and measure(total, kind) > widest:
                    one[found], two[found] = i, partner
                    found += 1
                    best = max(best, measure(total, kind))
                    widest = min(best, enough)
            continue
        if a == b:
            halves = ((child[a], child[a]), (child[a] + 1, child[a] + 1), (child[a], child[a] + 1))
        elif child[b] == 0 or (child[a] != 0 and last[a] - first[a] >= last[b] - first[b]):
            halves = ((child[a], b), (child[a] + 1, b), (-1, -1))
        else:
            halves = ((a, child[b]), (a, child[b] + 1), (-1, -1))
        bottom = top
        for p, q in halves:
            if p >= 0:
                bound = farthest_apart(p, q, low, high, centre, radius, kind)
                if bound > widest:
                    at = top
                    while at > bottom and reach[at - 1] > bound:  # the widest comes last, and so is looked at first
                        stack[at], reach[at] = stack[at - 1], reach[at - 1]
                        at -= 1
                    stack[at, 0], stack[at, 1], reach[at] = p, q, bound
                    top += 1
    return (top if more > 0 else 0), one[:found], two[:found]
