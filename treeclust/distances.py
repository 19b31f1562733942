"""Distances between rows, and the paper's distance classes: intervals in which ε makes no difference.

Every distance in the product comes from here and is rounded to 9 decimals, so that distances that are equal on paper
are equal in floating point too, whatever the order of the additions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import pdist, squareform

from treeclust.compiled import compiled
from treeclust.equations import equation
from treeclust.errors import InputError

METRICS = {"euclidean": "euclidean", "manhattan": "cityblock", "chebyshev": "chebyshev", "cosine": "cosine"}
DECIMALS = 9
Floats = NDArray[np.float64]


def pairwise(points: Floats, metric: str = "euclidean") -> Floats:
    """All distances between rows i < j in condensed order, as scipy's pdist lists them."""
    if metric not in METRICS:
        raise InputError(f'metric = "{metric}" is not known; choose one of {", ".join(METRICS)}.')
    if metric == "cosine" and len(zero := np.flatnonzero(~points.any(axis=1))):
        raise InputError(
            f"Row {zero[0]} is zero in every scaled feature, so it has no direction; choose another metric than cosine."
        )
    distances: Floats = pdist(points, METRICS[metric]).round(DECIMALS)
    return distances


@dataclass(frozen=True, eq=False)
class DistanceClasses:
    """Class w (from 0) holds the distances d with starts[w] ≤ d < starts[w + 1]; each spans at most ε."""

    starts: Floats

    def __len__(self) -> int:
        return len(self.starts)

    def of(self, distance: Floats | float) -> NDArray[np.intp]:
        """The class of each distance."""
        return np.searchsorted(self.starts, distance, side="right") - 1

    @equation(6, "pairs in classes beyond λ⁻ are separate, so λ⁻ counts the classes up to the maximum diameter")
    def lambda_minus(self, md: float | None) -> int:
        """λ⁻ of a clustering; None means that no two rows share a cluster."""
        return 0 if md is None else int(self.of(md)) + 1

    @equation(5, "pairs in classes up to λ⁺ are together, so λ⁺ counts the classes below the minimum split")
    def lambda_plus(self, ms: float | None) -> int:
        """λ⁺ of a clustering; None means that there is one cluster only."""
        return len(self) if ms is None else int(self.of(ms))


Value = Callable[[DistanceClasses, float | None, float | None], int]
"""What an objective minimises, counted in classes: a function of the classes, MD and MS."""


def distance_classes(distances: Floats, epsilon: float) -> DistanceClasses:
    """The paper's greedy classes: the smallest distance opens a class, which takes all up to ε above it, and so on."""
    if epsilon == 0:
        return DistanceClasses(np.unique(distances))
    if distances.max(initial=0.0) < epsilon * len(distances):
        return DistanceClasses(starts_by_bucket(np.ascontiguousarray(distances), epsilon))
    ascending = np.sort(distances)
    starts: list[int] = []
    at = 0
    while at < len(ascending):
        starts.append(at)
        at = int(ascending.searchsorted((ascending[at] + epsilon).round(DECIMALS), "right"))
    return DistanceClasses(ascending[starts])


@compiled("float64[::1](float64[::1], float64)")
def starts_by_bucket(distances: Floats, width: float) -> Floats:
    """Where the classes of this width begin, without sorting: the distances are thrown into buckets as wide as a class,
    so that at most two classes begin in a bucket, and the bucket is looked through for them."""
    buckets = int(distances.max() / width) + 1
    first = np.zeros(buckets + 1, dtype=np.int64)
    for distance in distances:
        first[int(distance / width) + 1] += 1
    first = np.cumsum(first)
    place, grouped = first.copy(), np.empty_like(distances)
    for distance in distances:
        bucket = int(distance / width)
        grouped[place[bucket]] = distance
        place[bucket] += 1
    starts, count, reached = np.empty(2 * buckets), 0, -1.0
    for bucket in range(buckets):
        while True:
            start = np.inf
            for distance in grouped[first[bucket] : first[bucket + 1]]:
                if reached < distance < start:
                    start = distance
            if start == np.inf:
                break
            starts[count] = start
            count += 1
            reached = np.rint((start + width) * 10.0**DECIMALS) / 10.0**DECIMALS
    return starts[:count].copy()


@equation(4, "the maximum diameter is the longest distance between two rows of one cluster")
def max_diameter(distances: Floats, labels: NDArray[np.intp]) -> tuple[float, int, int] | None:
    """(MD, row, row), or None when every row is alone."""
    same = same_cluster(labels)
    if not same.any():
        return None
    at = int(np.argmax(np.where(same, distances, -1.0)))
    return float(distances[at]), *pair_at(at, len(labels))


@equation(3, "the minimum split is the shortest distance between two rows of different clusters")
def min_split(distances: Floats, labels: NDArray[np.intp]) -> tuple[float, int, int] | None:
    """(MS, row, row), or None when there is one cluster only."""
    same = same_cluster(labels)
    if same.all():
        return None
    at = int(np.argmin(np.where(same, np.inf, distances)))
    return float(distances[at]), *pair_at(at, len(labels))


def same_cluster(labels: NDArray[np.intp]) -> NDArray[np.bool_]:
    """For each pair i < j in condensed order: do they share a cluster?"""
    return np.asarray(squareform(labels[:, None] == labels, checks=False), dtype=np.bool_)


def pair_indices(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows i < j of every pair, in condensed order."""
    return np.triu_indices(n, 1)


def pair_at(position: int, n: int) -> tuple[int, int]:
    """Rows i < j at a place of the condensed order."""
    i = 0
    while position >= n - 1 - i:
        position -= n - 1 - i
        i += 1
    return i, i + 1 + position
