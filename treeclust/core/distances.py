"""Distances between rows, and the paper's distance classes: intervals in which ε makes no difference.

Every distance in the product comes from here and is rounded to 9 decimals, so that distances that are equal on paper
are equal in floating point too, whatever the order of the additions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from treeclust.core.equations import equation
from treeclust.core.errors import InputError

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
    from scipy.spatial.distance import pdist  # takes longer to load than all of core

    distances: Floats = pdist(points, METRICS[metric])
    return distances.round(DECIMALS, out=distances)


class Classes:
    """Whole numbers from 0 that stand for distances: those of one class differ by at most ε."""

    def __len__(self) -> int:
        raise NotImplementedError

    def of(self, distance: Floats | float) -> NDArray[np.intp]:
        """The class of each distance."""
        raise NotImplementedError

    def start(self, number: int) -> float:
        """The smallest distance of a class; infinite beyond the last."""
        raise NotImplementedError

    @equation(6, "pairs in classes beyond λ⁻ are separate, so λ⁻ counts the classes up to the maximum diameter")
    def lambda_minus(self, md: float | None) -> int:
        """λ⁻ of a clustering; None means that no two rows share a cluster."""
        return 0 if md is None else int(self.of(md)) + 1

    @equation(5, "pairs in classes up to λ⁺ are together, so λ⁺ counts the classes below the minimum split")
    def lambda_plus(self, ms: float | None) -> int:
        """λ⁺ of a clustering; None means that there is one cluster only."""
        return len(self) if ms is None else int(self.of(ms))


@dataclass(frozen=True, eq=False)
class DistanceClasses(Classes):
    """Class w (from 0) holds the distances d with starts[w] ≤ d < starts[w + 1]; each spans at most ε."""

    starts: Floats

    def __len__(self) -> int:
        return len(self.starts)

    def of(self, distance: Floats | float) -> NDArray[np.intp]:
        return np.searchsorted(self.starts, distance, side="right") - 1

    def start(self, number: int) -> float:
        return float(self.starts[number]) if number < len(self.starts) else np.inf


@dataclass(frozen=True)
class EvenClasses(Classes):
    """For tables whose distances are never all known: class w holds those from w·width to (w + 1)·width."""

    width: float
    count: int

    def __len__(self) -> int:
        return self.count

    def of(self, distance: Floats | float) -> NDArray[np.intp]:
        distances = np.asarray(distance, dtype=np.float64)
        number = np.floor(distances / self.width).astype(np.intp)
        up = ((number + 1) * self.width).round(DECIMALS) <= distances  # division may end on the wrong side of a start
        down = (number * self.width).round(DECIMALS) > distances
        return np.asarray(number + up - down, dtype=np.intp)

    def start(self, number: int) -> float:
        return float(round(number * self.width, DECIMALS)) if number < self.count else np.inf


def even_classes(points: Floats, epsilon: float) -> EvenClasses:
    """Classes of width ε (of the last decimal, if that is 0) for every distance that these points can have."""
    width = max(epsilon, 10.0**-DECIMALS)
    largest = 2 * float(np.abs(points).max()) * max(1, points.shape[1])
    return EvenClasses(width, int(largest / width) + 2)


def distance_classes(distances: Floats, epsilon: float) -> DistanceClasses:
    """The paper's greedy classes: the smallest distance opens a class, which takes all up to ε above it, and so on."""
    if epsilon == 0:
        return DistanceClasses(np.unique(distances))
    if distances.max(initial=0.0) < epsilon * len(distances):
        from treeclust.core.distance_buckets import starts_by_bucket  # compiled code, which few callers need

        return DistanceClasses(starts_by_bucket(np.ascontiguousarray(distances), epsilon))
    ascending = np.sort(distances)
    starts: list[int] = []
    at = 0
    while at < len(ascending):
        starts.append(at)
        at = int(ascending.searchsorted((ascending[at] + epsilon).round(DECIMALS), "right"))
    return DistanceClasses(ascending[starts])


@equation(4, "the maximum diameter is the longest distance between two rows of one cluster")
def max_diameter(distances: Floats, labels: NDArray[np.intp]) -> tuple[float, int, int] | None:
    """(MD, row, row), or None when every row is alone."""
    from treeclust.core.extreme_pairs import longest_within  # compiled code, which few callers need

    return _pair_found(distances, labels, longest_within)


@equation(3, "the minimum split is the shortest distance between two rows of different clusters")
def min_split(distances: Floats, labels: NDArray[np.intp]) -> tuple[float, int, int] | None:
    """(MS, row, row), or None when there is one cluster only."""
    from treeclust.core.extreme_pairs import shortest_between

    return _pair_found(distances, labels, shortest_between)


def _pair_found(
    distances: Floats, labels: NDArray[np.intp], find: Callable[[Floats, NDArray[np.int64]], int]
) -> tuple[float, int, int] | None:
    at = int(find(np.ascontiguousarray(distances), np.ascontiguousarray(labels, dtype=np.int64)))
    return None if at < 0 else (float(distances[at]), *pair_at(at, len(labels)))


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


def condensed_distances(matrix: ArrayLike) -> Floats:
    """A square matrix of distances as the list of those between rows i < j, rounded like all others."""
    square = np.asarray(matrix, dtype=np.float64)
    if square.ndim != 2 or square.shape[0] != square.shape[1]:
        raise InputError(f"Distances are a square matrix, one row and one column per row; this has {square.shape}.")
    if not np.isfinite(square).all() or (square < 0).any():
        raise InputError("Every distance is a number ≥ 0; fill or remove what is missing.")
    if not np.allclose(square, square.T) or np.diagonal(square).any():
        raise InputError("Distances are symmetric, and 0 from a row to itself; correct the matrix.")
    return np.asarray(square[pair_indices(len(square))].round(DECIMALS), dtype=np.float64)
