"""Compact trees: small within-cluster sum of squares, by coordinate descent from given trees and from random ones.

A state is a complete tree. One node at a time gets the test, and above two leaves their clusters, with the best score:
what the clustering saves of the table's sum of squares, less a price for each pair that must not be together or apart.
The price is higher than anything that can be saved, so a tree that breaks nothing never comes to break something.
Compiled; effort is counted in steps, so that the load of the machine does not change what is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.descent.coordinate_descent import label_from, popcount, put, reaches, seed_compiled, take
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Floats, Ints

PASSES = 8
KICKS = 3
"""Up to so many nodes of the best tree are changed at random before the next descent."""
STALE = 40
"""So many descents in a row without a better tree are enough."""
STEPS_PER_NODE = 20_000_000
"""About as many steps as a stopping rule may have to wait for."""


@compiled("int64(int64, uint64[::1], uint64[:,::1], uint64[:,::1])")
def broken_pairs(u: int, cluster: Bits, conflict: Bits, tie: Bits) -> int:
    """How many pairs point u breaks in this cluster, all points being placed."""
    count = 0
    for w in range(len(cluster)):
        count += popcount(conflict[u, w] & cluster[w])
        if tie[u, w]:
            count += popcount(tie[u, w] & ~cluster[w])
    return count


@compiled("int64(float64[::1], int64[::1])")
def missing_rows(count: Floats, sizes: Ints) -> int:
    """By how many rows clusters are too small or too large, and how many clusters are missing."""
    wrong, filled = 0, 0
    for c in range(len(count)):
        if count[c] > 0.5:
            filled += 1
            wrong += max(0, sizes[0] - int(count[c])) + max(0, int(count[c]) - sizes[1])
    return int(wrong + max(0, sizes[2] - filled))


@compiled(
    "float64(int64[::1], float64[:,::1], float64[::1], uint64[:,::1], uint64[:,::1], float64, uint64[:,::1],"
    " float64[:,::1], float64[::1], float64[::1])"
)
def fill(
    labels: Ints, points: Floats, weight: Floats, conflict: Bits, tie: Bits, price: float,
    clusters: Bits, total: Floats, square: Floats, count: Floats,
) -> float:  # fmt: skip
    """Members, totals, their squared lengths and rows of the clusters; returns what they save of the sum of squares
    (the squared length of each total, divided by its rows), less the price of the broken pairs."""
    clusters[:], total[:], count[:] = 0, 0.0, 0.0
    for u in range(len(labels)):
        c = labels[u]
        put(u, clusters[c])
        count[c] += weight[u]
        for f in range(points.shape[1]):
            total[c, f] += weight[u] * points[u, f]
    broken = 0
    for u in range(len(labels)):
        broken += broken_pairs(u, clusters[labels[u]], conflict, tie)
    score = -price * (broken // 2)
    for c in range(len(count)):
        square[c] = 0.0
        for f in range(points.shape[1]):
            square[c] += total[c, f] * total[c, f]
        if count[c] > 0.5:
            score += square[c] / count[c]
    return score


@compiled(
    "float64(int64, int64, int64, float64[:,::1], float64[::1], uint64[:,::1], uint64[:,::1], float64, uint64[:,::1],"
    " float64[:,::1], float64[::1], float64[::1])"
)
def move(
    u: int, old: int, new: int, points: Floats, weight: Floats, conflict: Bits, tie: Bits, price: float, clusters: Bits,
    total: Floats, square: Floats, count: Floats,
) -> float:  # fmt: skip
    """Move a point from one cluster to another; returns the change of the score."""
    before = square[old] / count[old]
    if count[new] > 0.5:
        before += square[new] / count[new]
    take(u, clusters[old])
    better = broken_pairs(u, clusters[old], conflict, tie) - broken_pairs(u, clusters[new], conflict, tie)
    put(u, clusters[new])
    norm, along_old, along_new = 0.0, 0.0, 0.0
    for f in range(points.shape[1]):
        x = weight[u] * points[u, f]
        norm += x * x
        along_old += x * total[old, f]
        along_new += x * total[new, f]
        total[old, f] -= x
        total[new, f] += x
    square[old] += norm - 2 * along_old
    square[new] += norm + 2 * along_new
    count[old] -= weight[u]
    count[new] += weight[u]
    after = square[new] / count[new]
    if count[old] > 0.5:
        after += square[old] / count[old]
    return float(after - before + price * better)


@compiled("int64(int64[:,::1], int64[::1], int64[::1], int64[::1])")
def used_nodes(ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints) -> int:
    """How many tests part the points that come to them into different clusters: the leaves of the tree, less one."""
    nodes = len(leaf_label) - 1
    lowest, highest = np.full(nodes + 1, 1 << 30, dtype=np.int64), np.full(nodes + 1, -1, dtype=np.int64)
    parts = np.zeros(nodes + 1, dtype=np.bool_)
    sides = np.zeros((nodes + 1, 2), dtype=np.int64)
    for u in range(len(ranks)):
        c = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        t = 1
        while t <= nodes:
            lowest[t], highest[t] = min(lowest[t], c), max(highest[t], c)
            side = 0 if ranks[u, feature[t]] <= threshold[t] else 1
            sides[t, side] = 1
            t = 2 * t + side
    used = 0
    for t in range(1, nodes + 1):
        parts[t] = sides[t, 0] == 1 and sides[t, 1] == 1 and lowest[t] < highest[t]
        used += parts[t]
    return used


@compiled(
    "float64(int64, float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64[::1], int64[::1])"
)
def improve_node(
    t: int, points: Floats, weight: Floats, ranks: Ints, order: Places,
    feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, only: Ints, steps: Ints,
) -> float:  # fmt: skip
    """The best test for node t with everything else fixed, and above two leaves a new cluster for one of them too; a
    test that parts nothing costs no leaf. Returns the score. `only`: the features to try."""
    n, nodes, k = len(points), len(leaf_label) - 1, sizes[3]
    bottom = 2 * t > nodes
    path = np.empty(64, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    outside, labels = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    if_left, if_right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for u in range(n):
        here[u] = reaches(u, t, ranks, feature, threshold, path) == 1
        outside[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        if here[u] and not bottom:
            if_left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            if_right[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
    clusters, first_clusters = np.zeros((k, conflict.shape[1]), np.uint64), np.zeros((k, conflict.shape[1]), np.uint64)
    total, first_total = np.zeros((k, points.shape[1])), np.zeros((k, points.shape[1]))
    square, first_square, count, first_count = np.zeros(k), np.zeros(k), np.zeros(k), np.zeros(k)
    now_left, now_right = (leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes]) if bottom else (0, 0)
    best, best_feature, best_threshold, best_left, best_right = -np.inf, feature[t], threshold[t], now_left, now_right
    for choice in range(2 * k if bottom else 1):
        left_label, right_label = (choice, now_right) if choice < k else (now_left, choice - k)
        if bottom:
            if choice >= k and right_label == now_right:
                continue
            if_left[:], if_right[:] = left_label, right_label
        for u in range(n):
            labels[u] = if_right[u] if here[u] else outside[u]
        start = fill(
            labels, points, weight, conflict, tie, price, first_clusters, first_total, first_square, first_count
        )
        steps[0] -= n
        for j in only:
            clusters[:], total[:], square[:], count[:] = first_clusters, first_total, first_square, first_count
            score, previous = start, -1
            for at in range(n + 1):
                u = order[j, at] if at < n else -1
                if u >= 0 and not here[u]:
                    continue
                rank = ranks[u, j] if u >= 0 else -2
                if rank != previous:
                    whole = score - price * missing_rows(count, sizes)
                    if previous >= 0 and u >= 0 and not (bottom and left_label == right_label):
                        whole -= leaf_price
                    if whole > best + 1e-7:
                        best, best_feature, best_threshold = whole, j, previous
                        best_left, best_right = left_label, right_label
                previous = rank
                if u >= 0 and if_left[u] != if_right[u]:
                    steps[0] -= conflict.shape[1] + points.shape[1]
                    score += move(
                        u, if_right[u], if_left[u], points, weight, conflict, tie, price, clusters, total, square, count
                    )
    feature[t], threshold[t] = best_feature, best_threshold
    if bottom:
        leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right
    return best


class CompactTrees:
    """Descents over one set of points. `weight[i]` rows are equal to point i; `conflict` and `tie` are bit sets of
    points that must not, or must, share a cluster with each; `sizes`: fewest and most rows of a cluster, fewest
    clusters, k; `leaf_price`: what one more leaf must save of the sum of squares."""

    def __init__(
        self, points: Floats, weight: Floats, ranks: Ints, conflict: Bits, tie: Bits, sizes: tuple[int, int, int, int],
        depth: int, leaf_price: float = 0.0, seed: int = 0,
    ) -> None:  # fmt: skip
        mean = np.average(points, axis=0, weights=weight)
        self.points, self.weight = np.ascontiguousarray(points - mean), np.ascontiguousarray(weight, dtype=np.float64)
        self.ranks = np.ascontiguousarray(ranks)
        self.order = np.ascontiguousarray(np.argsort(self.ranks, axis=0, kind="stable").T.astype(np.int32))
        self.conflict, self.tie, self.sizes, self.depth = conflict, tie, np.array(sizes, dtype=np.int64), depth
        self.rng = np.random.default_rng(seed)
        seed_compiled(seed)
        self.spread = float((self.weight[:, None] * self.points**2).sum())
        self.price, self.leaf_price = self.spread + 1.0, leaf_price
        work = len(points) * (conflict.shape[1] + points.shape[1]) * 2 * sizes[3]
        self.most_features = max(2, min(self.ranks.shape[1], STEPS_PER_NODE // work))

    def score(self, tree: Candidate) -> float:
        """What the tree saves of the sum of squares, less the price of its leaves and of what it breaks."""
        k, words = int(self.sizes[3]), self.conflict.shape[1]
        room = np.zeros((k, words), dtype=np.uint64), np.zeros((k, self.points.shape[1])), np.zeros(k), np.zeros(k)
        labels = tree.labels(self.ranks)
        saved = fill(labels, self.points, self.weight, self.conflict, self.tie, self.price, *room)
        leaves = used_nodes(self.ranks, tree.feature, tree.threshold, tree.leaf_label)
        return saved - self.price * missing_rows(room[3], self.sizes) - self.leaf_price * leaves

    def descend(self, start: Candidate, steps: Ints) -> tuple[float, Candidate]:
        """Passes over the nodes in random order until none is better, or the steps are used up."""
        tree = Candidate(self.depth, start.feature.copy(), start.threshold.copy(), start.leaf_label.copy())
        best = self.score(tree)
        for _ in range(PASSES):
            before = best
            for t in (1 + self.rng.permutation(len(tree.feature) - 1)).tolist():
                only = self.rng.permutation(self.ranks.shape[1])[: self.most_features]
                improve_node(
                    t, self.points, self.weight, self.ranks, self.order, tree.feature, tree.threshold, tree.leaf_label,
                    self.conflict, self.tie, self.sizes, self.price, self.leaf_price, only, steps,
                )  # fmt: skip
                if steps[0] < 0:
                    break
            best = self.score(tree)
            if steps[0] < 0 or best <= before + 1e-7:
                break
        return best, tree

    def improve(self, start: Candidate, steps: Ints) -> Iterator[tuple[float, Candidate]]:
        """Ever better trees: the start, then descents from the best with a few nodes changed, and now and then from a
        random tree, until the steps are used up."""
        tree, best, stale = start, self.score(start), 0
        for attempt in count():
            if steps[0] <= 0 or stale == STALE:
                return
            begin = tree if attempt == 0 else self.random_tree() if attempt % 4 == 3 else self.changed(tree)
            score, found = self.descend(begin, steps)
            stale += 1
            if score > best + 1e-7:
                best, tree, stale = score, found, 0
                yield best, tree

    def random_tree(self) -> Candidate:
        leaves, k = 2**self.depth, int(self.sizes[3])
        feature = self.rng.integers(0, self.ranks.shape[1], leaves)
        threshold = self.ranks[self.rng.integers(0, len(self.ranks), leaves), feature]
        labels = np.concatenate([self.rng.permutation(k), self.rng.integers(0, k, leaves)])[:leaves]
        return Candidate(self.depth, feature, threshold, self.rng.permutation(labels))

    def changed(self, tree: Candidate) -> Candidate:
        """The tree with up to KICKS random tests and as many random leaves."""
        feature, threshold, leaf_label = tree.feature.copy(), tree.threshold.copy(), tree.leaf_label.copy()
        for _ in range(int(self.rng.integers(1, KICKS + 1))):
            at = int(self.rng.integers(1, len(feature)))
            feature[at] = self.rng.integers(0, self.ranks.shape[1])
            threshold[at] = self.ranks[self.rng.integers(0, len(self.ranks)), feature[at]]
            leaf_label[self.rng.integers(0, len(leaf_label))] = self.rng.integers(0, int(self.sizes[3]))
        return Candidate(self.depth, feature, threshold, leaf_label)
