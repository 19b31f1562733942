"""The label part of the lazy formula: which groups share a cluster. Without a tree it is a relaxation of every tree.

Only groups *in play* have label variables; every formula is a part of the full one, so "no" holds for all rows.
Guards: apart[w] says that pairs of level ≥ w are apart; together[w] that spanning edges of level ≤ w are not cut.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence

import numpy as np

from treeclust.engine.ground import Ground, Ints
from treeclust.engine.spanning import nearest
from treeclust.engine.start import no_pause
from treeclust.solvers.backend import SatBackend

PRECEDENCE = 24
"""Clusters are numbered by first appearance among this many groups; beyond, the clauses only cost time."""


class LabelFormula:
    """Grows as groups come into play. `low`: MD is known to reach this level, so pairs up to it may stay together.
    `high`: only diameters below this level are of interest, so pairs from it on are apart for good."""

    def __init__(self, ground: Ground, sat: SatBackend, low: int, high: int, wants_split: bool) -> None:
        self.ground, self.sat, self.k = ground, sat, ground.k
        self.low, self.high, self.wants_split = low, high, wants_split
        self.pause = no_pause
        self.variables = 0
        self.literal = np.zeros((ground.groups, self.k), dtype=np.int64)
        self.in_play: list[int] = []
        self.is_in_play = np.zeros(ground.groups, dtype=np.bool_)
        self.paired: list[int] = []
        self.is_paired = np.zeros(ground.groups, dtype=np.bool_)
        self.apart: dict[int, int] = {}
        self.together: dict[int, int] = {}
        self._apart_levels: list[int] = []
        self._together_levels: list[int] = []
        self._outside = self._start_nonempty()

    def fresh(self, count: int) -> int:
        """The first of `count` new variables."""
        first = self.variables + 1
        self.variables += count
        return first

    def one_hot(self, count: int) -> Ints:
        """Literals [item, cluster], exactly one true per item; for two clusters a variable and its negation."""
        if self.k == 2:
            variable = np.arange(count) + self.fresh(count)
            return np.stack([-variable, variable], axis=1)
        literal = np.arange(count * self.k).reshape(count, self.k) + self.fresh(count * self.k)
        self.sat.add(literal.tolist())
        one, two = np.triu_indices(self.k, 1)
        self.sat.add(np.stack([-literal[:, one], -literal[:, two]], axis=2).reshape(-1, 2).tolist())
        return literal

    def bring_in(self, groups: Sequence[int], pairs: bool = True) -> None:
        """Give labels to groups that have none; with `pairs`, keep far pairs among all such groups apart."""
        new = [g for g in dict.fromkeys(groups) if not self.literal[g, 0]]
        if new:
            self.literal[new] = self.one_hot(len(new))
            for group in new:
                self._introduce(group, pairs)
            self._extend_nonempty(new)
        unpaired = [g for g in dict.fromkeys(groups) if pairs and not self.is_paired[g]]
        if unpaired:
            self._separate_far(unpaired)
            self.paired += unpaired
            self.is_paired[unpaired] = True

    def _introduce(self, group: int, number: bool) -> None:
        self._separate_exclusive(group)
        if number and len(self.in_play) < PRECEDENCE:
            self._number_by_appearance(group)
        if self.wants_split and self.in_play:
            self._join_nearest(group)
        self.in_play.append(group)
        self.is_in_play[group] = True

    def _separate_exclusive(self, group: int) -> None:
        others = self.ground.rivals_of(group)
        if not len(others):
            return
        others = others[self.literal[others, 0] != 0]
        self._differ(np.full(len(others), group), others, None)

    def _separate_far(self, new: list[int]) -> None:
        """apart[w] and x[one, c] -> not x[two, c]   for pairs of level w with at least one new group."""
        known = np.array([*self.paired, *new], dtype=np.int64)
        far = np.empty((len(new), len(known)))
        for row, group in enumerate(new):
            self.pause()
            far[row] = self.ground.farthest(group)[known]
        level = self.ground.levels.of(far)
        earlier = np.arange(len(known)) < len(self.paired) + np.arange(len(new))[:, None]
        one, two = np.nonzero((level > self.low) & earlier)
        level, mine, others = level[one, two], np.array(new)[one], known[two]
        for_good = level >= self.high
        self._differ(mine[for_good], others[for_good], None)
        between = ~for_good
        if between.any():
            levels, place = np.unique(level[between], return_inverse=True)
            guards = np.array([self.apart_guard(int(w)) for w in levels])[place]
            self._differ(mine[between], others[between], guards)

    def _differ(self, groups: Ints, others: Ints, guards: Ints | None) -> None:
        if not len(others):
            return
        parts = [-self.literal[groups], -self.literal[others]]
        if guards is not None:
            parts.append(np.broadcast_to(-guards[:, None], parts[0].shape))
        self.sat.add(np.stack(parts, axis=2).reshape(-1, len(parts)).tolist())

    def _number_by_appearance(self, group: int) -> None:
        """x[group, c] -> x[earlier, c - 1] for some earlier group: no two models differ by a renaming only."""
        earlier = self.in_play
        clauses = [[-int(self.literal[group, c]), *self.literal[earlier, c - 1].tolist()] for c in range(1, self.k)]
        self.sat.add(clauses)

    def _join_nearest(self, group: int) -> None:
        """together[w] -> same label, for the group in play that is joined at the lowest level w."""
        found, length = nearest(group, self.is_in_play, *self.ground.group_tree)
        guard = self.together_guard(int(self.ground.levels.of(length)))
        for one_label, other in zip(self.literal[group].tolist(), self.literal[found].tolist(), strict=True):
            self.sat.add([[-guard, -one_label, other], [-guard, one_label, -other]])

    def apart_guard(self, level: int) -> int:
        """apart[w] -> apart[w'] for w' > w."""
        if level not in self.apart:
            guard = self.apart[level] = self.fresh(1)
            at = bisect_left(self._apart_levels, level)
            if at > 0:
                self.sat.add([[-self.apart[self._apart_levels[at - 1]], guard]])
            if at < len(self._apart_levels):
                self.sat.add([[-guard, self.apart[self._apart_levels[at]]]])
            insort(self._apart_levels, level)
        return self.apart[level]

    def together_guard(self, level: int) -> int:
        """together[w] -> together[w'] for w' < w."""
        if level not in self.together:
            guard = self.together[level] = self.fresh(1)
            at = bisect_left(self._together_levels, level)
            if at > 0:
                self.sat.add([[-guard, self.together[self._together_levels[at - 1]]]])
            if at < len(self._together_levels):
                self.sat.add([[-self.together[self._together_levels[at]], guard]])
            insort(self._together_levels, level)
        return self.together[level]

    def assume(self, md_level: int, ms_level: int) -> list[int]:
        """Literals for "MD is of level ≤ md_level and MS of level ≥ ms_level"."""
        literals = []
        at = bisect_left(self._apart_levels, md_level + 1)
        if at < len(self._apart_levels):
            literals.append(self.apart[self._apart_levels[at]])
        at = bisect_right(self._together_levels, ms_level - 1)
        if at > 0:
            literals.append(self.together[self._together_levels[at - 1]])
        return literals

    @property
    def refuted_whatever_level(self) -> bool:
        """Was the last "no" independent of the MD level asked for?"""
        return not set(self.apart.values()) & set(self.sat.core())

    def want_below(self, level: int) -> None:
        """From now on only diameters below `level` are of interest."""
        if level < self.high:
            self.high = level
            at = bisect_left(self._apart_levels, level)
            if at < len(self._apart_levels):
                self.sat.add([[self.apart[self._apart_levels[at]]]])

    def know_at_least(self, level: int) -> None:
        """Proved: MD reaches `level`."""
        self.low = max(self.low, level)

    def _start_nonempty(self) -> list[int]:
        """outside[c]: cluster c has a row that is not in play."""
        needed = self.ground.problem.least_clusters
        return [self.fresh(1) for _ in range(needed)]

    def _extend_nonempty(self, new: Sequence[int]) -> None:
        """outside[c] -> x[new, c] for some new group, or outside'[c]; nothing is outside when all are in play."""
        everything = len(self.in_play) == self.ground.groups
        for c, outside in enumerate(self._outside):
            clause = [*self.literal[list(new), c].tolist()]
            if len(self.in_play) > len(new):
                clause.append(-outside)
            if not everything:
                self._outside[c] = self.fresh(1)
                clause.append(self._outside[c])
            self.sat.add([clause])
