"""Coordinate descent over trees against the weight of broken links alone: a good tree soon, without proof.

Only the ends of links take part. A state is a complete tree; one node at a time gets the test that breaks least, and
every leaf the cluster that breaks least. Compiled; `LinkDescent` drives it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.stop import Stop
from treeclust.engine.bounds.leaf_conflicts import Places
from treeclust.engine.descent.coordinate_descent import label_from, reaches, seed_compiled
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Bools, Floats, Instance, Ints

PASSES = 30
STALE, STALE_CHAINS = 12, 12
SHARE_OF_BEST = 0.3
KICKS = 3
"""Up to so many nodes of the best tree are changed at random before the next descent."""


@compiled("float64(int64, int64, int64[::1], int64[::1], int64[::1], float64[::1], boolean[::1])")
def change(u: int, new: int, label: Ints, first: Ints, other: Ints, weight: Floats, must: Bools) -> float:
    """How much more is broken when point u takes another cluster."""
    cost = 0.0
    old = label[u]
    for e in range(first[u], first[u + 1]):
        there = label[other[e]]
        if (there == new) != (there == old):
            cost += weight[e] if (there == old) == must[e] else -weight[e]
    return cost


@compiled(
    "float64(int64, int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1], float64[::1], boolean[::1])"
)
def improve_test(
    t: int, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints,
    first: Ints, other: Ints, weight: Floats, must: Bools,
) -> float:  # fmt: skip
    """The test of node t that breaks least with everything else fixed; returns how much less it breaks."""
    n, features = ranks.shape
    nodes = len(leaf_label) - 1
    path = np.empty(16, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    if_left, right, now = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for u in range(n):
        now[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        right[u] = now[u]
        if reaches(u, t, ranks, feature, threshold, path):
            here[u] = True
            if_left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            right[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
    start = 0.0
    for u in range(n):
        if now[u] != right[u]:
            start += change(u, right[u], now, first, other, weight, must)
            now[u] = right[u]
    best, best_feature, best_threshold, ties = start, feature[t], -1, 1
    for j in range(features):
        cost, previous = start, -1
        now[:] = right
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not here[u]:
                continue
            rank = ranks[u, j] if u >= 0 else -2
            if rank != previous:
                if cost < best - 1e-9:
                    best, best_feature, best_threshold, ties = cost, j, previous, 1
                elif cost < best + 1e-9:
                    ties += 1
                    if np.random.randint(ties) == 0:
                        best_feature, best_threshold = j, previous
            previous = rank
            if u >= 0 and now[u] != if_left[u]:
                cost += change(u, if_left[u], now, first, other, weight, must)
                now[u] = if_left[u]
    feature[t], threshold[t] = best_feature, best_threshold
    return float(-best)


@compiled(
    "float64(int64, int64, int64[:,::1], int64[::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1], float64[::1], boolean[::1])"
)
def improve_leaf(
    leaf: int, k: int, ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints,
    first: Ints, other: Ints, weight: Floats, must: Bools,
) -> float:  # fmt: skip
    """The cluster of a leaf that breaks least with everything else fixed; returns how much less it breaks."""
    n = len(ranks)
    nodes = len(leaf_label) - 1
    path = np.empty(16, dtype=np.int64)
    old = leaf_label[leaf]
    label = np.empty(n, dtype=np.int64)
    for u in range(n):
        label[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
    best, cost = 0.0, 0.0
    for c in range(k):
        for u in range(n):
            if label[u] != c and reaches(u, leaf + nodes + 1, ranks, feature, threshold, path):
                cost += change(u, c, label, first, other, weight, must)
                label[u] = c
        if cost < best - 1e-9:
            best = cost
            old = c
    leaf_label[leaf] = old
    return float(-best)


class LinkDescent:
    """Knows the links as an adjacency over their ends; hard links weigh more than all soft ones together."""

    def __init__(self, instance: Instance, ends: Ints, is_must: Bools, weights: Floats, seed: int = 0) -> None:
        assert instance.problem.depth is not None
        self.k, self.depth = instance.k, instance.problem.depth
        self.rng = np.random.default_rng(seed)
        seed_compiled(seed)
        self.best: Candidate | None = None
        self.least = np.inf
        points, places = np.unique(ends, return_inverse=True)
        self.ends = places.reshape(-1, 2).astype(np.int64)
        self.is_must, self.weights = is_must, weights
        self.ranks = np.ascontiguousarray(instance.ranks[points])
        self.order = np.ascontiguousarray(np.argsort(self.ranks, axis=0, kind="stable").T.astype(np.int32))
        self.links = self._adjacency()
        self.work, self.work_per_node = 0, self.ranks.size + len(self.ends) * self.ranks.shape[1] // 2

    def _adjacency(self) -> tuple[Ints, Ints, Floats, Bools]:
        source = np.concatenate([self.ends[:, 0], self.ends[:, 1]])
        by_source = np.argsort(source, kind="stable")
        first = np.searchsorted(source[by_source], np.arange(len(self.ranks) + 1)).astype(np.int64)
        other = np.concatenate([self.ends[:, 1], self.ends[:, 0]])[by_source]
        link = by_source % len(self.ends)
        return first, other, self.weights[link], self.is_must[link]

    def broken(self, candidate: Candidate) -> float:
        labels = candidate.labels(self.ranks)[self.ends]
        return float(self.weights[(labels[:, 0] == labels[:, 1]) != self.is_must].sum())

    def run(self, steps: int, stopped: Stop) -> Iterator[Candidate]:
        """Ever better trees, for so many steps or until STALE_CHAINS chains were in vain. A chain begins with a random
        tree, or now and then with the best; some nodes are changed again and again, and what is no worse is kept."""
        in_vain, last = 0, self.work + steps

        def stop() -> bool:
            return self.work >= last or stopped()

        while not stop() and in_vain < STALE_CHAINS and self.least > 0:
            in_vain += 1
            if self.best is not None and self.rng.random() < SHARE_OF_BEST:
                current, cost = self.best, self.least
            else:
                current, cost = self._descend(self._random_tree(), stop)
            stale = 0
            while stale < STALE and not stop():
                if cost < self.least:
                    self.best, self.least, in_vain = current, cost, 0
                    yield current
                changed, new_cost = self._descend(self._near(current), stop)
                stale = 0 if new_cost < cost else stale + 1
                if new_cost <= cost:
                    current, cost = changed, new_cost

    def _descend(self, tree: Candidate, stop: Stop) -> tuple[Candidate, float]:
        """The tree, changed in place until no change of one node helps, and the weight it breaks."""
        parts = tree.feature, tree.threshold, tree.leaf_label
        first, other, weight, must = self.links
        cost = self.broken(tree)
        for _ in range(PASSES):
            before = cost
            for t in (1 + self.rng.permutation(2 * len(tree.feature) - 1)).tolist():
                if stop():
                    return tree, self.broken(tree)
                self.work += self.work_per_node
                if t < len(tree.feature):
                    improve_test(t, self.ranks, self.order, *parts, first, other, weight, must)
                elif t - len(tree.feature) < len(tree.leaf_label):
                    improve_leaf(t - len(tree.feature), self.k, self.ranks, *parts, first, other, weight, must)
            cost = self.broken(tree)
            if cost >= before - 1e-9:
                break
        return tree, cost

    def _random_tree(self) -> Candidate:
        leaves = 2**self.depth
        feature = self.rng.integers(0, self.ranks.shape[1], leaves)
        threshold = self.ranks[self.rng.integers(0, len(self.ranks), leaves), feature]
        labels = np.concatenate([self.rng.permutation(self.k), self.rng.integers(0, self.k, leaves)])[:leaves]
        return Candidate(self.depth, feature, threshold, self.rng.permutation(labels))

    def _near(self, best: Candidate) -> Candidate:
        feature, threshold, leaf_label = best.feature.copy(), best.threshold.copy(), best.leaf_label.copy()
        for _ in range(int(self.rng.integers(1, KICKS + 1))):
            at = int(self.rng.integers(1, len(feature)))
            feature[at] = self.rng.integers(0, self.ranks.shape[1])
            threshold[at] = self.ranks[self.rng.integers(0, len(self.ranks)), feature[at]]
            leaf_label[self.rng.integers(0, len(leaf_label))] = self.rng.integers(0, self.k)
        return Candidate(self.depth, feature, threshold, leaf_label)
