"""Distances as compiled searches measure them: in a space that obeys the triangle rule."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.core.distances import METRICS, Floats

Ints = NDArray[np.int64]
KINDS = {"euclidean": 0, "cityblock": 1, "chebyshev": 2}
"""How differences in columns add up to a distance, by SciPy's names: see `added` and `measure`."""


def in_metric_space(points: Floats, metric: str) -> tuple[Floats, str]:
    """Cosine distance is half the squared distance between unit vectors; the other metrics obey the triangle rule."""
    if metric != "cosine":
        return points, METRICS[metric]
    return points / np.linalg.norm(points, axis=1, keepdims=True), "euclidean"


@compiled("float64(float64, float64, int64)")
def added(total: float, difference: float, kind: int) -> float:
    """The sum so far with the difference in one more column."""
    if kind == 0:
        return total + difference * difference
    return total + difference if kind == 1 else max(total, difference)


@compiled("float64(float64, int64)")
def measure(total: float, kind: int) -> float:
    """The distance that a sum over all columns stands for; a larger sum is a larger distance."""
    return float(np.sqrt(total)) if kind == 0 else total


@compiled("float64(float64[:,::1], int64, int64, int64)")
def apart(points: Floats, one: int, two: int, kind: int) -> float:
    """The sum over all columns for two points."""
    total = 0.0
    for j in range(points.shape[1]):
        total = added(total, abs(points[one, j] - points[two, j]), kind)
    return total


@compiled("float64[::1](float64[:,::1], int64[::1], int64[::1], int64)")
def lengths(points: Floats, one: Ints, two: Ints, kind: int) -> Floats:
    """The distance of each pair of points."""
    found = np.empty(len(one))
    for at in range(len(one)):
        found[at] = measure(apart(points, one[at], two[at], kind), kind)
    return found
