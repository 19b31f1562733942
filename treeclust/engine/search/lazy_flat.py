"""Clusters without a tree: the formula labels the groups in play, the others follow greedily or come into play."""

from __future__ import annotations

import numpy as np

from treeclust.core.decision import UNDECIDED
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.formula.tree_formula import truth
from treeclust.engine.formula.tree_rules import add_sizes
from treeclust.engine.instance.checks import check
from treeclust.engine.instance.instance import Ints
from treeclust.engine.search.oracle import Decision, FormulaOracle
from treeclust.engine.search.sat_call import ConflictBudget, solve

NONE = -1
BATCH = 20


class LazyFlat(FormulaOracle):
    """Answers "is there a clustering with MD of at most, and MS of at least, these levels?" exactly."""

    def __init__(self, formula: LabelFormula, incumbent: Incumbent) -> None:
        self.formula, self.incumbent, self.instance = formula, incumbent, formula.instance

    @property
    def whatever_level(self) -> bool:
        return self.formula.refuted_whatever_level

    def raise_level(self, low: int, high: int, effort: int) -> int:
        return low

    def points_in_play(self) -> Ints:
        return self.instance.first_member[self.formula.in_play]

    def improve(self, low: int) -> None:
        """Labels without a tree are easy for SAT alone."""

    def ask(self, md_level: int, ms_level: int, effort: int) -> Decision:
        formula, budget = self.formula, ConflictBudget(self.formula.sat, effort)
        while True:
            value = solve(formula, self.incumbent, md_level, ms_level, budget)
            if value is UNDECIDED:
                return UNDECIDED
            if value is None:
                return None
            labels = truth(formula.literal, value).argmax(axis=1)
            labels[formula.literal[:, 0] == 0] = NONE
            with self.incumbent.timing("checking"):
                stuck = self._extend(labels, md_level, ms_level)
            if not stuck:
                found = check(self.instance, labels[self.instance.group_of], formula.uses_split, 1)
                self.incumbent.offer(found, None)
                if found.keeps(md_level, ms_level):
                    return found
                stuck = np.flatnonzero(formula.literal[:, 0] == 0)[: None if found.wrong_sizes else BATCH].tolist()
                if not stuck and found.wrong_sizes:
                    add_sizes(formula)
            with self.incumbent.timing("encoding"):
                formula.bring_in(stuck)

    def _extend(self, labels: Ints, md_level: int, ms_level: int) -> list[int]:
        """Label the remaining groups where possible; returns groups that must come into play, if any."""
        bundle = self._bundles(ms_level)
        chosen = np.full(int(bundle.max()) + 1, NONE, dtype=np.int64)
        known = labels != NONE
        chosen[bundle[known]] = labels[known]
        labels[:] = chosen[bundle]
        limit = self.instance.first_beyond(md_level)
        missing = set(range(self.formula.k)) - set(labels[known].tolist())
        open_bundles = np.flatnonzero(chosen == NONE)
        stuck: list[int] = []
        for number in open_bundles.tolist():
            self.incumbent.stop_if_asked()
            groups = np.flatnonzero(bundle == number)
            allowed = self._allowed(groups, labels, limit)
            if not allowed:
                stuck.append(int(groups[0]))
                if len(stuck) == BATCH:
                    break
                continue
            label = next(iter(missing & allowed), min(allowed))
            missing.discard(label)
            labels[groups] = label
        return stuck

    def _allowed(self, groups: Ints, labels: Ints, limit: float) -> set[int]:
        """Labels that no far or exclusive group has."""
        taken: set[int] = set()
        for group in groups.tolist():
            far = self.instance.farthest(group) >= limit
            taken |= set(labels[far].tolist()) | set(labels[self.instance.rivals_of(group)].tolist())
        return set(range(self.formula.k)) - taken

    def _bundles(self, ms_level: int) -> Ints:
        """Groups that share a cluster whenever MS reaches the level."""
        instance = self.instance
        bundle = np.arange(instance.groups)
        if not self.formula.uses_split:
            return bundle
        one, two, length = instance.spanning
        for e in np.flatnonzero(instance.levels.of(length) < ms_level).tolist():
            a, b = bundle[instance.group_of[one[e]]], bundle[instance.group_of[two[e]]]
            bundle[bundle == b] = a
        return bundle
