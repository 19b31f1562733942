"""The tree's structure for the browser: which leaf each row ends in, who is above whom, each path in words."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np

from treeclust.core.codec import to_json
from treeclust.core.tree import Leaf, Node, Tree
from treeclust.views.axes import Floats
from treeclust.views.node_facts import node_facts
from treeclust.views.tree_info import TreeInfo

Bounds = dict[int, tuple[float | None, float | None]]


def tree_payload(info: TreeInfo, tree: Tree, values: Floats) -> dict[str, Any]:
    place = {box.id: i for i, box in enumerate(info.boxes)}
    leaves = base64.b64encode(info.leaf_of_row.astype("<f4").tobytes()).decode("ascii")
    parents = [-1 if box.parent is None else place[box.parent] for box in info.boxes]
    facts = node_facts(tree, values)
    words = [f"{way}: {np.sum(_below(info, parents, i))} rows" for i, way in enumerate(paths(tree))]
    return {"leaves": leaves, "parents": parents, "paths": words, "facts": [to_json(fact) for fact in facts]}


def _below(info: TreeInfo, parents: list[int], index: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    def under(at: int) -> bool:
        while at >= 0:
            if at == index:
                return True
            at = parents[at]
        return False

    return np.isin(info.leaf_of_row, [i for i in range(len(parents)) if under(i)])


def paths(tree: Tree) -> Iterator[str]:
    """What holds for the rows of each node, in preorder."""

    def down(node: Node, bounds: Bounds) -> Iterator[str]:
        yield " and ".join(tree.features[j].condition(*ends) for j, ends in bounds.items()) or "Every row"
        if isinstance(node, Leaf):
            return
        low, high = bounds.get(node.feature, (None, None))
        yield from down(node.left, bounds | {node.feature: (low, node.threshold)})
        yield from down(node.right, bounds | {node.feature: (node.threshold, high)})

    return down(tree.root, {})
