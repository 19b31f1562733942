"""Diameters of clusters without the matrix of all distances: points near the centre cannot be far from anything."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.distances import DECIMALS, METRICS, Floats

CHUNK = 256
Pair = tuple[float, int, int]


def measure_diameter(points: Floats, labels: NDArray[np.intp], metric: str) -> Pair | None:
    """(MD, row, row) exactly, or None when every row is alone."""
    pairs = farthest_pairs(points, labels, metric)
    return max(pairs, default=None)


def farthest_pairs(
    points: Floats, labels: NDArray[np.intp], metric: str, pause: Callable[[], None] = lambda: None
) -> list[Pair]:
    """For every cluster its farthest pair, exactly, and other far pairs that were met on the way.

    With r the distance to a centre, d(x, y) ≤ r(x) + r(y): only points with a large r can belong to a far pair.
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
    radius = cdist(points.mean(axis=0, keepdims=True), points, metric)[0]
    order = np.argsort(-radius, kind="stable")
    reach = radius[order] + 1e-7
    pairs = [_sweep(points, int(order[0]), metric)]
    pairs.append(_sweep(points, pairs[0][2], metric))
    best = max(pairs)[0]
    start = 0
    while start < len(order) and 2 * reach[start] > best:
        pause()
        partners = order[: int(np.searchsorted(-reach, -(best - reach[start]), side="right"))]
        rows = order[start : start + CHUNK]
        distances = cdist(points[rows], points[partners], metric).round(DECIMALS)
        far = distances.argmax(axis=1)
        longest = distances[np.arange(len(rows)), far]
        pairs += zip(longest.tolist(), rows.tolist(), partners[far].tolist(), strict=True)
        best = max(best, float(longest.max()))
        start += CHUNK
    return [pair for pair in pairs if pair[1] != pair[2]]


def _sweep(points: Floats, start: int, metric: str) -> Pair:
    distances = cdist(points[start : start + 1], points, metric)[0].round(DECIMALS)
    at = int(distances.argmax())
    return float(distances[at]), start, at
