"""The clustering tree: predicts, explains itself in rules, and goes to and from JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.dataset import Dataset, Feature
from treeclust.core.relabel import first_appearance, renumber
from treeclust.core.shown import Shown

Labels = NDArray[np.intp]
Rows = NDArray[np.intp]
Router = Callable[[int, Rows], NDArray[np.bool_]]


@dataclass(frozen=True)
class Leaf:
    """Rows that end here belong to `cluster`; `size` counts those of the clustered table."""

    cluster: int
    size: int


@dataclass(frozen=True)
class Split:
    """Rows whose value of `feature` is at most `threshold` (original units) go left, the others right."""

    feature: int
    threshold: float
    left: Node
    right: Node
    size: int


Node = Leaf | Split


@dataclass(frozen=True)
class Rule:
    """One leaf in words: all conditions hold → the row is in `cluster`."""

    cluster: int
    size: int
    conditions: tuple[str, ...]

    def __str__(self) -> str:
        return f"{' and '.join(self.conditions) or 'every row'} → cluster {self.cluster}"


@dataclass(frozen=True)
class Tree(Shown):
    """A decision tree over named features."""

    root: Node
    features: tuple[Feature, ...]

    @property
    def depth(self) -> int:
        def down(node: Node) -> int:
            return 0 if isinstance(node, Leaf) else 1 + max(down(node.left), down(node.right))

        return down(self.root)

    def leaves(self) -> Iterator[Leaf]:
        def down(node: Node) -> Iterator[Leaf]:
            if isinstance(node, Leaf):
                yield node
            else:
                yield from down(node.left)
                yield from down(node.right)

        return down(self.root)

    def predict(self, values: NDArray[np.float64]) -> Labels:
        """The cluster of each row, given its feature values in original units."""
        labels = np.empty(len(values), dtype=np.intp)

        def down(node: Node, rows: Rows) -> None:
            if isinstance(node, Leaf):
                labels[rows] = node.cluster
                return
            left = values[rows, node.feature] <= node.threshold
            down(node.left, rows[left])
            down(node.right, rows[~left])

        down(self.root, np.arange(len(values)))
        return labels

    def rules(self) -> tuple[Rule, ...]:
        """One rule per leaf, left to right; tests on one feature collapse to an interval."""

        def down(node: Node, bounds: dict[int, tuple[float | None, float | None]]) -> Iterator[Rule]:
            if isinstance(node, Leaf):
                words = tuple(self.features[j].condition(*ends) for j, ends in bounds.items())
                yield Rule(node.cluster, node.size, words)
                return
            low, high = bounds.get(node.feature, (None, None))
            yield from down(node.left, bounds | {node.feature: (low, node.threshold)})
            yield from down(node.right, bounds | {node.feature: (node.threshold, high)})

        return tuple(down(self.root, {}))

    def relabelled(self, new: Mapping[int, int]) -> Tree:
        """The same tree with clusters renamed."""

        def down(node: Node) -> Node:
            if isinstance(node, Leaf):
                return replace(node, cluster=new[node.cluster])
            return replace(node, left=down(node.left), right=down(node.right))

        return Tree(down(self.root), self.features)


@dataclass(frozen=True, eq=False)
class Solution:
    """A clustering: one label per row from 0, numbered by first appearance; `tree` is None for flat clusters."""

    labels: Labels
    tree: Tree | None

    def relabelled(self, numbers: Mapping[int, int]) -> Solution:
        """The same clustering, and its tree, with clusters renumbered."""
        tree = None if self.tree is None else self.tree.relabelled(numbers)
        return Solution(renumber(self.labels, numbers), tree)


def flat_solution(labels: NDArray[Any]) -> Solution:
    """A clustering without a tree, clusters numbered by first appearance."""
    return Solution(renumber(labels, first_appearance(labels)), None)


def grow(
    dataset: Dataset,
    depth: int,
    feature: Callable[[int], int],
    goes_left: Router,
    cluster: Callable[[int], int],
) -> Solution:
    """The tree that a complete binary tree stands for: node 1 is the root, node t has children 2t and 2t + 1.

    `feature(t)` is the feature tested at node t, `goes_left(t, rows)` which of the rows go left there, `cluster(t)` the
    cluster of leaf t. Thresholds are the shortest decimals between the neighbouring values of the rows that meet there;
    a test that separates no rows disappears, and sibling leaves of one cluster become one.
    """

    def build(t: int, level: int, rows: Rows) -> Node:
        if level == depth:
            return Leaf(cluster(t), len(rows))
        left = goes_left(t, rows)
        if left.all():
            return build(2 * t, level + 1, rows)
        if not left.any():
            return build(2 * t + 1, level + 1, rows)
        column = dataset.values[rows, feature(t)]
        threshold = dataset.features[feature(t)].threshold_between(
            float(column[left].max()), float(column[~left].min())
        )
        one, two = build(2 * t, level + 1, rows[left]), build(2 * t + 1, level + 1, rows[~left])
        return join(Split(feature(t), threshold, one, two, len(rows)))

    tree = Tree(build(1, 0, np.arange(dataset.n)), dataset.features)
    labels = tree.predict(dataset.values)
    return Solution(labels, tree).relabelled(first_appearance(labels))


def join(split: Split) -> Node:
    """A split whose two children are leaves of one cluster is that leaf."""
    left, right = split.left, split.right
    if isinstance(left, Leaf) and isinstance(right, Leaf) and left.cluster == right.cluster:
        return Leaf(left.cluster, split.size)
    return split
