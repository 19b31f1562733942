"""The lazy search: ask the formula of the active points for a tree, send all points through it, activate more."""

from __future__ import annotations

import numpy as np

from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check, check
from treeclust.engine.ground import Ints
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.labels import LabelFormula
from treeclust.engine.relaxation import Relaxation
from treeclust.engine.tree_formula import Bools, TreeFormula
from treeclust.stop import Asked, any_of

BATCH = 20
"""How many points of each kind of violation are activated per round."""


UNDECIDED = np.zeros(0, dtype=np.bool_)
STEPS_PER_SLICE = 10_000_000
"""Leaf-conflict steps that take about as long as a slice of SAT."""


class LazyTree:
    """Answers "is there a tree with MD of at most, and MS of at least, these levels?" exactly."""

    def __init__(self, formula: TreeFormula, incumbent: Incumbent, patience: int = 1) -> None:
        self.formula, self.incumbent = formula, incumbent
        self.ground = formula.ground
        self.wants_split = formula.wants_split
        self.relaxation = Relaxation(self.ground)
        self.whatever_level = False
        self.patience = patience
        self._judged: set[tuple[int, int]] = set()

    def ask(self, md_level: int, ms_level: int = 0) -> Check | None:
        """A clustering that keeps both levels, or None: proved that there is none."""
        formula = self.formula
        while True:
            value = self._solve(md_level, ms_level)
            if value is None:
                return None
            with self.incumbent.timing("checking"):
                candidate = formula.read(value)
                found = check(self.ground, candidate.labels(self.ground.ranks), self.wants_split, BATCH)
            filled = self.fill_clusters(candidate) if found.missing else (candidate, found)
            self.incumbent.offer(filled[1], filled[0])
            if filled[1].keeps(md_level, ms_level):
                return filled[1]
            with self.incumbent.timing("encoding"):
                points = violators(self.ground.group_of, found, self.formula, value, md_level, ms_level)
                if not formula.activate(points):
                    self.activate_witnesses(found, value)

    def _solve(self, md_level: int, ms_level: int) -> Bools | None:
        """SAT in growing slices; in between, leaf conflicts with as much work, until they have said all they can."""
        slices = self.patience
        self.whatever_level = False
        while (md_level, ms_level) not in self._judged and self.ground.matrix is not None:
            answer = solve(self.formula, self.incumbent, md_level, ms_level, slices)
            if answer is not UNDECIDED:
                self.whatever_level = answer is None and self.formula.refuted_whatever_level
                return answer
            with self.incumbent.timing("relaxation"):
                stop = self.incumbent.watch.stopped
                verdict = self.relaxation.judge(md_level, ms_level, max(1, slices) * STEPS_PER_SLICE, stop)
            if verdict.refuted:
                self.incumbent.count("refuted_by_relaxation")
                return None
            if not verdict.incomplete:
                self._judged.add((md_level, ms_level))
                if verdict.cuts_something:
                    self.formula.narrow_root(md_level, ms_level, verdict)
            slices = max(1, 4 * slices)
        answer = solve(self.formula, self.incumbent, md_level, ms_level)
        self.whatever_level = answer is None and self.formula.refuted_whatever_level
        return answer

    def fill_clusters(self, candidate: Candidate) -> tuple[Candidate, Check]:
        """Give missing clusters a leaf of their own, if one can leave its cluster without tearing a group."""
        leaves = candidate.leaves(self.ground.ranks)
        leaf_label = candidate.leaf_label.copy()
        for label in np.setdiff1d(np.arange(self.formula.k), leaf_label[np.unique(leaves)]):
            for leaf in np.unique(leaves):
                alone = leaf_label[leaves] == leaf_label[leaf]
                inside = leaves == leaf
                groups = self.ground.group_of
                if (alone & ~inside).any() and not np.isin(groups[inside], groups[~inside]).any():
                    leaf_label[leaf] = label
                    break
        better = candidate.relabelled(leaf_label)
        return better, check(self.ground, better.labels(self.ground.ranks), self.wants_split, BATCH)

    def activate_witnesses(self, found: Check, value: Bools) -> None:
        """A cluster is empty although the formula has a witness for it: name all witnesses, then activate one."""
        formula = self.formula
        labels = formula.labels_in_play(value)
        if (labels < 0).any():
            formula.bring_in(np.flatnonzero(labels < 0).tolist(), pairs=False)
            return
        wrong = np.flatnonzero(found.labels != labels[self.ground.group_of])
        if not formula.activate(wrong[:BATCH].tolist()):
            raise AssertionError("every point agrees with the formula, yet the clustering breaks it")


def solve(
    formula: LabelFormula, incumbent: Incumbent, md_level: int, ms_level: int, slices: int | None = None
) -> Bools | None:
    """A model as truth values by variable number, or None if there is none; UNDECIDED after so many slices."""
    incumbent.count("sat_calls")
    stop = incumbent.watch.stopped if slices is None else any_of(Asked(slices), incumbent.watch.stopped)
    with incumbent.timing("sat"):
        answer = formula.sat.solve(formula.assume(md_level, ms_level), stop)
    if answer is None:
        incumbent.stop_if_asked()
        return UNDECIDED
    if not answer:
        return None
    model = np.asarray(formula.sat.model(), dtype=np.int64)
    value = np.zeros(formula.variables + 1, dtype=np.bool_)
    value[1 : len(model) + 1] = model[: formula.variables] > 0
    return value


def violators(
    group_of: Ints, found: Check, formula: TreeFormula, value: Bools, md_level: int, ms_level: int
) -> list[int]:
    """Points to activate, a batch of each kind: groups torn apart, exclusive groups together, far pairs together,
    short spanning edges cut."""
    ground = formula.ground
    torn = found.torn[:BATCH]
    points = [*torn.tolist(), *ground.first_member[group_of[torn]].tolist()]
    points += ground.first_member[ground.exclusive[found.clashing[:BATCH]].ravel()].tolist()
    limit = ground.levels.start(md_level + 1)
    for pair in found.far:
        if float(ground.distances_from(pair[0])[pair[1]]) >= limit:
            points += pair
    if found.ms_level < ms_level:
        one, two, length = ground.spanning
        short = found.cut[ground.levels.of(length[found.cut]) < ms_level][:BATCH]
        points += one[short].tolist() + two[short].tolist()
    return points
