"""The tree part of the lazy formula: features, splits and leaf labels, for *active* points only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.core.equations import states
from treeclust.engine.bounds.relaxation import Verdict
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.formula.tree_rules import add_rules
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance, Ints
from treeclust.solvers.backend import SatBackend

Bools = NDArray[np.bool_]
ACTIVATED_AT_ONCE = 64


class TreeFormula(LabelFormula):
    """a[t, j]: node t tests feature j; s[i, t]: active point i goes left at t; g[l, c]: leaf l has cluster c."""

    def __init__(self, instance: Instance, sat: SatBackend, low: int, high: int, uses_split: bool) -> None:
        super().__init__(instance, sat, low, high, uses_split)
        assert instance.problem.depth is not None
        self.depth = instance.problem.depth
        self.nodes = 2**self.depth - 1
        self.active: list[int] = []
        self.is_active = np.zeros(instance.points, dtype=np.bool_)
        self.left = np.zeros((0, self.nodes), dtype=np.int64)
        self._active_ranks = np.zeros((0, len(instance.features)), dtype=np.int64)
        self._everywhere = np.zeros(0, dtype=np.bool_)
        self._highest = instance.ranks.max(axis=0)
        self.used: list[int] = []
        if instance.problem.rules.bind_the_shape:
            self.used = list(range(first := self.fresh(self.nodes), first + self.nodes))
        self.test = self._some_feature_everywhere()
        self.leaf = self.one_hot(self.nodes + 1)
        self.paths = leaf_paths(self.depth)
        self._root: list[tuple[list[int], Verdict]] = []
        self.piece: tuple[int, int, int] | None = None
        if self.used:
            add_rules(self)

    @states(8, sentence="some feature is tested at every node")
    def _some_feature_everywhere(self) -> Ints:
        # a[t, j] for some j. Two at once would only bind the split more, so "at most one" is not needed.
        shape = (self.nodes, len(self.instance.features))
        test = np.arange(shape[0] * shape[1]).reshape(shape) + self.fresh(shape[0] * shape[1])
        # Where the shape of the tree is ruled, a node may be idle: u[t] -> a[t, j] for some j
        idle = [[-used] for used in self.used] or [[]] * self.nodes
        self.sat.add([[*no, *row] for no, row in zip(idle, test.tolist(), strict=True)])
        return test

    def activate(self, points: Sequence[int]) -> int:
        """Send these points through the tree of the formula; returns how many were new."""
        new = [p for p in dict.fromkeys(points) if not self.is_active[p]]
        for start in range(0, len(new), ACTIVATED_AT_ONCE):
            self.pause()
            self._activate(np.array(new[start : start + ACTIVATED_AT_ONCE], dtype=np.int64))
        return len(new)

    def _activate(self, new: Ints) -> None:
        self.bring_in(self.instance.group_of[new].tolist())
        left = self.send(self.instance.ranks[new])
        self._agree_with_leaf(left, self.literal[self.instance.group_of[new]])
        self.active += new.tolist()
        self.is_active[new] = True

    def send(self, ranks: Ints, everywhere: bool = False) -> Ints:
        """Send what has these ranks through the tree, be it a point or not; returns s[i, t]. `everywhere`: the tree
        that is read keeps them on their sides also at nodes that they do not come to."""
        count, before = len(ranks), len(self.left)
        left = np.arange(count * self.nodes).reshape(count, self.nodes) + self.fresh(count * self.nodes)
        self.left = np.vstack([self.left, left])
        self._active_ranks = np.vstack([self._active_ranks, ranks])
        self._everywhere = np.concatenate([self._everywhere, np.full(count, everywhere)])
        self._keep_order(before)
        if self.used:  # at an idle node everything goes left
            self.sat.add([used, side] for point in left.tolist() for used, side in zip(self.used, point, strict=True))
        for guards, verdict in self._root:
            self._keep_root(guards, verdict, left[:, 0], ranks)
        return left

    @states(9, 10, sentence="active points go left in feature order; equal values go together")
    def _keep_order(self, before: int) -> None:
        # a[t,j] and s[after,t] -> s[i,t] for neighbours i, after in the order of feature j; equal values go together;
        # only pairs with a point from place `before` on are new
        order = np.argsort(self._active_ranks, axis=0, kind="stable")
        one, two = order[:-1], order[1:]
        place, feature = np.nonzero((one >= before) | (two >= before))
        one, two = one[place, feature], two[place, feature]
        test = -self.test.T[feature]
        lower, upper = self.left[one], self.left[two]
        same = self._active_ranks[one, feature] == self._active_ranks[two, feature]
        clauses = [
            np.stack([test, lower, -upper], axis=2).reshape(-1, 3),
            np.stack([test[same], -lower[same], upper[same]], axis=2).reshape(-1, 3),
        ]
        self.sat.add(np.concatenate(clauses))

    @states(11, 12, 13, 17, 18, sentence="the path to a leaf gives a point the label of that leaf")
    def _agree_with_leaf(self, left: Ints, label: Ints) -> None:
        # the path to leaf l and g[l,c] -> x[i,c];  the path and x[i,c] -> g[l,c]
        node, side = self.paths
        path = np.where(side, -left[:, node], left[:, node])
        count, leaves, k = len(left), len(node), self.k
        paths = np.broadcast_to(path[:, :, None, :], (count, leaves, k, self.depth))
        mine = np.broadcast_to(label[:, None, :, None], (count, leaves, k, 1))
        its = np.broadcast_to(self.leaf[None, :, :, None], (count, leaves, k, 1))
        forward = np.concatenate([paths, -its, mine], axis=3).reshape(-1, self.depth + 2)
        self.sat.add(forward)
        if k > 2:
            self.sat.add(np.concatenate([paths, its, -mine], axis=3).reshape(-1, self.depth + 2))

    def narrow_root(self, md_level: int, ms_level: int, verdict: Verdict) -> None:
        """Keep the root's threshold in its intervals whenever these levels, or stricter ones, are asked for."""
        guards = [-guard for guard in self.apart_guards([md_level + 1])]
        if ms_level > 0:
            guards.append(-self.together_guard(ms_level - 1))
        impossible = np.flatnonzero(verdict.lowest > verdict.highest)
        self.sat.add([[*guards, -test] for test in self.test[0, impossible].tolist()])
        self._root.append((guards, verdict))
        self._keep_root(guards, verdict, self.left[:, 0], self._active_ranks)

    def _keep_root(self, guards: list[int], verdict: Verdict, left: Ints, ranks: Ints) -> None:
        # guards and a[root,j] -> s[i,root] where i is at or below the interval, not s[i,root] above it
        for place, sign in ((ranks <= verdict.lowest, 1), (ranks > verdict.highest, -1)):
            point, feature = np.nonzero(place & (verdict.lowest <= verdict.highest))
            pairs = zip((-self.test[0, feature]).tolist(), (sign * left[point]).tolist(), strict=True)
            self.sat.add([[*guards, test, side] for test, side in pairs])

    @contextmanager
    def root_in(self, feature: int, lowest: int, highest: int) -> Iterator[None]:
        """For a while: the root tests this feature, with a threshold between these ranks."""
        self.piece = (feature, lowest, highest)
        try:
            yield
        finally:
            self.piece = None

    def assume(self, md_level: int, ms_level: int) -> list[int]:
        literals = super().assume(md_level, ms_level)
        if self.piece is not None:
            feature, lowest, highest = self.piece
            ranks = self._active_ranks[:, feature]
            literals.append(int(self.test[0, feature]))
            literals += self.left[ranks <= lowest, 0].tolist()
            literals += (-self.left[ranks > highest, 0]).tolist()
        return literals

    def read(self, value: Bools) -> Candidate:
        """The tree of a model; thresholds halfway between the active points that meet at a node."""
        feature, threshold, leaf_label = read_tree(
            self.test, self.left, self.leaf, self._active_ranks, self._everywhere, self._highest, value, self.depth
        )
        return Candidate(self.depth, feature, threshold, leaf_label)

    def labels_in_play(self, value: Bools) -> Ints:
        """The label of every group in the model, −1 for groups that have none."""
        labels = truth(self.literal, value).argmax(axis=1)
        labels[self.literal[:, 0] == 0] = -1
        return np.asarray(labels, dtype=np.int64)


