"""The split of a clustering of a table of any size: the closest two rows of different clusters, for checking.

Shares nothing with the search, which knows the split from a spanning tree.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from treeclust.ask.blockwise import DIGITS, NAMES, Floats, Ints, Pair

NORMS = {"euclidean": 2.0, "cosine": 2.0, "manhattan": 1.0, "chebyshev": np.inf}
FEW, MANY = 200, 5_000
"""A few rows are asked first, because what they find shortens the search of all others."""


def closest_pair(points: Floats, labels: Ints, metric: str) -> Pair | None:
    """(MS, row, row), or None when there is one cluster only."""
    placed = points / np.linalg.norm(points, axis=1, keepdims=True) if metric == "cosine" else points
    clusters = sorted((np.flatnonzero(labels == label) for label in np.unique(labels)), key=len)
    trees = [cKDTree(placed[rows]) for rows in clusters]
    best, pair = np.inf, None
    for at, rows in enumerate(clusters):
        for other in range(at + 1, len(clusters)):
            for some in np.split(rows, np.r_[FEW : len(rows) : MANY]):
                if not len(some):
                    continue
                distances, near = trees[other].query(placed[some], p=NORMS[metric], distance_upper_bound=best)
                i = int(distances.argmin())
                if distances[i] < best:
                    best, pair = float(distances[i]), (int(some[i]), int(clusters[other][near[i]]))
    if pair is None:
        return None
    exact = cdist(points[[pair[0]]], points[[pair[1]]], NAMES[metric])[0, 0]
    return float(max(exact.round(DIGITS), 0.0)), min(pair), max(pair)
