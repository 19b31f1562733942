"""Ways to look at a table: each gives clusterings of its own kind, free or started from the expert's answers.

No one measure suits every table, so that the committee hears many: k-means on scaled and on standardised columns, with
random weights and on random columns; Gaussian mixtures; spectral clustering; linkage; label spreading from the rows
that were answered. All are scikit-learn's. A clustering is what each row costs in each cluster, from 0 to 1.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

from treeclust.ask.interview.answers import Answers, Floats, Ints

FAR = 0.9
"""Rows that are farther from the second nearest centre than this share of all cost 1 there."""
SEED_SHARE = 0.1
"""A group of answered rows weighs as much as this share of the table, shared by the clusters."""
NEIGHBOURS = (5, 10, 20)
LINKAGES = ("single", "average", "complete", "ward")
MOST_FIT = 60


class Views:
    """One table, as all of its views see it; what is costly and always the same is computed once."""

    def __init__(self, points: Floats, k: int) -> None:
        self.k, self.n = k, len(points)
        self.scaled = np.ascontiguousarray(points, dtype=np.float64)
        spread = points.std(axis=0)
        self.standard = (points - points.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        self.kept: dict[tuple[object, ...], Floats] = {}

    def draw(self, view: str, answers: Answers, rng: np.random.Generator) -> Floats | None:
        """What each row costs in each cluster; None where the view has nothing to say yet."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of graphs in several parts and fits that were cut short, which is fine
            return VIEWS[view](self, answers, rng)

    def space(self, rng: np.random.Generator) -> tuple[Floats, str]:
        return (self.scaled, "scaled") if rng.random() < 0.5 else (self.standard, "standard")

    def centres(self, points: Floats, answers: Answers, rng: np.random.Generator) -> Floats:
        """The means of answered groups, then rows far from all of them (k-means++)."""
        found = [points[rows].mean(axis=0) for rows in answers.anchors(self.k)] or [points[rng.integers(self.n)]]
        while len(found) < self.k:
            far = np.min([((points - one) ** 2).sum(axis=1) for one in found], axis=0)
            total = far.sum()
            found.append(points[rng.choice(self.n, p=far / total) if total > 0 else rng.integers(self.n)])
        return np.array(found)

    def weights(self, answers: Answers) -> Floats:
        """Answered rows count more."""
        weight = np.ones(self.n)
        for _, rows in answers.groups:
            weight[rows] += SEED_SHARE * self.n / self.k / len(rows)
        return weight

    def k_means(self, points: Floats, answers: Answers, rng: np.random.Generator) -> tuple[Floats, Ints]:
        """Squared distances to the centres, and labels."""
        from sklearn.cluster import KMeans

        start = self.centres(points, answers, rng)
        fitted = KMeans(self.k, init=start, n_init=1, max_iter=MOST_FIT).fit(
            points, sample_weight=self.weights(answers)
        )
        return fitted.transform(points) ** 2, fitted.labels_

    def by_centres(self, points: Floats, answers: Answers, rng: np.random.Generator) -> Floats:
        return costs(self.k_means(points, answers, rng)[0])

    def mixture(self, points: Floats, kind: str, answers: Answers, rng: np.random.Generator) -> Floats:
        """A Gaussian mixture, started from k-means."""
        from sklearn.mixture import GaussianMixture

        labels = self.k_means(points, answers, rng)[1]
        share = np.bincount(labels, minlength=self.k) + 1.0
        means = np.array(
            [points[labels == c].mean(axis=0) if (labels == c).any() else points[0] for c in range(self.k)]
        )
        fitted = GaussianMixture(
            self.k, covariance_type=kind, reg_covar=1e-2, max_iter=MOST_FIT, means_init=means,
            weights_init=share / share.sum(), precisions_init=precisions(points, labels, self.k, kind),
            init_params="random_from_data", random_state=0,
        ).fit(points)  # fmt: skip
        return np.asarray(1.0 - fitted.predict_proba(points))

    def embedding(self, name: str, neighbours: int) -> Floats:
        """Coordinates in which rows are near that many short steps join."""
        key = ("embedding", name, neighbours)
        if key not in self.kept:
            from sklearn.manifold import spectral_embedding
            from sklearn.neighbors import kneighbors_graph

            points = self.scaled if name == "scaled" else self.standard
            graph = kneighbors_graph(points, min(neighbours, self.n - 1), include_self=True)
            found = spectral_embedding(
                0.5 * (graph + graph.T), n_components=min(self.k, self.n - 2), random_state=0, drop_first=False
            )
            self.kept[key] = found / (np.linalg.norm(found, axis=1, keepdims=True) + 1e-12)
        return self.kept[key]

    def linkage(self, name: str, how: str) -> Floats:
        key = ("linkage", name, how)
        if key not in self.kept:
            from sklearn.cluster import AgglomerativeClustering

            points = self.scaled if name == "scaled" else self.standard
            labels = AgglomerativeClustering(self.k, linkage=how).fit_predict(points)
            self.kept[key] = 1.0 - np.eye(self.k)[labels]
        return self.kept[key]

    def spreading(self, answers: Answers, rng: np.random.Generator) -> Floats | None:
        """The labels of answered groups, spread along short steps; needs a group for every cluster."""
        from sklearn.semi_supervised import LabelSpreading

        anchors = answers.anchors(self.k)
        points, _ = self.space(rng)
        neighbours = min(int(rng.choice(NEIGHBOURS)), self.n - 1)
        if len(anchors) < self.k:
            return None
        labels = np.full(self.n, -1)
        for cluster, rows in enumerate(anchors):
            labels[rows] = cluster
        fitted = LabelSpreading(kernel="knn", n_neighbors=neighbours, alpha=0.95, max_iter=100).fit(points, labels)
        share = np.nan_to_num(fitted.label_distributions_)
        return np.asarray(1.0 - share)


