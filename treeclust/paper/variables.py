"""The Boolean variables of the paper's Table 1, as arrays of variable numbers.

Everything in this folder counts from 0: cluster c of the paper is index c − 1 here, row i is i − 1, node t is t − 1,
and the leaves are numbered from 0, left to right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from treeclust.core.problem import Problem
from treeclust.paper.smart_pairs import Pairs

Block = NDArray[np.int32]
"""Clauses of equal length, one per row; a literal is ± a variable number."""
Blocks = Iterator[Block]
Ints = NDArray[np.intp]


def clauses(*literals: ArrayLike) -> Block:
    """One clause per broadcast entry: clauses(u, v) with arrays u, v gives the clauses (u₁ ∨ v₁), (u₂ ∨ v₂), …"""
    columns = np.broadcast_arrays(*literals)
    return np.stack([column.ravel() for column in columns], axis=1).astype(np.int32)


@dataclass(frozen=True)
class Shape:
    """A complete binary tree of the given depth: branching nodes in heap order (children of t: 2t + 1, 2t + 2)."""

    depth: int

    @property
    def branches(self) -> range:
        return range(2**self.depth - 1)

    @property
    def leaves(self) -> range:
        return range(2**self.depth)

    def turned_left(self, leaf: int) -> list[int]:
        """A_l: the branching nodes that have this leaf under their left child."""
        return [node for node, left in self._path(leaf) if left]

    def turned_right(self, leaf: int) -> list[int]:
        """A_r: the branching nodes that have this leaf under their right child."""
        return [node for node, left in self._path(leaf) if not left]

    def _path(self, leaf: int) -> Iterator[tuple[int, bool]]:
        node = leaf + len(self.branches)
        while node > 0:
            parent = (node - 1) // 2
            yield parent, node == 2 * parent + 1
            node = parent


class Model:
    """Variables of one problem. `pairs` says which pairs get clauses (all of them, or the smart ones)."""

    def __init__(self, problem: Problem, pairs: Pairs, uses_split: bool) -> None:
        n, k, features = problem.n, problem.k, len(problem.dataset.features)
        self.problem, self.pairs, self.uses_split = problem, pairs, uses_split
        self.shape = Shape(problem.depth or 0)
        self.count = 0
        branches, leaves = (0, 0) if problem.is_flat else (len(self.shape.branches), len(self.shape.leaves))
        self.a = self.new(branches, features)
        """a[t, j]: feature j is tested at branching node t."""
        self.s = self.new(n, branches)
        """s[i, t]: row i goes left at branching node t, should it get there."""
        self.z = self.new(n, leaves)
        """z[i, t]: row i ends at leaf t."""
        self.g = self.new(leaves, k - 1)
        """g[t, c]: the cluster of leaf t comes after c (unary)."""
        self.x = self.new(n, k - 1)
        """x[i, c]: the cluster of row i comes after c (unary)."""
        classes = len(problem.classes)
        self.b_minus = self.new(classes)
        """b⁻[w]: pairs in distance class w need not be separate."""
        self.b_plus = self.new(classes if uses_split else 0)
        """b⁺[w]: pairs in distance class w are together."""
        bounded = problem.has_sizes or problem.max_diameter is not None or problem.min_split is not None
        self.in_cluster = self.new(n if bounded else 0, k)
        """y[i, c]: row i is in cluster c, where more than the paper's constraints is asked for."""
        self.used = self.new(branches if problem.rules.bind_the_shape else 0)
        """u[t]: branching node t parts rows, where the shape of the tree is ruled."""

    def new(self, *shape: int) -> NDArray[np.int32]:
        """So many new variables."""
        size = int(np.prod(shape))
        self.count += size
        return np.arange(self.count - size + 1, self.count + 1, dtype=np.int32).reshape(shape)

    @cached_property
    def consecutive(self) -> list[tuple[Ints, Ints]]:
        """O_j: for each feature, the rows and their successors when sorted by it."""
        orders = [np.argsort(column, kind="stable") for column in self.problem.ranks.T]
        return [(order[:-1], order[1:]) for order in orders]

    @cached_property
    def first_and_last(self) -> list[tuple[int, int]]:
        """For each feature, a row with its lowest value and one with its highest."""
        return [(int(np.argmin(column)), int(np.argmax(column))) for column in self.problem.ranks.T]
