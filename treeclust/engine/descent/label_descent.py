"""The tree nearest to given labels: coordinate descent on what each row costs in each cluster.

A state is a complete tree. One node at a time gets the test that costs least, and above two leaves their clusters too.
Rows do not depend on each other here, so that a node's best test is found in one pass over each feature's order (tree
alternating optimisation, Carreira-Perpiñán and Tavallali 2018, with exact steps).
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Places
from treeclust.engine.descent.coordinate_descent import label_from, reaches
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Floats, Ints

SWEEPS = 6


@compiled("void(int64, float64[:,::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1])")
def improve_inner(
    t: int, cost: Floats, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints
) -> None:
    """The test of node t that costs least with everything else fixed."""
    n, nodes = len(ranks), len(leaf_label) - 1
    path = np.empty(16, dtype=np.int64)
    here, change = np.zeros(n, dtype=np.bool_), np.zeros(n)
    for u in range(n):
        if reaches(u, t, ranks, feature, threshold, path):
            here[u] = True
            left = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            right = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
            change[u] = cost[u, left] - cost[u, right]
    best, best_feature, best_threshold = 0.0, feature[t], -1
    for j in range(ranks.shape[1]):
        total, previous = 0.0, -1
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not here[u]:
                continue
            if (u < 0 or ranks[u, j] != previous) and previous >= 0 and total < best - 1e-9:
                best, best_feature, best_threshold = total, j, previous
            if u >= 0:
                previous = ranks[u, j]
                total += change[u]
    feature[t], threshold[t] = best_feature, best_threshold


@compiled("void(int64, float64[:,::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1])")
def improve_above_leaves(
    t: int, cost: Floats, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints
) -> None:
    """The test of node t and the clusters of its two leaves that cost least."""
    n, k, nodes = len(ranks), cost.shape[1], len(leaf_label) - 1
    path = np.empty(16, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    whole, left = np.zeros(k), np.zeros(k)
    for u in range(n):
        if reaches(u, t, ranks, feature, threshold, path):
            here[u] = True
            for c in range(k):
                whole[c] += cost[u, c]
    best, best_feature, best_threshold = np.inf, feature[t], -1
    best_left, best_right = leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes]
    for j in range(ranks.shape[1]):
        left[:] = 0.0
        previous = -1
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not here[u]:
                continue
            if u < 0 or ranks[u, j] != previous:
                one, two = 0, 0
                for c in range(1, k):
                    one = c if left[c] < left[one] else one
                    two = c if whole[c] - left[c] < whole[two] - left[two] else two
                total = left[one] + whole[two] - left[two]
                if total < best - 1e-9:
                    best, best_feature, best_threshold, best_left, best_right = total, j, previous, one, two
            if u >= 0:
                previous = ranks[u, j]
                for c in range(k):
                    left[c] += cost[u, c]
    feature[t], threshold[t] = best_feature, best_threshold
    leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right


class LabelDescent:
    """Knows the rows by the ranks of their values; the costs come with each descent."""

    def __init__(self, ranks: Ints, depth: int) -> None:
        self.depth = depth
        self.ranks = np.ascontiguousarray(ranks, dtype=np.int64)
        self.order = np.ascontiguousarray(np.argsort(self.ranks, axis=0, kind="stable").T.astype(np.int32))

    def descend(self, start: Candidate, cost: Floats, rng: np.random.Generator) -> tuple[float, Candidate]:
        """The tree, changed node by node until nothing is better, and what its clusters cost."""
        cost = np.ascontiguousarray(cost, dtype=np.float64)
        tree = Candidate(self.depth, start.feature.copy(), start.threshold.copy(), start.leaf_label.copy())
        inner, rows, best = len(tree.leaf_label), np.arange(len(cost)), np.inf
        for _ in range(SWEEPS):
            for t in (1 + rng.permutation(inner - 1)).tolist():
                improve = improve_above_leaves if 2 * t >= inner else improve_inner
                improve(t, cost, self.ranks, self.order, tree.feature, tree.threshold, tree.leaf_label)
            total = float(cost[rows, tree.labels(self.ranks)].sum())
            if total >= best - 1e-9:
                break
            best = total
        return best, tree
