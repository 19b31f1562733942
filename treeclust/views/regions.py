"""The part of the plane each leaf rules, when the plane shows every feature the tree asks about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from treeclust.core.tree import Leaf, Node, Tree

Interval = tuple[float | None, float | None]
OPEN: Interval = (None, None)


@dataclass(frozen=True)
class Region:
    """All points with x and y inside the intervals (None is open) belong to `cluster`."""

    cluster: int
    x: Interval
    y: Interval


def used_features(tree: Tree) -> frozenset[int]:
    def down(node: Node) -> Iterator[int]:
        if not isinstance(node, Leaf):
            yield node.feature
            yield from down(node.left)
            yield from down(node.right)

    return frozenset(down(tree.root))


def regions(tree: Tree | None, x: int | None, y: int | None) -> tuple[Region, ...]:
    """One region per leaf if the tree uses no features but x and y; otherwise none, because the plane would lie."""
    if tree is None or x is None or y is None or x == y or not used_features(tree) <= {x, y}:
        return ()

    def down(node: Node, box: dict[int, Interval]) -> Iterator[Region]:
        if isinstance(node, Leaf):
            yield Region(node.cluster, box.get(x, OPEN), box.get(y, OPEN))
            return
        low, high = box.get(node.feature, OPEN)
        yield from down(node.left, box | {node.feature: (low, node.threshold)})
        yield from down(node.right, box | {node.feature: (node.threshold, high)})

    return tuple(down(tree.root, {}))
