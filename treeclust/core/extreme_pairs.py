"""The longest distance within clusters and the shortest between them: every pair is looked at once, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.core.distances import Floats

Ints = NDArray[np.int64]


@compiled("int64(float64[::1], int64[::1])")
def longest_within(distances: Floats, labels: Ints) -> int:
    """The first place, in condensed order, of the longest distance between two rows of one cluster; -1 if there is
    none. Row by row: the longest of a row is found without a branch, its place only if it is longer than all before."""
    n, best, place, start = len(labels), -1.0, -1, 0
    for i in range(n - 1):
        longest = -1.0
        for j in range(i + 1, n):
            longest = max(longest, distances[start + j - i - 1] if labels[j] == labels[i] else -1.0)
        if longest > best:
            best = longest
            for j in range(n - 1, i, -1):
                if labels[j] == labels[i] and distances[start + j - i - 1] == longest:
                    place = start + j - i - 1
        start += n - 1 - i
    return place


@compiled("int64(float64[::1], int64[::1])")
def shortest_between(distances: Floats, labels: Ints) -> int:
    """The first place of the shortest distance between rows of different clusters; -1 if there is one cluster only."""
    n, best, place, start = len(labels), np.inf, -1, 0
    for i in range(n - 1):
        shortest = np.inf
        for j in range(i + 1, n):
            shortest = min(shortest, np.inf if labels[j] == labels[i] else distances[start + j - i - 1])
        if shortest < best:
            best = shortest
            for j in range(n - 1, i, -1):
                if labels[j] != labels[i] and distances[start + j - i - 1] == shortest:
                    place = start + j - i - 1
        start += n - 1 - i
    return place
