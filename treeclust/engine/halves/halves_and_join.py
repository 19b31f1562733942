"""Halves and join: decides questions about trees of depth three by their roots, without SAT.

With two clusters that is mostly quick, with more of them where links are many.

A root that is refuted for one question is refuted for every stricter one, so what is open is remembered by question.
Work is counted in steps; a question that runs out of them stays open and goes on where it stopped when it comes again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treeclust.core.decision import UNDECIDED, Undecided
from treeclust.core.stop import Stop, never
from treeclust.engine.halves.coloured import ColouredRoots, coloured_points
from treeclust.engine.halves.parity import SignedPoints, signed_points
from treeclust.engine.halves.roots import Roots, Tests
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance, Ints

DEEPEST = 3
PROMISING = 0.8
"""Three or more clusters: share of the roots that narrowing closes where there may be no tree at all. Where it closes
fewer there mostly is one, which SAT finds sooner."""


class OpenRoots:
    """The thresholds (ranks of the instance) that the root may have, those of feature j from place first[j] on;
    `narrowed[j]` when everything outside the interval of the question is known to be refuted."""

    def __init__(self, first: Ints) -> None:
        self.first, self.narrowed = first, np.zeros(len(first) - 1, dtype=np.bool_)
        self.open = np.ones(int(first[-1]), dtype=np.bool_)

    def ranks(self, signed: SignedPoints, feature: int) -> list[int]:
        """The open roots by rank among the points of a question; roots that part none of these are not needed."""
        values = signed.value[feature]
        if len(values) < 2:
            return []
        own = self.open[self.first[feature] : self.first[feature + 1]]
        return np.flatnonzero(np.logical_or.reduceat(own, values)[:-1]).tolist()

    def is_promising(self, signed: SignedPoints) -> bool:
        """Are most roots of the features that are narrowed closed?"""
        narrowed = np.flatnonzero(self.narrowed)
        roots = sum(max(0, len(signed.value[j]) - 1) for j in narrowed)
        return sum(len(self.ranks(signed, int(j))) for j in narrowed) <= (1 - PROMISING) * roots

    def close(self, signed: SignedPoints, feature: int, rank: int) -> None:
        values = self.first[feature] + signed.value[feature]
        self.open[values[rank] : values[rank + 1]] = False


class HalvesAndJoin:
    """For one instance. `steps` have been taken so far."""

    def __init__(self, instance: Instance) -> None:
        assert instance.problem.depth is not None
        self.instance, self.depth, self.steps = instance, instance.problem.depth, 0
        self.only_promising = False
        self._open: dict[tuple[int, int], OpenRoots] = {}
        self._first = np.concatenate([[0], np.cumsum(instance.ranks.max(axis=0) + 1)]).astype(np.int64)

    @staticmethod
    def is_for(instance: Instance) -> bool:
        """A tree of at most three levels with something to ask about, more than one cluster, all distances known."""
        depth = instance.problem.depth
        small = depth is not None and depth <= DEEPEST and not instance.problem.is_large
        return small and instance.k > 1 and len(instance.features) > 0

    def ask(
        self, md_level: int, ms_level: int, steps: int, stop: Stop = never, only_promising: bool = False
    ) -> Candidate | Undecided | None:
        """A tree with MD of at most, and MS of at least, these levels, rules and sizes aside; None: there is none."""
        self.only_promising = only_promising
        undecided = False
        for signed in question_points(self.instance, md_level, ms_level):
            if steps <= 0 or stop():
                return UNDECIDED
            if not signed.points[4].any() and not signed.points[5].any():
                return self._candidate(signed, np.tile([[0, -1]], (2**self.depth, 1)))
            roots = roots_of(signed, steps, stop)
            left = OpenRoots(self._first) if signed.one_of_many else self.open_roots(md_level, ms_level)
            found = self.settle(roots, left, (md_level, ms_level))
            self.steps += steps - roots.steps
            steps = roots.steps
            if found is not None and found is not UNDECIDED:
                return self._candidate(signed, found)
            undecided |= found is UNDECIDED
        return UNDECIDED if undecided else None

    def open_roots(self, md_level: int, ms_level: int) -> OpenRoots:
        """Those that neither this question nor a weaker one has refuted."""
        mine = self._open.setdefault((md_level, ms_level), OpenRoots(self._first))
        for (md, ms), weaker in self._open.items():
            if md >= md_level and ms <= ms_level:
                mine.open &= weaker.open
        return mine

    def settle(self, roots: Roots, left: OpenRoots, levels: tuple[int, int]) -> Tests | Undecided | None:
        """The tests of a tree with its root among those left; roots that are refuted are closed."""
        if self.depth == 1:
            return roots.stump()
        if self.depth == 2:
            return roots.half_tree()
        if not narrow(roots, left, self.only_promising):
            return UNDECIDED
        undecided = False
        for j in range(roots.signed.features):
            for rank in left.ranks(roots.signed, j):
                found = roots.root(j, rank)
                if found is UNDECIDED:
                    undecided = True
                elif found is None:
                    left.close(roots.signed, j, rank)
                else:
                    return found
                if roots.steps <= 0 or roots.stop():
                    return UNDECIDED
        return UNDECIDED if undecided else None

    def _candidate(self, signed: SignedPoints, tests: Tests) -> Candidate:
        return signed.candidate(tests[:, 0].copy(), tests[:, 1], self.instance.ranks)


def question_points(instance: Instance, md_level: int, ms_level: int) -> Iterator[SignedPoints]:
    """The question "MD of at most, MS of at least these levels" as points with parities, or groups with rivals."""
    return (signed_points if instance.k == 2 else coloured_points)(instance, md_level, ms_level)


def roots_of(signed: SignedPoints, steps: int, stop: Stop = never) -> Roots:
    return (Roots if signed.clusters == 2 else ColouredRoots)(signed, steps, stop)


def narrow(roots: Roots, left: OpenRoots, only_promising: bool = False) -> bool:
    """Close the roots one side of which has no half tree; False without steps or time, or where little came of it. Most
    half trees are found so soon that nobody asks for the time meanwhile."""
    for j in range(roots.signed.features):
        if roots.steps <= 0 or roots.stop() or (only_promising and not left.is_promising(roots.signed)):
            return False
        ranks = left.ranks(roots.signed, j)
        if not ranks or left.narrowed[j]:
            continue
        interval = roots.interval(j, ranks[0], ranks[-1])
        if interval is UNDECIDED:
            return False
        for rank in ranks:
            if not interval[0] <= rank <= interval[1]:
                left.close(roots.signed, j, rank)
        left.narrowed[j] = True
    return not only_promising or left.is_promising(roots.signed)
