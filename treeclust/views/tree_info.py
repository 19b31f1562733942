"""The tree as a list of boxes: what each says, and which rows end where. Graphviz places them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.dataset import Feature, FeatureKind
from treeclust.core.tree import Leaf, Node, Tree
from treeclust.views.palette import cluster_name

LONGEST = 34


@dataclass(frozen=True)
class Box:
    """One node: `id` is made here, never from data. `answer` is the word on the edge from its parent."""

    id: str
    parent: str | None
    answer: str
    lines: tuple[str, ...]
    full: str
    cluster: int | None
    size: int


@dataclass(frozen=True, eq=False)
class TreeInfo:
    """Boxes in preorder; `leaf_of_row[i]` is the place of row i's leaf among the boxes."""

    boxes: tuple[Box, ...]
    leaf_of_row: NDArray[np.intp]

    def path(self, box: Box) -> tuple[Box, ...]:
        """From the root to the box."""
        by_id = {b.id: b for b in self.boxes}
        way = [box]
        while way[0].parent is not None:
            way.insert(0, by_id[way[0].parent])
        return tuple(way)


def question(feature: Feature, threshold: float) -> str:
    """The test of a node, in words."""
    if feature.kind is FeatureKind.CATEGORY:
        return f"{feature.column} = {feature.category}?"
    if feature.kind is FeatureKind.BOOLEAN:
        return f"{feature.column}?"
    return feature.condition(None, threshold)


def answers(feature: Feature) -> tuple[str, str]:
    """The words on the left and the right branch: low values go left, and for yes-or-no features low is no."""
    return ("no", "yes") if feature.kind in (FeatureKind.CATEGORY, FeatureKind.BOOLEAN) else ("yes", "no")


def shorten(text: str, longest: int = LONGEST) -> str:
    """Long names lose their middle; thresholds stand at the end and stay."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    tail = longest // 2
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def tree_info(tree: Tree, values: NDArray[np.float64], names: Mapping[int, str]) -> TreeInfo:
    boxes: list[Box] = []
    leaf_of_row = np.zeros(len(values), dtype=np.intp)

    def visit(node: Node, parent: str | None, answer: str, rows: NDArray[np.intp]) -> None:
        index = len(boxes)
        full, lines = _words(tree, node, names)
        cluster = node.cluster if isinstance(node, Leaf) else None
        boxes.append(Box(f"n{index}", parent, answer, lines, full, cluster, node.size))
        if isinstance(node, Leaf):
            leaf_of_row[rows] = index
            return
        low = values[rows, node.feature] <= node.threshold
        first, second = answers(tree.features[node.feature])
        visit(node.left, f"n{index}", first, rows[low])
        visit(node.right, f"n{index}", second, rows[~low])

    visit(tree.root, None, "", np.arange(len(values)))
    return TreeInfo(tuple(boxes), leaf_of_row)


def _words(tree: Tree, node: Node, names: Mapping[int, str]) -> tuple[str, tuple[str, ...]]:
    count = f"{node.size} {'row' if node.size == 1 else 'rows'}"
    head = (
        cluster_name(node.cluster, names)
        if isinstance(node, Leaf)
        else question(tree.features[node.feature], node.threshold)
    )
    return f"{head}: {count}", (shorten(head), count)
