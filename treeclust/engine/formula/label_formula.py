"""The label part of the lazy formula: which groups share a cluster. Without a tree it is a relaxation of every tree.

Only groups *in play* have label variables; every formula is a part of the full one, so "no" holds for all rows.
Guards: apart[w] says that pairs of level ≥ w are apart; together[w] that spanning edges of level ≤ w are not cut.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np

from treeclust.core.equations import states
from treeclust.engine.bounds.farthest_first import no_pause
from treeclust.engine.instance.group_distances import farthest_among
from treeclust.engine.instance.instance import Instance, Ints
from treeclust.engine.instance.spanning_tree import nearest
from treeclust.solvers.backend import SatBackend

PRECEDENCE = 24
"""Clusters are numbered by first appearance among this many groups; beyond, the clauses only cost time."""


class LabelFormula:
    """Grows as groups come into play. `low`: MD is known to reach this level, so pairs up to it may stay together.
    `high`: only diameters below this level are of interest, so pairs from it on are apart for good."""

    def __init__(self, instance: Instance, sat: SatBackend, low: int, high: int, uses_split: bool) -> None:
        self.instance, self.sat, self.k = instance, sat, instance.k
        self.low, self.high, self.uses_split = low, high, uses_split
        self.pause = no_pause
        self.variables = 0
        self.literal = np.zeros((instance.groups, self.k), dtype=np.int64)
        self.in_play: list[int] = []
        self.is_in_play = np.zeros(instance.groups, dtype=np.bool_)
        self.paired: list[int] = []
        self.is_paired = np.zeros(instance.groups, dtype=np.bool_)
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

    @states(16, 39, sentence="labels are one-hot instead of unary: one literal per cluster, exactly one true")
    def one_hot(self, count: int) -> Ints:
        """Literals [item, cluster], exactly one true per item; for two clusters a variable and its negation."""
        if self.k == 2:
            variable = np.arange(count) + self.fresh(count)
            return np.stack([-variable, variable], axis=1)
        literal = np.arange(count * self.k).reshape(count, self.k) + self.fresh(count * self.k)
        self.sat.add(literal)
        one, two = np.triu_indices(self.k, 1)
        self.sat.add(np.stack([-literal[:, one], -literal[:, two]], axis=2).reshape(-1, 2))
        return literal

    def bring_in(self, groups: Sequence[int], pairs: bool = True) -> None:
        """Give labels to groups that have none; with `pairs`, keep far pairs among all such groups apart."""
        groups = list(dict.fromkeys(groups))
        new = [g for g, first in zip(groups, self.literal[groups, 0].tolist(), strict=True) if not first]
        if new:
            self.literal[new] = self.one_hot(len(new))
            for group in new:
                self._introduce(group, pairs)
            self._extend_nonempty(new)
        unpaired = [g for g, known in zip(groups, self.is_paired[groups].tolist(), strict=True) if pairs and not known]
        if unpaired:
            self._separate_far(unpaired)
            self.paired += unpaired
            self.is_paired[unpaired] = True

    def _introduce(self, group: int, number: bool) -> None:
        self._separate_exclusive(group)
        if number and len(self.in_play) < PRECEDENCE:
            self._number_by_appearance(group)
        if self.uses_split and self.in_play:
            self._join_nearest(group)
        self.in_play.append(group)
        self.is_in_play[group] = True

    @states(22, 23, 24, sentence="groups with a cannot-link between them have different labels")
    def _separate_exclusive(self, group: int) -> None:
        others = self.instance.rivals_of(group)
        if not len(others):
            return
        mine = (-self.literal[group]).tolist()
        self.sat.add(
            (a, -b) for other in self.literal[others].tolist() if other[0] for a, b in zip(mine, other, strict=True)
        )

    @states(27, 28, 29, sentence="groups farther apart than the diameter asked for have different labels")
    def _separate_far(self, new: list[int]) -> None:
        """apart[w] and x[one, c] -> not x[two, c]   for pairs of level w with at least one new group."""
        known = np.array([*self.paired, *new], dtype=np.int64)
        far = farthest_among(self.instance, known[len(self.paired) :], known, self.pause)
        level, limit = self.instance.levels.of(far), self.instance.problem.max_diameter
        beyond = np.zeros(far.shape, dtype=np.bool_) if limit is None else far > limit
        earlier = np.arange(len(known)) < len(self.paired) + np.arange(len(new))[:, None]
        one, two = np.nonzero(((level > self.low) | beyond) & earlier)
        for_good = (level[one, two] >= self.high) | beyond[one, two]
        level, mine, others = level[one, two], np.array(new)[one], known[two]
        self._differ(mine[for_good], others[for_good], None)
        between = ~for_good
        if between.any():
            levels, place = np.unique(level[between], return_inverse=True)
            guards = np.array(self.apart_guards(levels.tolist()), dtype=np.int64)[place]
            self._differ(mine[between], others[between], guards)

    def _differ(self, groups: Ints, others: Ints, guards: Ints | None) -> None:
        if not len(others):
            return
        parts = [-self.literal[groups], -self.literal[others]]
        if guards is not None:
            parts.append(np.broadcast_to(-guards[:, None], parts[0].shape))
        self.sat.add(np.stack(parts, axis=2).reshape(-1, len(parts)))

    @states(19, 20, sentence="clusters are numbered by first appearance")
    def _number_by_appearance(self, group: int) -> None:
        """x[group, c] -> x[earlier, c - 1] for some earlier group: no two models differ by a renaming only."""
        first, earlier = (-self.literal[group]).tolist(), self.literal[self.in_play].T.tolist()
        self.sat.add([first[c], *earlier[c - 1]] for c in range(1, self.k))

    @states(30, 31, sentence="a spanning edge shorter than the split asked for is not cut")
    def _join_nearest(self, group: int) -> None:
        """together[w] -> same label, for the group in play that is joined at the lowest level w."""
        found, length = nearest(group, self.is_in_play, *self.instance.group_tree)
        guard = self.together_guard(int(self.instance.levels.of(length)))
        pairs = zip(self.literal[group].tolist(), self.literal[found].tolist(), strict=True)
        self.sat.add(clause for a, b in pairs for clause in ((-guard, -a, b), (-guard, a, -b)))

    @states(32, sentence="what is apart at one level is apart at every higher one")
    def apart_guards(self, levels: Sequence[int]) -> list[int]:
        """apart[w] -> apart[w'] for w' > w."""
        apart, known, clauses = self.apart, self._apart_levels, list[tuple[int, int]]()
        new = [level for level in levels if level not in apart]
        apart.update(zip(new, range(first := self.fresh(len(new)), first + len(new)), strict=True))
        for level in new:
            guard, at = apart[level], bisect_left(known, level)
            if at > 0:
                clauses.append((-apart[known[at - 1]], guard))
            if at < len(known):
                clauses.append((-guard, apart[known[at]]))
            known.insert(at, level)
        self.sat.add(clauses)
        return [apart[level] for level in levels]

    @states(33, sentence="what is together at one level is together at every lower one")
    def together_guard(self, level: int) -> int:
        """together[w] -> together[w'] for w' < w."""
        if level not in self.together:
            guard = self.together[level] = self.fresh(1)
            at = bisect_left(self._together_levels, level)
            if at > 0:
                self.sat.add([[-guard, self.together[self._together_levels[at - 1]]]])
            if at < len(self._together_levels):
                self.sat.add([[-self.together[self._together_levels[at]], guard]])
            self._together_levels.insert(at, level)
        return self.together[level]

    @states(37, 38, sentence="two levels are assumed at a time, where the paper counts violated soft clauses")
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
        needed = self.instance.problem.least_clusters
        return [self.fresh(1) for _ in range(needed)]

    @states(21, sentence="every cluster has a group, in play or outside")
    def _extend_nonempty(self, new: Sequence[int]) -> None:
        """outside[c] -> x[new, c] for some new group, or outside'[c]; nothing is outside when all are in play."""
        everything = len(self.in_play) == self.instance.groups
        for c, outside in enumerate(self._outside):
            clause = [*self.literal[list(new), c].tolist()]
            if len(self.in_play) > len(new):
                clause.append(-outside)
            if not everything:
                self._outside[c] = self.fresh(1)
                clause.append(self._outside[c])
            self.sat.add([clause])
