"""Lazy clause generation by counterexamples (CEGAR): ask the formula of the active points for a tree, send all points
through it, and activate those that break something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from treeclust.core.decision import THOROUGH, UNDECIDED
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.bounds.relaxation import Relaxation, Verdict
from treeclust.engine.descent.diameter_descent import DiameterDescent
from treeclust.engine.formula.row_blocks import RowBlocks
from treeclust.engine.formula.tree_formula import Bools, TreeFormula
from treeclust.engine.formula.tree_rules import add_leaf_sizes, add_sizes
from treeclust.engine.halves.halves_and_join import HalvesAndJoin
from treeclust.engine.instance.candidate import Candidate, with_all_clusters
from treeclust.engine.instance.checks import Check, check_tree
from treeclust.engine.instance.instance import Ints
from treeclust.engine.search.flat_bound import FlatBound
from treeclust.engine.search.halves_stage import HalvesStage
from treeclust.engine.search.oracle import Decision, FormulaOracle
from treeclust.engine.search.sat_call import ConflictBudget, solve
from treeclust.solvers.backend import SatBackend

BATCH = 20
"""How many points of each kind of violation are activated per round."""


STEPS_PER_SECOND = 40_000_000
"""Leaf-conflict steps per second, roughly."""
STEPS_PER_CONFLICT = 1_500
"""Leaf-conflict steps that take as long as a conflict, roughly."""
HOPELESS_STEPS = 3600 * STEPS_PER_SECOND
"""Where leaf conflicts could take an hour they are not tried: they would only take the time of the others."""
RELAX_FROM = THOROUGH
"""Leaf conflicts wait until a question has come up for the third time: most that SAT can settle are settled by then."""
EXTRA_FOR_LINKS = 5
"""Leaf conflicts get so much more as long as no clustering is known: they are what proves that there is none."""
FIRST_DESCENT = STEPS_PER_SECOND // 20
"""Where a clustering is known already, no more than the search has taken."""
SHARE_OF_DESCENT, SHARE_BEFORE_FIRST_SOLUTION, SHARE_FAR_FROM_PROOF = 0.2, 0.25, 0.5
FAR_FROM_PROOF = 0.1
"""When so much of the incumbent's level is still open, better trees are worth more than proofs."""


