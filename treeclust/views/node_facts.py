"""What a node of the tree divides: its clusters, and where its threshold lies among the values of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.tree import Leaf, Node, Tree
from treeclust.views.axes import Floats
from treeclust.views.palette import colour_of

BINS = 24


@dataclass(frozen=True)
class Distribution:
    """A histogram of a column over the rows of a node; `at` is the threshold, as a share of the way to the highest."""

    column: str
    counts: tuple[int, ...]
    at: float
    low: str
    high: str


@dataclass(frozen=True)
class NodeFacts:
    """`shares` are (colour, rows) of each cluster below the node, the largest first."""

    shares: tuple[tuple[str, int], ...]
    distribution: Distribution | None = None


def node_facts(tree: Tree, values: Floats) -> list[NodeFacts]:
    """Of every node, in preorder."""

    def down(node: Node, rows: NDArray[np.intp]) -> Iterator[NodeFacts]:
        found, counts = np.unique(labels[rows], return_counts=True)
        largest = np.argsort(-counts, kind="stable")
        shares = tuple((colour_of(int(found[i])), int(counts[i])) for i in largest)
        if isinstance(node, Leaf):
            yield NodeFacts(shares)
            return
        column = values[rows, node.feature]
        yield NodeFacts(shares, distribution(tree, node.feature, node.threshold, column))
        low = column <= node.threshold
        yield from down(node.left, rows[low])
        yield from down(node.right, rows[~low])

    labels = tree.predict(values)
    return list(down(tree.root, np.arange(len(values))))


def distribution(tree: Tree, feature: int, threshold: float, column: Floats) -> Distribution | None:
    if not len(column):
        return None
    low, high = float(column.min()), float(column.max())
    span = (high - low) or 1.0
    counts = np.histogram(column, bins=BINS, range=(low, low + span))[0]
    named = tree.features[feature]
    at = float(np.clip((threshold - low) / span, 0.0, 1.0))
    return Distribution(named.name, tuple(counts.tolist()), at, named.value_text(low), named.value_text(high))
