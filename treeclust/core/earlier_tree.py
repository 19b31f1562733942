"""A tree that was shown before, so that the next one can stay near to it: its tests by the names of their columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from treeclust.core.dataset import Feature
from treeclust.core.errors import InputError
from treeclust.core.problem import MAX_DEPTH
from treeclust.core.tree import Leaf, Node, Tree


@dataclass(frozen=True)
class EarlierTest:
    """At node `node` (root 1, children 2t and 2t + 1) values up to the threshold went left."""

    node: int
    feature: str
    threshold: float


@dataclass(frozen=True)
class EarlierTree:
    """`leaves` are pairs of node and cluster."""

    tests: tuple[EarlierTest, ...]
    leaves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        inner, ends = {test.node for test in self.tests}, {node for node, _ in self.leaves}
        below = {child for node in inner for child in (2 * node, 2 * node + 1)} | {1}
        whole = inner | ends == below and not inner & ends and len(inner) + len(ends) == len(self.tests + self.leaves)
        if not whole or max(ends) >= 2 ** (MAX_DEPTH + 1) or min(cluster for _, cluster in self.leaves) < 0:
            raise InputError("The tree to stay near to is not whole; use the one that `solve --json` printed.")
        if not all(math.isfinite(test.threshold) for test in self.tests):
            raise InputError("A threshold of the tree to stay near to is not a number; use one that `solve` printed.")

    @classmethod
    def of(cls, tree: Tree) -> EarlierTree:
        tests: list[EarlierTest] = []
        leaves: list[tuple[int, int]] = []

        def down(node: Node, number: int) -> None:
            if isinstance(node, Leaf):
                leaves.append((number, node.cluster))
                return
            tests.append(EarlierTest(number, tree.features[node.feature].name, node.threshold))
            down(node.left, 2 * number)
            down(node.right, 2 * number + 1)

        down(tree.root, 1)
        return cls(tuple(tests), tuple(leaves))

    def places(self, features: Sequence[Feature]) -> dict[int, int]:
        """The feature of each test, by node; tests on columns that are gone are left out."""
        index = {feature.name: j for j, feature in reversed(list(enumerate(features)))}
        return {test.node: index[test.feature] for test in self.tests if test.feature in index}