class LazyTree(FormulaOracle):
    """Answers "is there a tree with MD of at most, and MS of at least, these levels?" exactly."""

    formula: TreeFormula

    def __init__(
        self,
        formula: TreeFormula,
        incumbent: Incumbent,
        relax_first: bool = False,
        spare: Callable[[], SatBackend] | None = None,
    ) -> None:
        self.formula, self.incumbent, self.relax_first, self.spare = formula, incumbent, relax_first, spare
        self.instance = formula.instance
        self.uses_split = formula.uses_split
        self.relaxation = Relaxation(self.instance)
        self.whatever_level = self.sizes_added = self.leaf_sizes_added = False
        self.judged: dict[tuple[int, int], Verdict] = {}
        self._unfinished = -1
        self.flat_bound: FlatBound | None = None
        self.halves_stage = HalvesStage(self.instance, incumbent) if HalvesAndJoin.is_for(self.instance) else None

    @cached_property
    def descent(self) -> DiameterDescent:
        return DiameterDescent(self.instance, self.incumbent)

    @cached_property
    def blocks(self) -> RowBlocks:
        return RowBlocks(self.formula)

    def raise_level(self, low: int, high: int, effort: int) -> int:
        if self.spare is None or not self.instance.by_matrix:
            return low
        if self.flat_bound is None:
            self.flat_bound = FlatBound(self.incumbent, self.spare(), low, self.points_in_play())
        return self.flat_bound.raise_level(low, high, effort)

    def points_in_play(self) -> Ints:
        return np.array(self.formula.active, dtype=np.int64)

    def improve(self, low: int) -> None:
        if not self.instance.by_matrix:
            return
        first = FIRST_DESCENT if self.incumbent.best is None else min(FIRST_DESCENT, self.incumbent.work)
        steps = max(first, int(self._share_of_descent(low) * self.incumbent.work)) - self.descent.work
        if steps > 0:
            with self.incumbent.timing("descent"):
                spent = self.descent.lower_md(low, steps, self.incumbent.watch.stopped)
            self.incumbent.spend(spent)

    def _share_of_descent(self, low: int) -> float:
        best = self.incumbent.best
        if best is None:
            return SHARE_BEFORE_FIRST_SOLUTION
        return SHARE_FAR_FROM_PROOF if best.md_level - low > FAR_FROM_PROOF * best.md_level else SHARE_OF_DESCENT

    def ask(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """SAT; then, where trees are small, halves and join; if that is not enough more than once, leaf conflicts; if
        these say nothing final, closer still."""
        answer = self.search_whole(md_level, ms_level, effort)
        if answer is UNDECIDED and self.halves_stage is not None and not self.relax_first:
            answer = self._join_halves(self.halves_stage, md_level, ms_level, effort)
        if answer is UNDECIDED and (self.relax_first or effort >= RELAX_FROM):
            verdict = None if self.instance.problem.is_large else self._judge(md_level, ms_level, effort)
            if verdict is not None and verdict.refuted:
                return None
            narrowed = self.relax_first or (verdict is not None and verdict.cuts_something)
            return self.press_on(md_level, ms_level, effort, narrowed)
        return answer

    def search_whole(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """SAT for the whole question, where that comes first."""
        return UNDECIDED if self.relax_first else self.search(md_level, ms_level, effort)

    def _join_halves(self, stage: HalvesStage, md_level: int, ms_level: int, effort: int) -> Decision:
        """Whether there is any tree comes first, as long as none is known: what is refuted then stays refuted."""
        self.whatever_level = False
        if self.incumbent.best is None and not stage.tree_known and (md_level, ms_level) != (self.levels, 0):
            self.whatever_level = self._join(stage, self.levels, 0, effort) is None
        if self.whatever_level:
            return None
        return self._join(stage, md_level, ms_level, effort) if stage.for_every_level else UNDECIDED

    def _join(self, stage: HalvesStage, md_level: int, ms_level: int, effort: int) -> Decision:
        candidate = stage.ask(md_level, ms_level, effort)
        if not isinstance(candidate, Candidate):
            return candidate
        found = self.check(candidate)
        if found.missing:
            candidate, found = self.fill_clusters(candidate)
        if not self.accepts(found, md_level, ms_level):
            stage.refuse(md_level, ms_level)
            return UNDECIDED
        self.incumbent.offer(found, candidate)
        return found

    def accepts(self, found: Check, md_level: int, ms_level: int) -> bool:
        """Is a tree that was found without the formula an answer?"""
        return found.keeps(md_level, ms_level)

    def press_on(self, md_level: int, ms_level: int, effort: int, narrowed: bool) -> Decision:
        """What is done for a question that SAT and leaf conflicts leave open: SAT again if the root was narrowed."""
        return self.search(md_level, ms_level, effort) if narrowed else UNDECIDED

    def _judge(self, md_level: int, ms_level: int, effort: int) -> Verdict | None:
        """Leaf conflicts: a proof, or at least intervals for the root; None if they said all they can before."""
        if (md_level, ms_level) in self.judged or md_level < self._unfinished:
            return None
        if self.relaxation.most_steps > HOPELESS_STEPS:
            return None
        with self.incumbent.timing("relaxation"):
            steps = int(effort * STEPS_PER_CONFLICT * (EXTRA_FOR_LINKS if self.incumbent.best is None else 1))
            verdict = self.relaxation.judge(md_level, ms_level, steps, self.incumbent.watch.stopped)
            self.incumbent.spend(verdict.steps)
        self.incumbent.stop_if_asked()
        self.whatever_level = False
        self._unfinished = md_level if verdict.incomplete else -1
        if verdict.refuted:
            self.incumbent.count("refuted_by_relaxation")
        elif not verdict.incomplete:
            self.judged[md_level, ms_level] = verdict
            if verdict.cuts_something:
                self.formula.narrow_root(md_level, ms_level, verdict)
        return verdict

    def search(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """SAT alone, for the whole question or the piece that the formula is restricted to."""
        formula, budget = self.formula, ConflictBudget(self.formula.sat, effort)
        while True:
            value = solve(formula, self.incumbent, md_level, ms_level, budget)
            if value is UNDECIDED:
                return UNDECIDED
            if value is None:
                self.whatever_level = formula.refuted_whatever_level
                return None
            with self.incumbent.timing("checking"):
                candidate = formula.read(value)
                found = self.check(candidate, md_level)
            filled = self.fill_clusters(candidate) if found.missing else (candidate, found)
            self.incumbent.offer(filled[1], filled[0])
            if filled[1].keeps(md_level, ms_level):
                return filled[1]
            with self.incumbent.timing("encoding"):
                points = violators(self.instance.group_of, found, self.formula, value, md_level, ms_level)
                if not formula.activate(points):
                    self.activate_witnesses(found, value)

    def check(self, candidate: Candidate, md_level: int | None = None) -> Check:
        """Measured exactly, unless it is neither of the level asked for nor better than the best."""

        def enough(ms_level: int) -> float:
            if md_level is None:
                return np.inf
            return max(self.instance.first_beyond(md_level), self.incumbent.no_use_from(ms_level))

        return check_tree(self.instance, candidate, self.uses_split, BATCH, self.incumbent.stop_if_asked, enough)

    def fill_clusters(self, candidate: Candidate) -> tuple[Candidate, Check]:
        """Give missing clusters a leaf of their own, if one can leave its cluster without tearing a group."""
        better = with_all_clusters(candidate, self.instance)
        return better, self.check(better)

    def activate_witnesses(self, found: Check, value: Bools) -> None:
        """A cluster is empty although the formula has a witness for it: name all witnesses, then activate one. Likewise
        for clusters and leaves of the wrong size, whose rows are counted from then on, many of them in blocks."""
        formula = self.formula
        if self.instance.problem.is_large and self.blocks.rule_out(formula.read(value)):
            return
        labels = formula.labels_in_play(value)
        if (labels < 0).any():
            formula.bring_in(np.flatnonzero(labels < 0).tolist(), pairs=False)
            return
        if found.wrong_sizes and not self.sizes_added:
            add_sizes(formula)
            self.sizes_added = True
            return
        if found.rule_broken is not None and not self.leaf_sizes_added:
            formula.activate(range(self.instance.points))
            add_leaf_sizes(formula)
            self.leaf_sizes_added = True
            return
        wrong = np.flatnonzero(found.labels != labels[self.instance.group_of])
        if not formula.activate(wrong[:BATCH].tolist()):
            raise AssertionError("every point agrees with the formula, yet the clustering breaks it")


def violators(
    group_of: Ints, found: Check, formula: TreeFormula, value: Bools, md_level: int, ms_level: int
) -> list[int]:
    """Points to activate, a batch of each kind: groups torn apart, exclusive groups together, far pairs together,
    short spanning edges cut."""
    instance = formula.instance
    torn = found.torn[:BATCH]
    points = [*torn.tolist(), *instance.first_member[group_of[torn]].tolist()]
    points += instance.first_member[instance.exclusive[found.clashing[:BATCH]].ravel()].tolist()
    limit = instance.first_beyond(md_level)
    for pair in found.far:
        if instance.distance(*pair) >= limit:
            points += pair
    if found.ms_level < ms_level:
        one, two, length = instance.spanning
        short = found.cut[instance.levels.of(length[found.cut]) < ms_level][:BATCH]
        points += one[short].tolist() + two[short].tolist()
    return points
