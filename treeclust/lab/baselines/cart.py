"""A plain CART on the labels of k-means: the tree that most people would try first."""

from __future__ import annotations

from typing import Any

import numpy as np

from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import grow
from treeclust.lab.baselines.answer import Baseline, Clustering
from treeclust.lab.baselines.kmeans import kmeans


def cart(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    """At most the problem's depth; a cluster that no leaf has most rows of disappears."""
    from sklearn.tree import DecisionTreeClassifier

    assert problem.depth is not None
    labels, _ = kmeans(problem, seed)
    scaled = problem.dataset.scaled
    fitted = DecisionTreeClassifier(max_depth=problem.depth, random_state=seed).fit(scaled, labels).tree_
    node = places(fitted, problem.depth)

    def cluster(t: int) -> int:
        return int(np.argmax(fitted.value[node[t]][0]))

    def goes_left(t: int, rows: Any) -> Any:
        at = node[t]
        # scikit-learn compares in single precision
        values = scaled[rows, fitted.feature[at]].astype(np.float32)
        return np.ones(len(rows), bool) if fitted.children_left[at] < 0 else values <= fitted.threshold[at]

    found = grow(problem.dataset, problem.depth, lambda t: max(0, int(fitted.feature[node[t]])), goes_left, cluster)
    return Clustering(Status.FEASIBLE, found.labels, found.tree)


def places(fitted: Any, depth: int) -> dict[int, int]:
    """Where each node of the complete tree is in scikit-learn's arrays; below a leaf the leaf is repeated."""
    node = {1: 0}
    for t in range(1, 2**depth):
        left, right = int(fitted.children_left[node[t]]), int(fitted.children_right[node[t]])
        node[2 * t], node[2 * t + 1] = (left, right) if left >= 0 else (node[t], node[t])
    return node


BASELINE = Baseline("cart", "CART on k-means", "a tree of the given depth; ignores the links", cart)
