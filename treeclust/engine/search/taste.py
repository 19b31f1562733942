"""Which of several tests a person would rather read: one that stood there before, then one with a wide margin."""

from __future__ import annotations

import numpy as np

from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.tree import Leaf, Node, Rows, Solution, Tree
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance, Ints
from treeclust.engine.search.fewest_leaves import Cut

SAME_PLACE, SAME_TEST, NEW = range(3)
"""How near a test is to those of an earlier tree."""


class Taste:
    """Tests of the tree `near` first, where it had them if possible; then wide margins; then the first columns."""

    def __init__(self, instance: Instance, near: EarlierTree | None = None) -> None:
        self.instance, self.features = instance, instance.problem.dataset.features
        kept = instance.features.tolist()
        self.columns = [self.features[j].column for j in kept]
        self.values = [np.unique(instance.problem.dataset.values[:, j]) for j in kept]
        self.near, self.earlier = near, dict[int, list[tuple[int, float]]]()
        if near is not None:
            places = near.places(self.features)
            for test in near.tests:
                if test.node in places and places[test.node] in kept:
                    self.earlier.setdefault(kept.index(places[test.node]), []).append((test.node, test.threshold))

    @property
    def known_features(self) -> Ints:
        """Those that the earlier tree asks about."""
        return np.array(sorted(self.earlier), dtype=np.int64)

    def key(self, cut: Cut) -> tuple[float, ...]:
        values = self.values[cut.feature]
        low, high = float(values[cut.below]), float(values[cut.above])
        at = [node for node, threshold in self.earlier.get(cut.feature, ()) if low <= threshold < high]
        near = SAME_PLACE if cut.node in at else SAME_TEST if at else NEW
        return near, -(high - low) / float(values[-1] - values[0]), cut.feature, cut.below

    def earlier_candidate(self, depth: int) -> Candidate | None:
        """The earlier tree over the ranks of this table; None if it does not fit any more."""
        if self.near is None or sum(map(len, self.earlier.values())) < len(self.near.tests):
            return None
        inner = 2**depth
        if max(node for node, _ in self.near.leaves) >= 2 * inner:
            return None
        if max(cluster for _, cluster in self.near.leaves) >= self.instance.problem.k:
            return None
        feature, threshold = np.zeros(inner, dtype=np.int64), np.full(inner, -1, dtype=np.int64)
        leaf_label = np.zeros(inner, dtype=np.int64)
        for j, tests in self.earlier.items():
            for node, value in tests:
                feature[node] = j
                threshold[node] = np.searchsorted(self.values[j], value, side="right") - 1
        for node, cluster in self.near.leaves:
            below = depth - (node.bit_length() - 1)
            leaf_label[np.arange(node << below, (node + 1) << below) - inner] = cluster
        return Candidate(depth, feature, threshold, leaf_label)

    def with_earlier_thresholds(self, solution: Solution) -> Solution:
        """The same clusters; a threshold of the earlier tree stays where it parts the same rows."""
        if solution.tree is None or not self.earlier:
            return solution
        kept, values = self.instance.features.tolist(), self.instance.problem.dataset.values

        def down(node: Node, number: int, rows: Rows) -> Node:
            if isinstance(node, Leaf):
                return node
            column = values[rows, node.feature]
            left = column <= node.threshold
            low, high = float(column[left].max()), float(column[~left].min())
            earlier = self.earlier.get(kept.index(node.feature), ())
            there = sorted((at != number, value) for at, value in earlier if low <= value < high)
            threshold = there[0][1] if there else node.threshold
            one, two = down(node.left, 2 * number, rows[left]), down(node.right, 2 * number + 1, rows[~left])
            return type(node)(node.feature, threshold, one, two, node.size)

        root = down(solution.tree.root, 1, np.arange(len(values)))
        return Solution(solution.labels, Tree(root, solution.tree.features))
