"""Coordinate descent: what it counts is what is broken, and a node's best test is the best there is."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.engine.bounds.leaf_conflicts import pack
from treeclust.engine.descent.coordinate_descent import TIE_WEIGHT, improve_bottom, improve_node, settle
from treeclust.engine.instance.candidate import Candidate, with_all_clusters
from treeclust.engine.instance.instance import prepare

POINTS, FEATURES, K, DEPTH = 24, 3, 3, 3


def cost(labels: np.ndarray, conflict: np.ndarray, tie: np.ndarray) -> int:  # type: ignore[type-arg]
    """Broken pairs, one by one."""
    together = labels[:, None] == labels
    broken = (conflict & together).sum() + TIE_WEIGHT * (tie & ~together).sum()
    return int(broken) // 2


def random_state(seed: int):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, 9, (POINTS, FEATURES))
    upper = np.triu(rng.random((POINTS, POINTS)), 1)
    conflict, tie = (upper > 0.8), (upper > 0) & (upper < 0.05)
    conflict, tie = conflict | conflict.T, tie | tie.T
    feature = rng.integers(0, FEATURES, 2**DEPTH)
    threshold = rng.integers(0, 8, 2**DEPTH)
    leaf_label = rng.integers(0, K, 2**DEPTH)
    order = np.ascontiguousarray(np.argsort(ranks, axis=0, kind="stable").T.astype(np.int32))
    return ranks, order, feature, threshold, leaf_label, conflict, tie


@pytest.mark.parametrize("seed", range(20))
def test_settle_counts_what_is_broken(seed: int) -> None:
    """The popcounts add up to the pairs that a naive count finds broken."""
    ranks, _, feature, threshold, leaf_label, conflict, tie = random_state(seed)
    labels = Candidate(DEPTH, feature, threshold, leaf_label).labels(ranks)
    clusters = np.zeros((K, 1), dtype=np.uint64)
    found = settle(ranks, feature, threshold, leaf_label, pack(conflict, 1), pack(tie, 1), clusters)
    assert found == cost(labels, conflict, tie)


@pytest.mark.parametrize("node", range(1, 2**DEPTH))
@pytest.mark.parametrize("seed", range(6))
def test_a_node_gets_the_best_test_there_is(seed: int, node: int) -> None:
    """No feature and threshold (and, above leaves, no pair of clusters) breaks less, and the count returned is true."""
    ranks, order, feature, threshold, leaf_label, conflict, tie = random_state(seed)
    bottom = 2 * node >= 2**DEPTH
    best = min(tries(node, bottom, ranks, feature, threshold, leaf_label, conflict, tie))
    clusters = np.zeros((K, 1), dtype=np.uint64)
    improve = improve_bottom if bottom else improve_node
    bits = pack(conflict, 1), pack(tie, 1)
    found = improve(node, ranks, order, feature, threshold, leaf_label, *bits, clusters, np.arange(FEATURES))
    labels = Candidate(DEPTH, feature, threshold, leaf_label).labels(ranks)
    assert found == cost(labels, conflict, tie) == best


@pytest.mark.parametrize("seed", range(20))
def test_empty_clusters_are_filled_without_tearing_a_group(seed: int) -> None:
    """Every cluster gets a leaf where leaves are to spare; must-linked rows that shared a cluster still do."""
    rng = np.random.default_rng(seed)
    data = Dataset.from_array(rng.uniform(0, 9, (30, 2)))
    rows = rng.choice(30, 6, replace=False).tolist()
    links = Links.from_pairs(must=list(zip(rows[:3], rows[3:], strict=True)), cannot=[])
    instance = prepare(Problem(data, K, 3, links))
    feature, threshold = rng.integers(0, 2, 8), rng.integers(0, 29, 8)
    one_cluster = Candidate(3, feature, threshold, np.zeros(8, dtype=np.int64))
    filled = with_all_clusters(one_cluster, instance)
    leaves, labels = one_cluster.leaves(instance.ranks), filled.labels(instance.ranks)
    for a, b in zip(rows[:3], rows[3:], strict=True):
        assert labels[instance.point_of_row[a]] == labels[instance.point_of_row[b]]
    apart = [
        g for g in np.unique(leaves) if not set(instance.group_of[leaves == g]) & set(instance.group_of[leaves != g])
    ]
    spare = len(apart) - (len(apart) == len(np.unique(leaves)))
    assert len(np.unique(labels)) == 1 + min(K - 1, spare)


def tries(node, bottom, ranks, feature, threshold, leaf_label, conflict, tie):  # type: ignore[no-untyped-def]
    """What every change of one node breaks."""
    pairs = [(a, b) for a in range(K) for b in range(K)] if bottom else [None]
    for j in range(FEATURES):
        for border in range(-1, 9):
            for pair in pairs:
                f, t, labels = feature.copy(), threshold.copy(), leaf_label.copy()
                f[node], t[node] = j, border
                if pair is not None:
                    labels[2 * node - 2**DEPTH : 2 * node - 2**DEPTH + 2] = pair
                yield cost(Candidate(DEPTH, f, t, labels).labels(ranks), conflict, tie)
