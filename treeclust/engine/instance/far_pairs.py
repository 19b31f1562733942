"""Diameters of clusters without the matrix of all distances: points near the centre cannot be far from anything."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.core.distances import DECIMALS, METRICS, Floats

FEW_ROWS, MANY_PAIRS = 16, 100_000
"""At a time: the first rows, farthest out, have many possible partners, so they should be few."""
MANY, CELLS, ROUNDS = 1000, 8, 4
"""Clusters of at least MANY rows get CELLS centres, by ROUNDS rounds of k-means on a sample."""
SLACK = 1e-7
"""More than the rounding of any distance."""
Pair = tuple[float, int, int]


def measure_diameter(points: Floats, labels: NDArray[np.intp], metric: str) -> Pair | None:
    """(MD, row, row) exactly, or None when every row is alone."""
    pairs = farthest_pairs(points, labels, metric)
    return max(pairs, default=None)


def farthest_pairs(
    points: Floats, labels: NDArray[np.intp], metric: str, pause: Callable[[], None] = lambda: None
) -> list[Pair]:
    """For every cluster its farthest pair, exactly, and other far pairs that were met on the way.

    For a centre c, d(x, y) ≤ d(x, c) + d(c, y): only points for which this is large can be a far pair. There are a
    few centres, and the one near y is taken.
    `pause` is called now and then; it may raise to end the search.
    """
    placed, name = _in_metric_space(points, metric)
    pairs: list[Pair] = []
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        if len(rows) > 1:
            pairs += [(d, int(rows[i]), int(rows[j])) for d, i, j in _cluster(placed[rows], name, pause)]
    if metric == "cosine":
        pairs = [(round(d * d / 2, DECIMALS), i, j) for d, i, j in pairs]
    return pairs


def _in_metric_space(points: Floats, metric: str) -> tuple[Floats, str]:
    """Cosine distance is half the squared distance between unit vectors; the other metrics obey the triangle rule."""
    if metric != "cosine":
        return points, METRICS[metric]
    return points / np.linalg.norm(points, axis=1, keepdims=True), "euclidean"


def _cluster(points: Floats, metric: str, pause: Callable[[], None]) -> list[Pair]:
    """Cell by cell: which points can be far from one of this cell, and from which?"""
    to_centre = cdist(_centres(points), points, metric)
    cell = to_centre.argmin(axis=0)
    pairs = [_sweep(points, int(start), metric) for start in to_centre.argmax(axis=1)]
    pairs += [_sweep(points, start, metric) for start in {pair[2] for pair in pairs}]
    best = max(pairs)[0]
    for b, radius in enumerate(to_centre):
        inside = np.flatnonzero(cell == b)
        if not len(inside):
            continue
        inside = inside[np.argsort(-radius[inside], kind="stable")]
        reach = radius[inside] + SLACK
        rows = np.flatnonzero((cell <= b) & (radius + reach[0] > best))
        rows = rows[np.argsort(-radius[rows], kind="stable")]
        start = 0
        while start < len(rows):
            pause()
            partners = inside[: int(np.searchsorted(-reach, radius[rows[start]] - best))]
            if not len(partners):
                break
            chunk = rows[start : start + max(FEW_ROWS, MANY_PAIRS // len(partners))]
            distances = cdist(points[chunk], points[partners], metric)
            far = distances.argmax(axis=1)
            longest = distances[np.arange(len(chunk)), far].round(DECIMALS)
            at = np.argsort(-longest)[:FEW_ROWS]
            pairs += zip(longest[at].tolist(), chunk[at].tolist(), partners[far[at]].tolist(), strict=True)
            best = max(best, pairs[-len(at)][0])
            start += len(chunk)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _centres(points: Floats) -> Floats:
    """A few means, so that a cluster of several heaps is not measured from the empty space between them."""
    if len(points) < MANY:
        return np.asarray(points.mean(axis=0, keepdims=True), dtype=np.float64)
    rng = np.random.default_rng(0)
    some = points[rng.choice(len(points), MANY, replace=False)]
    centres: Floats = some[:CELLS]
    for _ in range(ROUNDS):
        nearest = cdist(some, centres).argmin(axis=1)
        centres = np.asarray([some[nearest == b].mean(axis=0) for b in np.unique(nearest)], dtype=np.float64)
    return centres


def _sweep(points: Floats, start: int, metric: str) -> Pair:
    distances = cdist(points[start : start + 1], points, metric)[0]
    at = int(distances.argmax())
    return float(distances[at].round(DECIMALS)), start, at
