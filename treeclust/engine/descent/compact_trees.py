"""Compact trees: small within-cluster sum of squares, by coordinate descent from given trees and from random ones.

A state is a complete tree. One node at a time gets the test, and above two leaves their clusters, with the best score
(`compact_nodes`). The price of a broken pair is higher than anything that can be saved, so a tree that breaks nothing
never comes to break something. Compiled; effort is counted in steps, so that the load of the machine does not change
what is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.descent.compact_leaves import improve_leaves
from treeclust.engine.descent.compact_nodes import TINY, fill, improve_test, missing_rows
from treeclust.engine.descent.coordinate_descent import label_from, seed_compiled
from treeclust.engine.descent.forced_clusters import is_forced
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Bools, Floats, Ints

PASSES = 8
KICKS = 3
"""Up to so many nodes of the best tree are changed at random before the next descent."""
STALE = 40
"""So many descents in a row without a better tree are enough."""
STEPS_PER_NODE = 20_000_000
"""About as many steps as a stopping rule may have to wait for."""


@compiled("int64(int64[::1], int64[:,::1], int64[::1], int64[::1], int64[::1])")
def used_nodes(labels: Ints, ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints) -> int:
    """How many tests part the points that come to them into different clusters: the leaves of the tree, less one."""
    nodes = len(leaf_label) - 1
    lowest, highest = np.full(nodes + 1, 1 << 30, dtype=np.int64), np.full(nodes + 1, -1, dtype=np.int64)
    parts = np.zeros(nodes + 1, dtype=np.bool_)
    sides = np.zeros((nodes + 1, 2), dtype=np.int64)
    for u in range(len(ranks)):
        c, t = labels[u], 1
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
    "float64(float64[:,::1], float64[::1], int64[:,::1], int64[::1], int64[::1], int64[::1], uint64[:,::1],"
    " uint64[:,::1], int64[::1], float64, float64)"
)
def score_of(
    points: Floats, weight: Floats, ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float,
) -> float:  # fmt: skip
    """What the tree saves of the sum of squares, less the price of its leaves and of what it breaks."""
    n, k, nodes = len(points), sizes[3], len(leaf_label) - 1
    clusters, total = np.zeros((k, conflict.shape[1]), dtype=np.uint64), np.zeros((k, points.shape[1]))
    square, rows, labels = np.zeros(k), np.zeros(k), np.empty(n, dtype=np.int64)
    for u in range(n):
        labels[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
    saved = fill(labels, points, weight, conflict, tie, price, clusters, total, square, rows)
    leaves = used_nodes(labels, ranks, feature, threshold, leaf_label)
    return saved - price * missing_rows(rows, sizes) - leaf_price * leaves


@compiled(
    "float64(float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64, boolean[::1], int64[::1])"
)
def descend(
    points: Floats, weight: Floats, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, most_features: int, late: Bools,
    steps: Ints,
) -> float:  # fmt: skip
    """Passes over the nodes in random order until none is better, or the steps are used up; returns the score. A node
    is left out if no other has changed since its last turn. `late` nodes come last in the first pass."""
    nodes, changes = len(leaf_label) - 1, 0
    seen = np.full(nodes + 1, -1)
    best = score_of(points, weight, ranks, feature, threshold, leaf_label, conflict, tie, sizes, price, leaf_price)
    for number in range(PASSES):
        before = best
        for place in np.random.permutation(nodes):
            t = place + 1
            if seen[t] == changes or (number == 0 and late[t]):
                continue
            was_feature, was_threshold, was_labels = feature[t], threshold[t], leaf_label.copy()
            only = np.random.permutation(ranks.shape[1])[:most_features]
            if 2 * t > nodes:
                improve_leaves(
                    t, points, weight, ranks, order, feature, threshold, leaf_label, conflict, tie, sizes, price,
                    leaf_price, only, steps,
                )  # fmt: skip
            else:
                improve_test(
                    t, points, weight, ranks, order, feature, threshold, leaf_label, conflict, tie, sizes, price,
                    leaf_price, only, steps,
                )  # fmt: skip
            changes += feature[t] != was_feature or threshold[t] != was_threshold or (leaf_label != was_labels).any()
            seen[t] = changes
            if steps[0] < 0:
                break
        best = score_of(points, weight, ranks, feature, threshold, leaf_label, conflict, tie, sizes, price, leaf_price)
        if steps[0] < 0 or (number > 0 and best <= before + TINY):
            break
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
        return score_of(
            self.points, self.weight, self.ranks, tree.feature, tree.threshold, tree.leaf_label,
            self.conflict, self.tie, self.sizes, self.price, self.leaf_price,
        )  # fmt: skip

    def is_forced(self, tree: Candidate) -> bool:
        """Is it proved that there are no other clusters than those of this tree, which breaks nothing?"""
        labels, k = tree.labels(self.ranks), int(self.sizes[3])
        return len(np.unique(labels)) == k and is_forced(self.conflict, self.tie, labels, k)

    def descend(self, start: Candidate, steps: Ints, late: Bools | None = None) -> tuple[float, Candidate]:
        """The tree at the end of a descent, and its score. `late` nodes wait until all others had a turn."""
        late = np.zeros(2**self.depth, dtype=np.bool_) if late is None else late
        tree = Candidate(self.depth, start.feature.copy(), start.threshold.copy(), start.leaf_label.copy())
        score = descend(
            self.points, self.weight, self.ranks, self.order, tree.feature, tree.threshold, tree.leaf_label,
            self.conflict, self.tie, self.sizes, self.price, self.leaf_price, self.most_features, late, steps,
        )  # fmt: skip
        return score, tree

    def improve(self, start: Candidate, steps: Ints) -> Iterator[tuple[float, Candidate]]:
        """Ever better trees: the start, then descents from the best with a few nodes changed, and now and then from a
        random tree, until the steps are used up."""
        tree, best, stale = start, self.score(start), 0
        for attempt in count():
            if steps[0] <= 0 or stale == STALE:
                return
            begin, late = (self.random_tree(), None) if attempt % 4 == 3 else self.changed(tree, attempt > 0)
            score, found = self.descend(begin, steps, late)
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

    def changed(self, tree: Candidate, much: bool) -> tuple[Candidate, Bools]:
        """The tree with up to KICKS random tests, and as many random leaves, and where; or as it is."""
        feature, threshold, leaf_label = tree.feature.copy(), tree.threshold.copy(), tree.leaf_label.copy()
        where = np.zeros(len(feature), dtype=np.bool_)
        for _ in range(int(self.rng.integers(1, KICKS + 1)) if much else 0):
            at = int(self.rng.integers(1, len(feature)))
            feature[at], where[at] = self.rng.integers(0, self.ranks.shape[1]), True
            threshold[at] = self.ranks[self.rng.integers(0, len(self.ranks)), feature[at]]
            leaf_label[self.rng.integers(0, len(leaf_label))] = self.rng.integers(0, int(self.sizes[3]))
        return Candidate(self.depth, feature, threshold, leaf_label), where
