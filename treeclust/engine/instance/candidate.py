"""A complete binary tree over ranks: what the search proposes and what every row is sent through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.tree import Rows, Solution, grow
from treeclust.engine.instance.instance import Instance, Ints


@compiled("int64[::1](int64[:,::1], int64[::1], int64[::1], int64)")
def leaves_of(ranks: Ints, feature: Ints, threshold: Ints, depth: int) -> Ints:
    """The leaf that each point ends in."""
    leaf = np.empty(len(ranks), dtype=np.int64)
    for u in range(len(ranks)):
        t = 1
        for _ in range(depth):
            t = 2 * t + (1 if ranks[u, feature[t]] > threshold[t] else 0)
        leaf[u] = t - (1 << depth)
    return leaf


@dataclass(frozen=True, eq=False)
class Candidate:
    """Node t (root 1, children 2t and 2t + 1) sends ranks ≤ threshold[t] of kept feature[t] left; leaf l, counted
    from 0, has cluster leaf_label[l]."""

    depth: int
    feature: Ints
    threshold: Ints
    leaf_label: Ints

    def leaves(self, ranks: Ints) -> Ints:
        """The leaf that each point ends in."""
        feature, threshold = np.ascontiguousarray(self.feature), np.ascontiguousarray(self.threshold)
        return leaves_of(np.ascontiguousarray(ranks), feature, threshold, self.depth)

    def labels(self, ranks: Ints) -> Ints:
        return self.leaf_label[self.leaves(ranks)]

    def relabelled(self, leaf_label: Ints) -> Candidate:
        return Candidate(self.depth, self.feature, self.threshold, leaf_label)

    def solution(self, instance: Instance) -> Solution:
        """The tree over the table's own values."""
        ranks = instance.ranks

        def goes_left(t: int, rows: Rows) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
            left = ranks[instance.point_of_row[rows], self.feature[t]] <= self.threshold[t]
            return np.asarray(left, dtype=np.bool_)

        return grow(
            instance.problem.dataset,
            self.depth,
            feature=lambda t: int(instance.features[self.feature[t]]),
            goes_left=goes_left,
            cluster=lambda t: int(self.leaf_label[t - 2**self.depth]),
        )


def with_all_clusters(tree: Candidate, instance: Instance) -> Candidate:
    """Missing clusters get a leaf of their own, as far as leaves can leave their cluster without tearing a group."""
    leaves = tree.leaves(instance.ranks)
    leaf_label = tree.leaf_label.copy()
    filled = np.unique(leaves)
    for label in np.setdiff1d(np.arange(instance.k), leaf_label[filled]):
        for leaf in filled:
            companions = (leaf_label[leaves] == leaf_label[leaf]) & (leaves != leaf)
            inside = leaves == leaf
            groups = instance.group_of
            if companions.any() and not np.isin(groups[inside], groups[~inside]).any():
                leaf_label[leaf] = label
                break
    return tree.relabelled(leaf_label)
