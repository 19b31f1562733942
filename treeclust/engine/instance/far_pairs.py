"""Diameters of clusters without the matrix of all distances: points near a centre cannot be far from anything there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.core.distances import DECIMALS, METRICS, Floats

Ints = NDArray[np.int64]
FEW_ROWS, MANY_PAIRS = 16, 100_000
"""At a time: the first rows, farthest out, have many possible partners, so they should be few."""
SAMPLE, CELLS, ROUNDS = 1000, 24, 6
"""So many centres for the whole table, by ROUNDS rounds of k-means on a sample."""
SWEEPS = 8
"""From so many rows of a cluster, at most, its farthest is looked for before anything is measured exactly."""
SLACK = 1e-7
"""More than the rounding of any distance."""
Pair = tuple[float, int, int]


@dataclass(frozen=True, eq=False)
class Cloud:
    """All points, their distances from a few centres [centre, point], and the nearest centre of each."""

    points: Floats
    metric: str
    is_cosine: bool
    to_centre: Floats
    cell: Ints


def in_metric_space(points: Floats, metric: str) -> tuple[Floats, str]:
    """Cosine distance is half the squared distance between unit vectors; the other metrics obey the triangle rule."""
    if metric != "cosine":
        return points, METRICS[metric]
    return points / np.linalg.norm(points, axis=1, keepdims=True), "euclidean"


def cloud_of(points: Floats, metric: str) -> Cloud:
    """See all points from a few centres."""
    placed, name = in_metric_space(points, metric)
    to_centre = cdist(_centres(placed), placed, name)
    return Cloud(placed, name, metric == "cosine", to_centre, to_centre.argmin(axis=0))


def _centres(points: Floats) -> Floats:
    rng = np.random.default_rng(0)
    some = points[rng.choice(len(points), min(SAMPLE, len(points)), replace=False)]
    centres: Floats = some[:CELLS]
    for _ in range(ROUNDS):
        nearest = cdist(some, centres).argmin(axis=1)
        centres = np.asarray([some[nearest == b].mean(axis=0) for b in np.unique(nearest)], dtype=np.float64)
    return centres


def farthest_pairs(
    cloud: Cloud, labels: Ints, pause: Callable[[], None] = lambda: None, enough: float = np.inf
) -> list[Pair]:
    """The farthest pair of all clusters, exactly, and far pairs of each that were met on the way; any pairs at all as
    soon as one of them is `enough` apart.

    For a centre c, d(x, y) ≤ d(x, c) + d(c, y): only points for which this is large can be a far pair. There are
    several centres, and the one near y is taken. `pause` is called now and then; it may raise to end the search.
    """
    if cloud.is_cosine:
        enough = np.sqrt(2 * max(0.0, enough)) + SLACK
    clusters = [rows for rows in _rows_by_label(labels) if len(rows) > 1]
    pairs: list[Pair] = []
    for rows in clusters:
        pause()
        pairs += _first_pairs(cloud, rows)
    best = max((pair[0] for pair in pairs), default=-1.0)
    for rows in clusters:
        if best < enough:
            more = _farther_pairs(cloud, rows, best, enough, pause)
            pairs += more
            best = max((pair[0] for pair in more), default=best)
    if cloud.is_cosine:
        pairs = [(round(d * d / 2, DECIMALS), i, j) for d, i, j in pairs]
    return pairs


def _rows_by_label(labels: Ints) -> list[Ints]:
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)


def _first_pairs(cloud: Cloud, rows: Ints) -> list[Pair]:
    """Far pairs of a cluster: the farthest from each centre, and the farthest from those."""
    points, to_centre = cloud.points[rows], cloud.to_centre[:, rows]
    ends = to_centre.argmax(axis=1)
    starts = list(dict.fromkeys(ends[np.argsort(-to_centre.max(axis=1), kind="stable")].tolist()))[:SWEEPS]
    pairs = _sweep(cloud, points, starts)
    pairs += _sweep(cloud, points, list({pair[2] for pair in pairs} - set(starts)))
    return [(d, int(rows[i]), int(rows[j])) for d, i, j in pairs if i != j]


def _sweep(cloud: Cloud, points: Floats, starts: list[int]) -> list[Pair]:
    if not starts:
        return []
    distances = cdist(points[starts], points, cloud.metric)
    at = distances.argmax(axis=1)
    longest = distances[np.arange(len(starts)), at].round(DECIMALS)
    return list(zip(longest.tolist(), starts, at.tolist(), strict=True))


def _farther_pairs(cloud: Cloud, rows: Ints, best: float, enough: float, pause: Callable[[], None]) -> list[Pair]:
    """Pairs of a cluster, the farthest among them if it is farther than `best`; cell by cell: which points can be far
    from one of this cell, and from which?"""
    pairs: list[Pair] = []
    cell = cloud.cell[rows]
    for b in np.unique(cell).tolist():
        radius = cloud.to_centre[b, rows]
        inside = np.flatnonzero(cell == b)
        inside = inside[np.argsort(-radius[inside], kind="stable")]
        reach = radius[inside] + SLACK
        others = np.flatnonzero((cell <= b) & (radius + reach[0] > best))
        others = others[np.argsort(-radius[others], kind="stable")]
        start = 0
        while start < len(others) and best < enough:
            pause()
            partners = rows[inside[: int(np.searchsorted(-reach, radius[others[start]] - best))]]
            if not len(partners):
                break
            chunk = rows[others[start : start + max(FEW_ROWS, MANY_PAIRS // len(partners))]]
            distances = cdist(cloud.points[chunk], cloud.points[partners], cloud.metric)
            far = distances.argmax(axis=1)
            longest = distances[np.arange(len(chunk)), far].round(DECIMALS)
            at = np.argsort(-longest)[:FEW_ROWS]
            pairs += zip(longest[at].tolist(), chunk[at].tolist(), partners[far[at]].tolist(), strict=True)
            best = max(best, float(longest[at[0]]))
            start += len(chunk)
    return [pair for pair in pairs if pair[1] != pair[2]]
