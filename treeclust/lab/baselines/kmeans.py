"""Plain k-means, as the tree baselines that explain it need it."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from treeclust.core.problem import Problem

STARTS = 10


def kmeans(problem: Problem, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Labels and centres, best of ten starts, on the scaled features."""
    from sklearn.cluster import KMeans

    model = KMeans(problem.k, n_init=STARTS, random_state=seed).fit(problem.points)
    return model.labels_, model.cluster_centers_
