"""Each baseline keeps what it promises."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.tree import DecisionTreeClassifier

from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import never
from treeclust.lab.baselines import BASELINES
from treeclust.lab.baselines.cop_kmeans import cop_kmeans
from treeclust.lab.baselines.explained_kmeans import fewest_mistakes
from treeclust.lab.random_links import random_links

SECONDS = 10.0
WITHOUT_SCIP = sorted(set(BASELINES) - {"mio"})


def blobs(k: int = 3, kappa: float = 0.3, seed: int = 0, depth: int = 3) -> Problem:
    rng = np.random.default_rng(seed)
    known = rng.integers(0, k, 60)
    known[:k] = range(k)
    table = rng.uniform(0, 9, (k, 3))[known] + rng.normal(0, 0.7, (60, 3))
    return Problem(Dataset.from_array(table, known=known), k, depth, random_links(known, kappa, seed))


def run(name: str, problem: Problem, seed: int = 1):
    return BASELINES[name].run(problem, seed, never, SECONDS)


@pytest.mark.parametrize("name", WITHOUT_SCIP)
def test_labels_are_whole_and_repeatable(name):
    """One label per row from 0 by first appearance, at most k of them, the same for the same seed; no proof claimed."""
    problem = blobs()
    one, two = run(name, problem), run(name, problem)
    assert one.status is Status.FEASIBLE
    assert np.array_equal(one.labels, two.labels) and one.labels.shape == (60,)
    seen = list(dict.fromkeys(one.labels.tolist()))
    assert seen == list(range(len(seen))) and 2 <= len(seen) <= problem.k


@pytest.mark.parametrize("seed", range(12))
def test_cop_kmeans_obeys_every_link_or_finds_nothing(seed):
    """Over random problems with many links: what comes back keeps them all."""
    problem = blobs(k=2 + seed % 3, kappa=0.5 + seed / 12, seed=seed)
    found = run("cop-kmeans", problem, seed)
    if found.labels is None:
        assert found.status is Status.UNKNOWN
    else:
        assert all(link.holds(found.labels) for link in problem.links)


def test_cop_kmeans_fails_where_nothing_is_possible():
    """Three rows apart from each other and two clusters."""
    links = Links.from_pairs(cannot=[(0, 1), (1, 2), (0, 2)])
    assert run("cop-kmeans", Problem(blobs().dataset, 2, 2, links)).labels is None
    assert cop_kmeans(blobs(), 1, lambda: True, SECONDS).labels is None


def test_without_links_the_constrained_ones_are_kmeans():
    """Their sum of squares is that of scikit-learn's k-means."""
    problem = blobs(kappa=0)
    scaled = problem.dataset.scaled

    def squares(labels: np.ndarray) -> float:
        return sum(((scaled[labels == c] - scaled[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels.tolist()))

    best = KMeans(3, n_init=10, random_state=0).fit(scaled).inertia_
    for name in ("cop-kmeans", "pck-means"):
        assert squares(run(name, problem).labels) == pytest.approx(best, rel=1e-6)


def test_pck_means_breaks_few_links():
    """Links from the known classes pull the clusters: fewer are broken than by k-means, which knows none of them."""
    problem = blobs(k=4, kappa=1.0, seed=3)

    def broken(labels: np.ndarray) -> int:
        return sum(not link.holds(labels) for link in problem.links)

    plain = KMeans(4, n_init=10, random_state=1).fit_predict(problem.dataset.scaled)
    assert broken(run("pck-means", problem).labels) <= broken(plain)


@pytest.mark.parametrize("seed", range(4))
def test_cart_is_scikit_learns_tree_on_kmeans(seed):
    """The labels of its tree are those that scikit-learn predicts; the depth is kept; the tree predicts them itself."""
    problem = blobs(k=4, seed=seed, depth=2)
    found = run("cart", problem, seed)
    scaled = problem.dataset.scaled
    target = KMeans(4, n_init=10, random_state=seed).fit_predict(scaled)
    wanted = DecisionTreeClassifier(max_depth=2, random_state=seed).fit(scaled, target).predict(scaled)
    same = found.labels[:, None] == found.labels[None, :]
    assert np.array_equal(same, wanted[:, None] == wanted[None, :])
    assert found.tree.depth <= 2
    assert np.array_equal(found.tree.predict(problem.dataset.values), found.labels)


@pytest.mark.parametrize("seed", range(4))
def test_explained_kmeans_is_a_tree_with_a_leaf_per_cluster(seed):
    """k leaves, all clusters different, every row counted once, and the labels are the tree's."""
    problem = blobs(k=4, seed=seed)
    found = run("explained-kmeans", problem, seed)
    leaves = list(found.tree.leaves())
    assert len(leaves) == len({leaf.cluster for leaf in leaves}) == 4
    assert sum(leaf.size for leaf in leaves) == problem.n
    assert np.array_equal(found.tree.predict(problem.dataset.values), found.labels)


def test_the_split_with_the_fewest_mistakes_is_chosen():
    """By looking at every feature and threshold that parts the centres."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        values, centres = rng.integers(0, 6, (12, 2)).astype(float), rng.uniform(0, 6, (3, 2))
        own = centres[rng.integers(0, 3, 12)]
        feature, threshold = fewest_mistakes(values, own, centres)

        def mistakes(j: int, cut: float, values=values, own=own) -> int:
            return int(np.sum((values[:, j] > cut) != (own[:, j] > cut)))

        every = [
            mistakes(j, cut)
            for j in range(2)
            for cut in np.linspace(centres[:, j].min(), centres[:, j].max(), 400, endpoint=False)
        ]
        assert mistakes(feature, threshold) == min(every)
        assert 0 < (centres[:, feature] > threshold).sum() < 3


def test_complete_linkage_joins_the_pair_of_smallest_diameter():
    """Against joining clusters by hand, on a tiny table."""
    problem = Problem(Dataset.from_array(np.random.default_rng(1).random((9, 2))), 3, 2)
    distance = np.linalg.norm(problem.dataset.scaled[:, None] - problem.dataset.scaled[None], axis=2)
    clusters = [[i] for i in range(9)]
    while len(clusters) > 3:
        pairs = [(a, b) for a in range(len(clusters)) for b in range(a)]
        a, b = min(pairs, key=lambda pair: distance[np.ix_(clusters[pair[0]], clusters[pair[1]])].max())
        clusters[b] += clusters.pop(a)
    labels = run("complete-linkage", problem).labels
    assert {frozenset(c) for c in clusters} == {frozenset(np.flatnonzero(labels == c).tolist()) for c in range(3)}
