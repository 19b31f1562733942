"""Equal optima: one clustering after the other with a value of at most a given one, each a new partition, until there
is no other.

One incremental formula: what was found is ruled out (`blocking`), and what was refuted stays refuted, because ruling
out more can only refute more.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treeclust.core.decision import QUICK, UNDECIDED
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent
from treeclust.core.stop import Stop
from treeclust.engine.bounds.farthest_first import best_farthest_first, lower_level, most_linked
from treeclust.engine.formula.blocking import Blocking, central_groups
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import Instance, Ints, prepare
from treeclust.engine.search.lazy_flat import LazyFlat
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.oracle import Decision, EngineOracle, decide
from treeclust.engine.search.pareto_staircase import Recorder, Step
from treeclust.solvers import make_solver

SHARES = (0.25, 0.1, 0.04)
"""Very different clusterings are asked for first: so much of the telling groups should change, then less."""
EFFORT = 10 * QUICK
"""For a question that only asks for something very different."""


class BlockingLabels(LabelFormula):
    """Labels that must differ from what was found before."""

    also: tuple[int, ...] = ()

    def assume(self, md_level: int, ms_level: int) -> list[int]:
        return [*super().assume(md_level, ms_level), *self.also]


class BlockingTree(TreeFormula):
    """A tree that must differ from those found before."""

    also: tuple[int, ...] = ()

    def assume(self, md_level: int, ms_level: int) -> list[int]:
        return [*super().assume(md_level, ms_level), *self.also]


class LazyBlockingTree(LazyTree):
    """Never fills an empty cluster in such a way that an earlier partition comes out again."""

    blocking: Blocking

    def fill_clusters(self, candidate: Candidate) -> tuple[Candidate, Check]:
        filled, found = super().fill_clusters(candidate)
        if self.blocking.is_blocked(found.labels):
            return candidate, self.check(candidate)
        return filled, found

    def accepts(self, found: Check, md_level: int, ms_level: int) -> bool:
        return super().accepts(found, md_level, ms_level) and not self.blocking.is_blocked(found.labels)


class EqualOptima:
    """Finds them. `most` is the largest value allowed; nothing below it exists (proved before), or little."""

    def __init__(self, problem: Problem, objective: Objective, most: int, stop: Stop) -> None:
        self.instance: Instance = prepare(problem)
        self.most, self.objective = most, objective
        self.recorder = Recorder(self.instance, objective, Silent(stop))
        self.flat = problem.is_flat
        self.splits = self.instance.split_levels if objective.uses_split else [0]
        self.oracle, self.formula = self._build()
        self.blocking = Blocking(self.formula)
        if isinstance(self.oracle, LazyBlockingTree):
            self.oracle.blocking = self.blocking
        self.blocking.speak(self._in_formula(), self._all_in())

    def _build(self) -> tuple[EngineOracle, BlockingLabels | BlockingTree]:
        instance, split = self.instance, self.objective.uses_split
        points, distance = best_farthest_first(instance, max(2 * instance.k, 10), self.recorder.stop_if_asked)
        high = self._md_limit(self.splits[-1]) + 1  # pairs from this level on are apart in every clustering wanted
        low = min(lower_level(instance, distance), high - 1)
        if self.flat:
            labels = BlockingLabels(instance, make_solver(), low, high, split)
            labels.pause = self.recorder.stop_if_asked
            labels.bring_in(range(instance.groups))
            return LazyFlat(labels, self.recorder), labels
        tree = BlockingTree(instance, make_solver(), low, high, split)
        tree.pause = self.recorder.stop_if_asked
        tree.activate([*points.tolist(), *most_linked(instance).tolist()])
        return LazyBlockingTree(tree, self.recorder), tree

    def _in_formula(self) -> list[int]:
        """Groups whose labels in a model are those of the clustering it stands for."""
        if isinstance(self.formula, BlockingTree):
            return list(dict.fromkeys(self.instance.group_of[self.formula.active].tolist()))
        return self.formula.in_play

    def _all_in(self) -> bool:
        return len(self._in_formula()) == self.instance.groups

    def rule_out(self, labels_of_points: Ints, diverse: bool) -> None:
        """Do not find this partition again."""
        centres = central_groups(self.instance, labels_of_points)
        telling = self.blocking.telling.tolist() if diverse else []
        self._activate([*centres, *telling])
        most_changed = round(max(SHARES) * len(telling))
        self.blocking.block(labels_of_points, centres, most_changed)

    def _activate(self, groups: list[int]) -> None:
        if isinstance(self.formula, BlockingTree):
            self.formula.activate(self.instance.first_member[groups].tolist())
        self.blocking.speak(self._in_formula(), self._all_in())

    def find(self, diverse: bool) -> Iterator[Step]:
        """New partitions; ends when it is proved that there is no other. Raises OutOfTime when stopped."""
        open_ranges = self._ranges()
        telling = len(self.blocking.telling)
        shares = sorted({round(share * telling) for share in SHARES}, reverse=True) if diverse else []
        for changed in [*(share for share in shares if share > 1), 1]:
            at = 0
            while at < len(open_ranges):
                first, last = open_ranges[at]
                step = self._ask(first, last, changed)
                if step is None:
                    at += 1
                elif self.recorder.value_of(step[0]) <= self.most:
                    yield step
                    self.rule_out(step[0].labels, diverse)
                else:
                    middle = (first + last) // 2
                    open_ranges[at : at + 1] = [(middle + 1, last), (first, middle)]

    def _ranges(self) -> list[tuple[int, int]]:
        """Places among the split levels, in ranges that double in size from the largest split downwards."""
        ranges = []
        last, size = len(self.splits) - 1, 1
        while last >= 0:
            first = max(0, last - size + 1)
            ranges.append((first, last))
            last, size = first - 1, 2 * size
        return ranges

    def _ask(self, first: int, last: int, changed: int) -> Step | None:
        """A new clustering in a range of split levels; None if there is none (or, for `changed` > 1, if none was found
        quickly)."""
        limit, split = self._md_limit(self.splits[last]), self.splits[first]
        while True:
            self.recorder.stop_if_asked()
            answer = self._answer(limit, split, changed)
            if answer is UNDECIDED:
                return None
            if answer is not None:
                return self.recorder.last
            if changed > 1 or not self._widen():
                return None

    def _md_limit(self, ms_level: int) -> int:
        return self.objective.largest_md_level(self.most, ms_level, self.instance.levels.count)

    def _answer(self, limit: int, split: int, changed: int) -> Decision:
        if limit < self.formula.low:
            return None  # every clustering has a larger diameter
        self.formula.also = tuple(self.blocking.assume(changed))
        return self.oracle.ask(limit, split, EFFORT) if changed > 1 else decide(self.oracle, limit, split)

    def _widen(self) -> bool:
        """After a "no": bring more groups in if it rests on partitions differing only within those in play."""
        if not self.blocking.escapes() & set(self.formula.sat.core()):
            return False
        outside = np.setdiff1d(np.arange(self.instance.groups), self._in_formula())
        count = max(32, len(self._in_formula()))
        self._activate(np.random.default_rng(len(outside)).permutation(outside)[:count].tolist())
        return True
