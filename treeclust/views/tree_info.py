"""The tree as a list of boxes: what each says, where each stands, which rows end where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.dataset import Feature, FeatureKind
from treeclust.tree import Leaf, Node, Split, Tree
from treeclust.views.palette import cluster_name

FONT_SIZE = 13.0
LINE_HEIGHT = 18.0
PADDING = (14.0, 8.0)
GAP = 22.0
LEVEL = 92.0
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
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class TreeInfo:
    """Boxes in preorder; `leaf_of_row[i]` is the place of row i's leaf among the boxes."""

    boxes: tuple[Box, ...]
    width: float
    height: float
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

    def visit(node: Node, parent: str | None, answer: str, level: int, left: float, rows: NDArray[np.intp]) -> float:
        """Lay out the subtree from `left` on; returns its centre."""
        index = len(boxes)
        full, lines = _words(tree, node, names)
        width = _box_width(lines)
        boxes.append(_box(index, parent, answer, lines, full, node, level, width))
        if isinstance(node, Leaf):
            leaf_of_row[rows] = index
            centre = left + width / 2
        else:
            centre = visit_children(node, index, level, left, rows)
        boxes[index] = _moved(boxes[index], centre - width / 2)
        return centre

    def visit_children(node: Split, index: int, level: int, left: float, rows: NDArray[np.intp]) -> float:
        low = values[rows, node.feature] <= node.threshold
        words = answers(tree.features[node.feature])
        spare = max(0.0, boxes[index].width - _span(tree, node, names)) / 2
        first, second = _subtree_width(tree, node.left, names), _subtree_width(tree, node.right, names)
        start = left + spare
        one = visit(node.left, f"n{index}", words[0], level + 1, start, rows[low])
        two = visit(node.right, f"n{index}", words[1], level + 1, start + first + GAP, rows[~low])
        half = boxes[index].width / 2
        return min(max((one + two) / 2, left + half), max(left + half, start + first + GAP + second - half))

    visit(tree.root, None, "", 0, 0.0, np.arange(len(values)))
    return TreeInfo(tuple(boxes), max(b.x + b.width for b in boxes), max(b.y + b.height for b in boxes), leaf_of_row)


def _words(tree: Tree, node: Node, names: Mapping[int, str]) -> tuple[str, tuple[str, ...]]:
    count = f"{node.size} {'row' if node.size == 1 else 'rows'}"
    head = (
        cluster_name(node.cluster, names)
        if isinstance(node, Leaf)
        else question(tree.features[node.feature], node.threshold)
    )
    return f"{head}: {count}", (shorten(head), count)


def _box(
    index: int, parent: str | None, answer: str, lines: tuple[str, ...], full: str, node: Node, level: int, width: float
) -> Box:
    cluster = node.cluster if isinstance(node, Leaf) else None
    height = len(lines) * LINE_HEIGHT + 2 * PADDING[1]
    return Box(f"n{index}", parent, answer, lines, full, cluster, node.size, 0.0, level * LEVEL, width, height)


def _moved(box: Box, x: float) -> Box:
    return Box(**{**vars(box), "x": x})


def _box_width(lines: tuple[str, ...]) -> float:
    return max(text_width(line) for line in lines) + 2 * PADDING[0]


def _span(tree: Tree, node: Split, names: Mapping[int, str]) -> float:
    return _subtree_width(tree, node.left, names) + GAP + _subtree_width(tree, node.right, names)


def _subtree_width(tree: Tree, node: Node, names: Mapping[int, str]) -> float:
    own = _box_width(_words(tree, node, names)[1])
    return own if isinstance(node, Leaf) else max(own, _span(tree, node, names))


def text_width(text: str, size: float = FONT_SIZE) -> float:
    """About how wide Arial sets the text; a little generous, so that boxes never cut it."""
    return sum(_em(c) for c in text) * size


def _em(c: str) -> float:
    if c in "ijl.,:;'|!()[]ftIr ":
        return 0.33
    if c in "mwMW@%—":
        return 0.92
    if ord(c) > 0x2E80:
        return 1.05
    return 0.7 if c.isupper() else 0.59
