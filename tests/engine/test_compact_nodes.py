"""One node of a compact tree: the best test, and above two leaves the best clusters, by looking at every one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from treeclust.engine.bounds.leaf_conflicts import pack
from treeclust.engine.descent.compact_leaves import improve_leaves
from treeclust.engine.descent.compact_nodes import improve_test
from treeclust.engine.descent.compact_trees import CompactTrees
from treeclust.engine.instance.candidate import Candidate

K, DEPTH, ROWS = 3, 2, 12


def random_trees(seed: int) -> CompactTrees:
    """Points with ties, weights, pairs that must not be together or apart, and sizes."""
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, 5, (ROWS, 2))
    pairs = np.triu(rng.random((ROWS, ROWS)), 1)
    apart, together = (pairs > 0) & (pairs < 0.15), pairs > 0.95
    sizes = [(1, ROWS * 3, 1, K), (4, 20, 1, K)][seed % 2]
    return CompactTrees(
        rng.random((ROWS, 3)) * 100, rng.integers(1, 4, ROWS), ranks,
        pack(apart | apart.T, 1), pack(together | together.T, 1), sizes, DEPTH, seed=seed,
    )  # fmt: skip


def improve(trees: CompactTrees, tree: Candidate, node: int) -> float:
    """The score after the node's turn."""
    step = improve_leaves if 2 * node > 2**DEPTH - 1 else improve_test
    step(
        node, trees.points, trees.weight, trees.ranks, trees.order, tree.feature, tree.threshold, tree.leaf_label,
        trees.conflict, trees.tie, trees.sizes, trees.price, trees.leaf_price, np.arange(2), np.array([10**9]),
    )  # fmt: skip
    return trees.score(tree)


def best_by_looking(trees: CompactTrees, tree: Candidate, node: int) -> float:
    """The best score of all tests, and for a node above two leaves of all clusters of these."""
    best, leaf = -np.inf, 2 * node - 2**DEPTH
    pairs = product(range(K), repeat=2) if leaf >= 0 else [(0, 0)]
    for (left, right), feature, threshold in product(pairs, range(2), range(-1, 5)):
        other = Candidate(DEPTH, tree.feature.copy(), tree.threshold.copy(), tree.leaf_label.copy())
        other.feature[node], other.threshold[node] = feature, threshold
        if leaf >= 0:
            other.leaf_label[leaf : leaf + 2] = left, right
        best = max(best, trees.score(other))
    return best


@pytest.mark.parametrize("node", [1, 2, 3])
def test_a_node_gets_the_best_that_there_is(node: int) -> None:
    """Nothing that the node could be has a better score."""
    for seed in range(150):
        trees = random_trees(seed)
        tree = trees.random_tree()
        wanted = best_by_looking(trees, tree, node)
        assert improve(trees, tree, node) == pytest.approx(wanted, rel=1e-9, abs=1e-4), seed


def test_an_empty_cluster_is_filled() -> None:
    """Where every cluster must have rows, a tree that leaves one empty is left for one that does not."""
    rng = np.random.default_rng(0)
    points, none = rng.random((ROWS, 2)) * 100, np.zeros((ROWS, 1), dtype=np.uint64)
    ranks = points.argsort(axis=0).argsort(axis=0)
    trees = CompactTrees(points, np.ones(ROWS), ranks, none, none, (1, ROWS, K, K), DEPTH)
    start = Candidate(DEPTH, np.zeros(4, dtype=np.int64), np.full(4, 5), np.zeros(4, dtype=np.int64))
    _, tree = trees.descend(start, np.array([10**9]))
    assert set(tree.labels(trees.ranks)) == set(range(K))
