"""k-means explained by a tree with one leaf per cluster: iterative mistake minimisation (IMM).

Moshkovitz, Dasgupta, Rashtchian, Frost: Explainable k-means and k-medians clustering, ICML 2020. Written by hand: the
authors' package ExKMC has a compiled part that does not build with the present numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.problem import Problem
from treeclust.core.relabel import first_appearance, with_free_numbers
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import Leaf, Node, Solution, Split, Tree
from treeclust.lab.baselines.answer import Baseline, Clustering
from treeclust.lab.baselines.kmeans import kmeans

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def explained_kmeans(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    labels, centres = kmeans(problem, seed)
    data = problem.dataset
    low = np.array([feature.low for feature in data.features])
    high = np.array([feature.high for feature in data.features])
    in_units = low + centres * (high - low) / 100.0
    root = explain(data.values, labels.astype(np.intp), in_units, np.arange(data.n), np.arange(problem.k))
    tree = Tree(counted(root, data.values), data.features)
    found = tree.predict(data.values)
    numbers = with_free_numbers(first_appearance(found), (leaf.cluster for leaf in tree.leaves()))
    numbered = Solution(found, tree).relabelled(numbers)
    return Clustering(Status.FEASIBLE, numbered.labels, numbered.tree)


def counted(node: Node, values: Floats) -> Node:
    """The same tree with every row counted where it goes, those that were mistaken too."""
    if isinstance(node, Leaf):
        return Leaf(node.cluster, len(values))
    right = values[:, node.feature] > node.threshold
    left_node, right_node = counted(node.left, values[~right]), counted(node.right, values[right])
    return Split(node.feature, node.threshold, left_node, right_node, len(values))


def explain(values: Floats, labels: Ints, centres: Floats, rows: Ints, here: Ints) -> Node:
    """A node for the centres `here`: a leaf for one, else the split that sends the fewest rows away from theirs."""
    if len(here) == 1:
        return Leaf(int(here[0]), len(rows))
    feature, threshold = fewest_mistakes(values[rows], centres[labels[rows]], centres[here])
    right = centres[here, feature] > threshold
    goes_right = values[rows, feature] > threshold
    mistaken = goes_right != (centres[labels[rows], feature] > threshold)
    sides = [
        explain(values, labels, centres, rows[~mistaken & (goes_right == side)], here[right == side])
        for side in (False, True)
    ]
    return Split(feature, threshold, sides[0], sides[1], len(rows))


def fewest_mistakes(values: Floats, own: Floats, centres: Floats) -> tuple[int, float]:
    """The feature and threshold that part the centres and the fewest rows from their own centre."""
    best: tuple[float, int, float] | None = None
    for j in range(centres.shape[1]):
        for threshold in thresholds(values[:, j], centres[:, j]):
            mistakes = float(np.sum((values[:, j] > threshold) != (own[:, j] > threshold)))
            if best is None or mistakes < best[0]:
                best = mistakes, j, float(threshold)
    assert best is not None, "two centres differ in some feature"
    return best[1], best[2]


def thresholds(column: Floats, centres: Floats) -> Floats:
    """Every value of a row or a centre that parts the centres: between two of them nothing changes."""
    values: Floats = np.unique(np.concatenate([column, centres]))
    parting: Floats = values[(values >= centres.min()) & (values < centres.max())]
    return parting


BASELINE = Baseline(
    "explained-kmeans",
    "Explained k-means (IMM)",
    "a tree with one leaf per cluster; ignores the links",
    explained_kmeans,
)
