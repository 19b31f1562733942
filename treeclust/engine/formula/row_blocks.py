"""Sizes of clusters and leaves in tables with too many rows to count one by one: blocks of rows, cut finer on demand.

A block is a set of points between two corners (ranks). The corners go through the tree of the formula like points, so
it is known which leaves a block may reach, and which one it reaches as a whole. A tree with a wrong size is ruled out
by a clause over blocks: a cluster has rows outside a set of blocks that is too small for it, and does not hold all of
a set that is too large. Blocks that such a tree cuts are first parted along its leaves; in the end they are points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Ints

AT_FIRST = 64
"""So many blocks, about, before any is parted."""


@dataclass(eq=False)
class Block:
    """Some points, their rows, the corners, and the literals of these at every node once they are needed."""

    points: Ints
    rows: int
    low: Ints
    high: Ints
    corners: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))


class RowBlocks:
    """Rules out trees whose clusters or leaves have too few or too many rows."""

    def __init__(self, formula: TreeFormula) -> None:
        self.formula, self.instance, self.problem = formula, formula.instance, formula.instance.problem
        size = max(1, self.instance.points // AT_FIRST)
        self.blocks = [self._block(points) for points in cells(self.instance.ranks, size)]
        self.may_reach = lru_cache(maxsize=None)(self._may_reach)
        self.may_have = lru_cache(maxsize=None)(self._may_have)
        self.is_within = lru_cache(maxsize=None)(self._is_within)
        self.has_whole = lru_cache(maxsize=None)(self._has_whole)

    def _block(self, points: Ints) -> Block:
        ranks = self.instance.ranks[points]
        return Block(points, int(self.instance.weight[points].sum()), ranks.min(axis=0), ranks.max(axis=0))

    def rule_out(self, tree: Candidate) -> bool:
        """Add clauses that this tree breaks; False if all of its clusters and leaves have as many rows as they may."""
        leaves = tree.leaves(self.instance.ranks)
        labels = tree.leaf_label[leaves]
        rows_of = np.bincount(labels, weights=self.instance.weight, minlength=self.formula.k)
        rows_at = np.bincount(leaves, weights=self.instance.weight, minlength=len(tree.leaf_label))
        few = np.flatnonzero((rows_of > 0) & (rows_of < self.problem.min_rows))
        many = np.flatnonzero(rows_of > (self.problem.max_rows or self.problem.n))
        small = np.flatnonzero((rows_at > 0) & (rows_at < self.problem.min_leaf_rows))
        wrong = np.union1d(np.flatnonzero(np.isin(tree.leaf_label, [*few, *many])), small)
        if not len(wrong):
            return False
        self._part(tree, leaves, wrong)
        for cluster in few.tolist():
            self._more_rows(labels == cluster)
        for cluster in many.tolist():
            self._fewer_rows(labels == cluster)
        for leaf in small.tolist():
            self._larger_leaf(leaves == leaf)
        return True

    def _part(self, tree: Candidate, leaves: Ints, wrong: Ints) -> None:
        """Part the blocks between whose corners are points of a wrong leaf, or could be, along the leaves."""
        kept: list[Block] = []
        for block in self.blocks:
            at = leaves[block.points]
            if (at == at[0]).all() or not any(self._overlap(block, tree, leaf) for leaf in wrong.tolist()):
                kept.append(block)
            else:
                kept += [self._block(block.points[at == leaf]) for leaf in np.unique(at)]
        self.blocks = kept

    def _overlap(self, block: Block, tree: Candidate, leaf: int) -> bool:
        """Is a part of the box between the corners at this leaf of the tree?"""
        node, side = (paths[leaf] for paths in self.formula.paths)
        feature, threshold = tree.feature[node + 1], tree.threshold[node + 1]
        return bool(np.where(side, block.low[feature] <= threshold, block.high[feature] > threshold).all())

    def _too_small(self, member: NDArray[np.bool_], least: int) -> tuple[list[Block], list[Block]]:
        """The blocks of a set with fewer rows than `least`, and those that no such set around it has: near ones are
        taken in as long as there are too few rows."""
        inside = [block for block in self.blocks if member[block.points[0]]]
        others = [block for block in self.blocks if not member[block.points[0]]]
        scaled, rows = self.instance.scaled, sum(block.rows for block in inside)
        centre = scaled[member].mean(axis=0)
        others.sort(key=lambda block: float(np.abs(scaled[block.points].mean(axis=0) - centre).sum()))
        outside = []
        for block in others:
            if rows + block.rows < least:
                rows += block.rows
            else:
                outside.append(block)
        return inside, outside

    def _more_rows(self, member: NDArray[np.bool_]) -> None:
        # some block outside may have rows of cluster c; where c may be empty: if a block inside is of c
        inside, outside = self._too_small(member, self.problem.min_rows)
        for c in range(self.formula.k):
            clause = [self.may_have(block, c) for block in outside]
            if c < self.problem.least_clusters:
                self.formula.sat.add([clause])
            else:
                self.formula.sat.add([[-self.has_whole(block, c), *clause] for block in inside])

    def _fewer_rows(self, member: NDArray[np.bool_]) -> None:
        # some block of a set with too many rows is not wholly of cluster c
        assert self.problem.max_rows is not None
        taken, rows = [], 0
        for block in sorted((b for b in self.blocks if member[b.points[0]]), key=lambda b: -b.rows):
            if rows <= self.problem.max_rows:
                taken.append(block)
                rows += block.rows
        for c in range(self.formula.k):
            self.formula.sat.add([[-self.has_whole(block, c) for block in taken]])

    def _larger_leaf(self, member: NDArray[np.bool_]) -> None:
        # if a block inside is at leaf l as a whole, some block outside may reach l
        inside, outside = self._too_small(member, self.problem.min_leaf_rows)
        for leaf in range(self.formula.nodes + 1):
            clause = [self.may_reach(block, leaf) for block in outside]
            self.formula.sat.add([[-self.is_within(block, leaf), *clause] for block in inside])

    def _sides(self, block: Block, leaf: int) -> Iterable[tuple[bool, int, int]]:
        """For every node above a leaf: is it left of it, and the literals of the low and the high corner."""
        if not len(block.corners):
            block.corners = self.formula.send(np.stack([block.low, block.high]), everywhere=True)
        node, side = self.formula.paths
        low, high = block.corners[:, node[leaf]].tolist()
        return zip(side[leaf].tolist(), low, high, strict=True)

    def _may_reach(self, block: Block, leaf: int) -> int:
        # r -> the low corner goes left at every node above whose left is asked for, the high corner right
        reach = self.formula.fresh(1)
        self.formula.sat.add([[-reach, low if left else -high] for left, low, high in self._sides(block, leaf)])
        return reach

    def _may_have(self, block: Block, c: int) -> int:
        # y -> some leaf of cluster c that the block may reach
        have, leaves = self.formula.fresh(1), range(self.formula.nodes + 1)
        first = self.formula.fresh(len(leaves))
        self.formula.sat.add([[-have, *range(first, first + len(leaves))]])
        self.formula.sat.add([[-(first + leaf), self.may_reach(block, leaf)] for leaf in leaves])
        self.formula.sat.add([[-(first + leaf), int(self.formula.leaf[leaf, c])] for leaf in leaves])
        return have

    def _is_within(self, block: Block, leaf: int) -> int:
        # both corners take the whole path -> z
        within = self.formula.fresh(1)
        self.formula.sat.add([[within, *(-high if left else low for left, low, high in self._sides(block, leaf))]])
        return within

    def _has_whole(self, block: Block, c: int) -> int:
        # z at a leaf of cluster c -> y
        whole = self.formula.fresh(1)
        for leaf in range(self.formula.nodes + 1):
            self.formula.sat.add([[-self.is_within(block, leaf), -int(self.formula.leaf[leaf, c]), whole]])
        return whole


def cells(ranks: Ints, size: int) -> list[Ints]:
    """The points cut at medians, of the feature in which they are widest, into sets of at most so many."""

    def cut(points: Ints) -> list[Ints]:
        here = ranks[points]
        if len(points) <= size:
            return [points]
        order = points[np.argsort(here[:, int(np.ptp(here, axis=0).argmax())], kind="stable")]
        return cut(order[: len(order) // 2]) + cut(order[len(order) // 2 :])

    return cut(np.arange(len(ranks)))
