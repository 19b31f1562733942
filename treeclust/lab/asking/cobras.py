"""COBRAS-like (van Craenendonck et al. 2018): super-instances are split by k-means and joined by questions.

The largest super-instance of all is split; how finely, answers about the middles of its halves say. Then every new one
is compared with the clusters there are, the nearest first.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.core.suggestions import Pair
from treeclust.lab.asking.conversation import Conversation, Way
from treeclust.lab.asking.neighbourhoods import Asking, as_way

Rows = NDArray[np.int64]


def cobras_way(seed: int) -> Way:
    return as_way(lambda talk: cobras(talk, seed))


def cobras(talk: Conversation, seed: int) -> Asking:
    points = talk.problem.points
    clusters: list[list[Rows]] = [[np.arange(len(points))]]
    while any(len(one) > 1 for cluster in clusters for one in cluster):
        at, place = max(
            ((i, j) for i, cluster in enumerate(clusters) for j in range(len(cluster))),
            key=lambda where: len(clusters[where[0]][where[1]]),
        )
        whole = clusters[at].pop(place)
        parts = yield from split_level(points, whole, seed)
        clusters = [cluster for cluster in clusters if cluster]
        for part in parts:
            yield from join(points, clusters, part)


def split_level(points: NDArray[np.float64], whole: Rows, seed: int) -> Generator[Pair, bool, list[Rows]]:
    """Halves of halves, until the middles of two belong together; the super-instance is then cut into as many parts."""
    level, part = 0, whole
    while len(part) > 1:
        one, two = cut(points, part, 2, seed)
        if (yield middle(points, one), middle(points, two)):
            break
        level += 1
        part = max((one, two), key=len)
    return cut(points, whole, min(2 ** max(1, level), len(whole)), seed)


def join(points: NDArray[np.float64], clusters: list[list[Rows]], part: Rows) -> Asking:
    """To the first cluster whose nearest super-instance belongs with it; else a cluster of its own."""
    own = middle(points, part)

    def nearest(cluster: list[Rows]) -> tuple[float, int]:
        middles = [middle(points, one) for one in cluster]
        apart = cdist(points[[own]], points[middles])[0]
        return float(apart.min()), middles[int(apart.argmin())]

    for _, other, at in sorted((*nearest(cluster), i) for i, cluster in enumerate(clusters)):
        if (yield own, other):
            clusters[at].append(part)
            return
    clusters.append([part])


def cut(points: NDArray[np.float64], rows: Rows, count: int, seed: int) -> list[Rows]:
    from sklearn.cluster import KMeans

    labels = KMeans(count, n_init=3, random_state=seed).fit_predict(points[rows])
    parts = [rows[labels == c] for c in range(count) if (labels == c).any()]
    return parts if len(parts) > 1 or len(rows) < 2 else [rows[:1], rows[1:]]


def middle(points: NDArray[np.float64], rows: Rows) -> int:
    """The row nearest to the mean."""
    return int(rows[((points[rows] - points[rows].mean(axis=0)) ** 2).sum(axis=1).argmin()])