@compiled("boolean(int64, boolean[::1])")
def is_true(literal: int, value: Bools) -> bool:
    return bool(value[literal] if literal > 0 else not value[-literal])


@compiled("int64(int64[::1], boolean[::1])")
def first_true(literals: Ints, value: Bools) -> int:
    """The place of the first literal that holds; 0 if none does."""
    for place in range(len(literals)):
        if is_true(literals[place], value):
            return place
    return 0


@compiled(
    "Tuple((int64[::1], int64[::1], int64[::1]))(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], boolean[::1],"
    " int64[::1], boolean[::1], int64)"
)
def read_tree(
    test: Ints, left: Ints, leaf: Ints, ranks: Ints, everywhere: Bools, highest: Ints, value: Bools, depth: int
) -> tuple[Ints, Ints, Ints]:
    """Features, thresholds and clusters of leaves in a model. A threshold is halfway between the highest rank on its
    left and the lowest on its right."""
    nodes = 1 << depth
    feature, threshold = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.int64)
    at = np.ones(len(ranks), dtype=np.int64)
    for t in range(1, nodes):
        j = feature[t] = first_true(test[t - 1], value)
        low, high = -1, highest[j] + 1
        for i in range(len(ranks)):
            if at[i] != t and not everywhere[i]:
                continue
            goes_left = is_true(left[i, t - 1], value)
            if goes_left:
                low = max(low, ranks[i, j])
            else:
                high = min(high, ranks[i, j])
            if at[i] == t:
                at[i] = 2 * t if goes_left else 2 * t + 1
        threshold[t] = low if low < 0 else (high - 1 if high > highest[j] else (low + high - 1) // 2)
    leaf_label = np.empty(nodes, dtype=np.int64)
    for place in range(nodes):
        leaf_label[place] = first_true(leaf[place], value)
    return feature, threshold, leaf_label


def truth(literals: Ints, value: Bools) -> Bools:
    """Which literals hold."""
    return np.asarray(value[np.abs(literals)] == (literals > 0), dtype=np.bool_)


def leaf_paths(depth: int) -> tuple[Ints, Bools]:
    """For every leaf, the index (from 0) of each node on its path, and whether the path goes left there."""
    node, left = [], []
    for leaf in range(2**depth, 2 ** (depth + 1)):
        path = [leaf >> up for up in range(depth, -1, -1)]
        node.append([t - 1 for t in path[:-1]])
        left.append([child % 2 == 0 for child in path[1:]])
    return np.array(node, dtype=np.int64), np.array(left, dtype=np.bool_)
