"""The diameter of a clustering by looking at its pairs, block by block; the slow, plain way, for checking.

Shares nothing with the search. Blocks are cut at medians (a k-d tree), rows far from the middle of their block get
blocks of their own, and two blocks are compared row by row unless the corners of their bounding boxes, or the balls
around them, are nearer to each other than a pair that was already seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Pair = tuple[float, int, int]
BLOCK = 512
LONELY = 2.5
"""A row so many times as far from the middle of its block as half of the others would make the block wide."""
DIGITS = 9
NAMES = {"euclidean": "euclidean", "manhattan": "cityblock", "chebyshev": "chebyshev", "cosine": "cosine"}
ROUNDING = 1e-6
"""More than floating point can add to a distance between corners."""


def widest_pair(points: Floats, labels: Ints, metric: str) -> Pair | None:
    """(MD, row, row), or None when every row is alone."""
    best: Pair | None = None
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        if len(rows) > 1:
            best = widest_within(points, rows, metric, best)
    return best


def widest_within(points: Floats, rows: Ints, metric: str, best: Pair | None) -> Pair:
    """The farthest two of these rows, unless `best` is farther."""
    blocks = compact(points, rows)
    for reach, one, two in candidates(points, blocks, metric):
        if best is not None and reach + ROUNDING < best[0]:
            break
        distances = cdist(points[blocks[one]], points[blocks[two]], NAMES[metric]).round(DIGITS)
        at = int(distances.argmax())
        i, j = blocks[one][at // distances.shape[1]], blocks[two][at % distances.shape[1]]
        if i != j and (best is None or distances.flat[at] > best[0]):
            best = float(distances.flat[at]), int(min(i, j)), int(max(i, j))
    if best is None:  # all rows are equal
        best = 0.0, int(rows[0]), int(rows[1])
    return best


def compact(points: Floats, rows: Ints) -> list[Ints]:
    """Blocks without lonely rows, and blocks of these."""
    near, lonely = [], []
    for block in cut(points, rows):
        out = np.abs(points[block] - np.median(points[block], axis=0)).sum(axis=1)
        is_lonely = out > LONELY * np.median(out)
        near.append(block[~is_lonely])
        lonely.append(block[is_lonely])
    apart = np.concatenate(lonely)
    return [block for block in near if len(block)] + (cut(points, apart) if len(apart) else [])


def cut(points: Floats, rows: Ints) -> list[Ints]:
    """Blocks of at most BLOCK rows, each half of a larger one along the column in which that was widest."""
    if len(rows) <= BLOCK:
        return [rows]
    column = int(np.ptp(points[rows], axis=0).argmax())
    order = rows[np.argsort(points[rows, column], kind="stable")]
    return cut(points, order[: len(order) // 2]) + cut(points, order[len(order) // 2 :])


def candidates(points: Floats, blocks: list[Ints], metric: str) -> list[tuple[float, int, int]]:
    """Every two blocks (or one twice) with the most that rows of them can be apart, the farthest first."""
    low = np.array([points[rows].min(axis=0) for rows in blocks])
    high = np.array([points[rows].max(axis=0) for rows in blocks])
    centre, radius = balls(points, blocks, metric)
    found = []
    for one in range(len(blocks)):
        spans = np.maximum(high[one] - low[: one + 1], high[: one + 1] - low[one])
        reach = corner_distance(spans, metric)
        middles = corner_distance(np.abs(centre[: one + 1] - centre[one]), metric)
        reach = np.minimum(reach, middles + radius[one] + radius[: one + 1])
        found += [(float(reach[two]), one, two) for two in range(one + 1)]
    return sorted(found, reverse=True)


def balls(points: Floats, blocks: list[Ints], metric: str) -> tuple[Floats, Floats]:
    """The middle of every block, and how far its farthest row is from there."""
    centre = np.array([points[rows].mean(axis=0) for rows in blocks])
    if metric == "cosine":  # which does not obey the triangle rule
        return centre, np.full(len(blocks), np.inf)
    name = NAMES[metric]
    reach = [cdist(middle[None], points[rows], name).max() for middle, rows in zip(centre, blocks, strict=True)]
    return centre, np.array(reach)


def corner_distance(spans: Floats, metric: str) -> Floats:
    """The length of a box's diagonal; directions (cosine) have no such bound."""
    if metric == "euclidean":
        return np.asarray(np.sqrt((spans**2).sum(axis=1)))
    if metric == "manhattan":
        return np.asarray(spans.sum(axis=1))
    return np.asarray(spans.max(axis=1)) if metric == "chebyshev" else np.full(len(spans), np.inf)
