"""Clusters without a tree: the formula labels the groups in play, the others follow greedily or come into play."""

from __future__ import annotations

import numpy as np

from treeclust.engine.asker import UNDECIDED, Answer
from treeclust.engine.checks import check
from treeclust.engine.ground import Ints
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.labels import LabelFormula
from treeclust.engine.sat_call import Patience, solve
from treeclust.engine.tree_formula import truth

NONE = -1
BATCH = 20


class LazyFlat:
    """Answers "is there a clustering with MD of at most, and MS of at least, these levels?" exactly."""

    def __init__(self, formula: LabelFormula, incumbent: Incumbent) -> None:
        self.formula, self.incumbent, self.ground = formula, incumbent, formula.ground

    @property
    def whatever_level(self) -> bool:
        return self.formula.refuted_whatever_level

    def raise_level(self, low: int, high: int, effort: int) -> int:
        return low

    def points_in_play(self) -> Ints:
        return self.ground.first_member[self.formula.in_play]

    def improve(self, low: int) -> None:
        """Labels without a tree are easy for SAT alone."""

    def ask(self, md_level: int, ms_level: int, effort: int) -> Answer:
        formula, patience = self.formula, Patience(self.formula.sat, effort)
        while True:
            value = solve(formula, self.incumbent, md_level, ms_level, patience)
            if value is UNDECIDED:
                return UNDECIDED
            if value is None:
                return None
            labels = truth(formula.literal, value).argmax(axis=1)
            labels[formula.literal[:, 0] == 0] = NONE
            with self.incumbent.timing("checking"):
                stuck = self._extend(labels, md_level, ms_level)
            if not stuck:
                found = check(self.ground, labels[self.ground.group_of], formula.wants_split, 1)
                self.incumbent.offer(found, None)
                if found.keeps(md_level, ms_level):
                    return found
                stuck = np.flatnonzero(formula.literal[:, 0] == 0)[:BATCH].tolist()
            with self.incumbent.timing("encoding"):
                formula.bring_in(stuck)

    def _extend(self, labels: Ints, md_level: int, ms_level: int) -> list[int]:
        """Label the remaining groups where possible; returns groups that must come into play, if any."""
        bundle = self._bundles(ms_level)
        chosen = np.full(int(bundle.max()) + 1, NONE, dtype=np.int64)
        known = labels != NONE
        chosen[bundle[known]] = labels[known]
        labels[:] = chosen[bundle]
        limit = self.ground.levels.start(md_level + 1)
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
            far = self.ground.farthest(group) >= limit
            taken |= set(labels[far].tolist()) | set(labels[self.ground.rivals_of(group)].tolist())
        return set(range(self.formula.k)) - taken

    def _bundles(self, ms_level: int) -> Ints:
        """Groups that share a cluster whenever MS reaches the level."""
        ground = self.ground
        bundle = np.arange(ground.groups)
        if not self.formula.wants_split:
            return bundle
        one, two, length = ground.spanning
        for e in np.flatnonzero(ground.levels.of(length) < ms_level).tolist():
            a, b = bundle[ground.group_of[one[e]]], bundle[ground.group_of[two[e]]]
            bundle[bundle == b] = a
        return bundle
