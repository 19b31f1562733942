"""The fast exact engine: the default of the product."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from treeclust.engine.asker import Asker
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check, check, obeys
from treeclust.engine.conquest import Conquest
from treeclust.engine.flat import LazyFlat
from treeclust.engine.front import Recorder, walk
from treeclust.engine.ground import Ground, Ints, prepare
from treeclust.engine.incumbent import Incumbent, OutOfTime, peak_memory_mb
from treeclust.engine.labels import LabelFormula
from treeclust.engine.md import DiameterSearch
from treeclust.engine.md_ms import DifferenceSearch
from treeclust.engine.relaxation import closure_level
from treeclust.engine.sample import carry_over, sample_problem, telling_points
from treeclust.engine.spread import Crew, Spread
from treeclust.engine.start import best_spread, lower_level, most_linked
from treeclust.engine.tree_formula import TreeFormula
from treeclust.errors import InputError
from treeclust.objectives import Objective
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.progress import Silent, Watch
from treeclust.result import Outcome
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import Deadline, Stop, any_of
from treeclust.tree import Solution, flat_solution

NOTHING = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Hints:
    """What is known before a search: trees or labels that may fit, an MD and a value that no clustering goes below,
    and rows to start with."""

    candidates: tuple[Candidate, ...] = ()
    labels: tuple[Ints, ...] = ()
    md: float | None = None
    value: int | None = None
    active_rows: Ints = field(default_factory=lambda: NOTHING)


def settled(incumbent: Incumbent, low: int, hints: Hints) -> bool:
    """Does the first incumbent meet what is already proved?"""
    if incumbent.best is None or incumbent.value is None:
        return False
    proved = hints.value if hints.value is not None else -1
    return incumbent.value <= proved or (not incumbent.wants_split and incumbent.best.md_level <= low)


SAMPLE_SECONDS = 4.0
"""How long a sample of a large table is worth searching."""


class FastEngine:
    """Bounds first, then a lazy SAT search on the bound; every answer is checked on all rows."""

    name = "fast"

    def __init__(self, solver: str = "glucose4", relax_first: bool = False, crew: Crew | None = None) -> None:
        self.solver, self.relax_first, self.crew = solver, relax_first, crew

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        return self.search_from(Hints(), problem, objective, watch)[0]

    def search_from(
        self, hints: Hints, problem: Problem, objective: Objective, watch: Watch
    ) -> tuple[Outcome, Incumbent | None, Ints]:
        """Search with what is already known; also returns the incumbent and the rows that mattered."""
        watch.phase("preparing")
        ground = prepare(problem)
        if ground.contradiction:
            return Outcome(True, "Rows that must share a cluster cannot share one."), None, NOTHING
        if ground.matrix is None and objective.wants_split:
            raise InputError(
                f"[MD, MS] takes at most {MATRIX_ROWS} rows, this table has {problem.n}; choose the objective md."
            )
        incumbent = Incumbent(ground, objective, watch)
        finished, asker = True, None
        try:
            if ground.matrix is None:
                hints = self._from_sample(ground, objective, incumbent, hints)
            low, start = self._bounds(ground, incumbent, hints)
            if low >= ground.levels.count:
                pass  # two clusters cannot even obey the links
            elif not settled(incumbent, low, hints):
                watch.phase("searching")
                asker = self._asker(ground, incumbent, low, start)
                search = (DifferenceSearch if incumbent.wants_split else DiameterSearch)(asker, incumbent, low)
                search.run()
            else:
                incumbent.bound(incumbent.value, low)
        except OutOfTime:
            finished = False
        incumbent.report()
        incumbent.figures["peak_memory_mb"] = peak_memory_mb()
        active = NOTHING if asker is None else ground.row_of_point[asker.points_in_play()]
        incumbent.figures["active_points"] = len(active)
        return Outcome(finished, None, incumbent.figures), incumbent, active

    def front(self, problem: Problem, objective: Objective, stop: Stop, take: Callable[[Solution], None]) -> bool:
        """Hand every step of the Pareto front to `take`; True when the front is complete."""
        ground = prepare(problem)
        if ground.contradiction:
            return True
        recorder = Recorder(ground, objective, Silent(stop))
        try:
            low, start = self._bounds(ground, recorder, Hints())
            for found, candidate in walk(self._asker(ground, recorder, low, start), recorder, low):
                take(solution_of(ground, found, candidate))
        except OutOfTime:
            return False
        return True

    def asker(self, ground: Ground, incumbent: Incumbent) -> Asker:
        """What answers questions about this ground, for whoever decides which to ask."""
        return self._asker(ground, incumbent, *self._bounds(ground, incumbent, Hints()))

    def _from_sample(self, ground: Ground, objective: Objective, incumbent: Incumbent, hints: Hints) -> Hints:
        """Solve a sample for a while; its bound, its tree and its active rows are hints for the whole table."""
        if ground.problem.is_flat:
            return hints
        incumbent.watch.phase("sampling")
        part = sample_problem(ground, telling_points(ground, incumbent.stop_if_asked))
        stop = any_of(Deadline(SAMPLE_SECONDS), incumbent.watch.stopped)
        alone = FastEngine(self.solver, self.relax_first)  # the crew knows the whole table, not this part of it
        with incumbent.timing("sample"):
            _, found, active = alone.search_from(Hints(), part, objective, Silent(stop))
        if found is None:
            return hints
        trees = hints.candidates
        if found.candidate is not None:
            tree = carry_over(found.candidate, found.ground, ground)
            self._offer_late(tree, ground, incumbent)
            trees = (tree, *trees)
        md = max((bound for bound in (hints.md, found.proved_md) if bound is not None), default=None)
        rows = np.concatenate([part.dataset.rows[active], hints.active_rows]).astype(np.int64)
        return Hints(trees, hints.labels, md, hints.value, rows)

    def _offer_late(self, tree: Candidate, ground: Ground, incumbent: Incumbent) -> None:
        """Also when the time is up: without this tree there would be no answer at all. To measure the clusters of a
        large table takes long; when it is late, only the watch does it."""
        labels = tree.labels(ground.ranks)
        if not incumbent.watch.stopped():
            incumbent.offer(check(ground, labels, incumbent.wants_split, 1), tree)
        elif obeys(ground, labels):
            incumbent.watch.solution(tree.solution(ground))

    def _bounds(self, ground: Ground, incumbent: Incumbent, hints: Hints) -> tuple[int, Ints]:
        """A first incumbent from the hints; a level that MD reaches in every clustering; the points to start with."""
        with incumbent.timing("relaxation"):
            for candidate in hints.candidates:
                if len(np.unique(candidate.leaf_label)) <= ground.k and int(candidate.leaf_label.max()) < ground.k:
                    labels = candidate.labels(ground.ranks)
                    incumbent.offer(check(ground, labels, incumbent.wants_split, 1, incumbent.stop_if_asked), candidate)
            for rows in hints.labels:
                if int(rows.max()) < ground.k:
                    labels = rows[ground.row_of_point].astype(np.int64)
                    incumbent.offer(check(ground, labels, incumbent.wants_split, 1), None)
            points, distance = best_spread(ground, max(2 * ground.k, 10), incumbent.stop_if_asked)
            low = lower_level(ground, distance)
            if ground.k == 2 and ground.matrix is not None and low >= 0:
                low = closure_level(ground, low)
            if hints.md is not None:
                low = max(low, int(ground.levels.of(hints.md)))
        incumbent.bound(None if incumbent.wants_split else low + 1, low)
        incumbent.bound(hints.value, None)
        return low, np.concatenate([points, most_linked(ground), ground.point_of_row[hints.active_rows]])

    def _asker(
        self,
        ground: Ground,
        incumbent: Incumbent,
        low: int,
        start: Ints,
    ) -> Asker:
        sat = PysatBackend(self.solver)
        high, split = ground.levels.count, incumbent.wants_split
        with incumbent.timing("encoding"):
            if ground.problem.is_flat:
                labels = LabelFormula(ground, sat, low, high, split)
                labels.pause = incumbent.stop_if_asked
                labels.bring_in(ground.group_of[start].tolist())
                return LazyFlat(labels, incumbent)
            tree = TreeFormula(ground, sat, low, high, split)
            tree.pause = incumbent.stop_if_asked
            tree.activate(start.tolist())
            parts = (tree, incumbent, self.relax_first, lambda: PysatBackend(self.solver))
            return Conquest(*parts) if self.crew is None else Spread(*parts, crew=self.crew)


def solution_of(ground: Ground, found: Check, candidate: Candidate | None) -> Solution:
    """The clustering of all rows, with its tree if there is one."""
    if candidate is None:
        return flat_solution(ground.labels_of_rows(found.labels))
    return candidate.solution(ground)