def costs(squares: Floats) -> Floats:
    """0 in the nearest cluster, and at most 1."""
    over = squares - squares.min(axis=1, keepdims=True)
    second = np.sort(over, axis=1)[:, 1] if over.shape[1] > 1 else over[:, 0]
    return np.asarray(np.minimum(over / (np.quantile(second, FAR) + 1e-12), 1.0))


def precisions(points: Floats, labels: Ints, k: int, kind: str) -> Floats:
    """Of each cluster, drawn to those of the whole table where it has few rows."""
    width = points.shape[1]
    pooled = np.diag(points.var(axis=0) + 1e-6)
    found = []
    for c in range(k):
        rows = points[labels == c]
        own = np.cov(rows.T, bias=True).reshape(width, width) if len(rows) > 1 else pooled
        found.append((len(rows) * own + (width + 10) * 0.1 * pooled) / (len(rows) + (width + 10) * 0.1))
    if kind == "diag":
        return np.array([1.0 / np.diag(one) for one in found])
    return np.array([np.linalg.inv(one) for one in found])


def some_columns(table: Views, answers: Answers, rng: np.random.Generator) -> Floats:
    width = table.standard.shape[1]
    chosen = rng.choice(width, int(rng.integers(1, max(2, width // 2 + 1))), replace=False)
    points = np.ascontiguousarray(table.standard[:, chosen])
    return table.by_centres(points, answers, rng) if rng.random() < 0.5 else table.mixture(points, "diag", answers, rng)


def weighted(table: Views, answers: Answers, rng: np.random.Generator) -> Floats:
    return table.by_centres(table.scaled * rng.exponential(size=table.scaled.shape[1]), answers, rng)


def spectral(name: str) -> Callable[[Views, Answers, np.random.Generator], Floats]:
    return lambda t, a, rng: t.by_centres(t.embedding(name, int(rng.choice(NEIGHBOURS))), a, rng)


VIEWS: dict[str, Callable[[Views, Answers, np.random.Generator], Floats | None]] = {
    "k-means": lambda t, a, rng: t.by_centres(t.scaled, a, rng),
    "k-means, standardised": lambda t, a, rng: t.by_centres(t.standard, a, rng),
    "diagonal mixture": lambda t, a, rng: t.mixture(t.standard, "diag", a, rng),
    "full mixture": lambda t, a, rng: t.mixture(t.standard, "full", a, rng),
    "weighted columns": weighted,
    "some columns": some_columns,
    "spectral": spectral("scaled"),
    "spectral, standardised": spectral("standard"),
    "linkage": lambda t, a, rng: t.linkage(t.space(rng)[1], str(rng.choice(LINKAGES))),
    "spreading": lambda t, a, rng: t.spreading(a, rng),
}
