"""The fast exact engine: the default of the product."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from treeclust.core.errors import InputError
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent, Watch
from treeclust.core.result import Outcome
from treeclust.core.stop import Stop
from treeclust.core.system import peak_memory_mb
from treeclust.core.tree import Solution, flat_solution
from treeclust.engine.bounds.farthest_first import best_farthest_first, lower_level, most_linked
from treeclust.engine.bounds.incumbent import NO_LIMIT, Incumbent, OutOfTime
from treeclust.engine.bounds.relaxation import closure_level
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check, check, check_tree, obeys
from treeclust.engine.instance.instance import Instance, Ints, prepare
from treeclust.engine.instance.row_tree import row_tree
from treeclust.engine.search.cube_and_conquer import CubeAndConquer
from treeclust.engine.search.lazy_flat import LazyFlat
from treeclust.engine.search.oracle import EngineOracle
from treeclust.engine.search.parallel_cubes import ParallelCubes
from treeclust.engine.search.pareto_staircase import Recorder, walk
from treeclust.engine.search.pieces import CubeHelpers
from treeclust.engine.search.sampling import carry_over, sample_problem, telling_points, with_its_limits
from treeclust.objectives import objective_named
from treeclust.solvers import make_solver

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
    least = incumbent.objective.value(low + 1, incumbent.instance.levels.count)
    return incumbent.value <= (least if hints.value is None else max(least, hints.value))


SAMPLE_WORK = 160_000_000
"""How many steps a sample of a large table is worth, about four seconds."""


class FastEngine:
    """Bounds first, then a lazy SAT search on the bound; every answer is checked on all rows."""

    name = "fast"

    def __init__(self, solver: str = "glucose4", relax_first: bool = False, helpers: CubeHelpers | None = None) -> None:
        self.solver, self.relax_first, self.helpers = solver, relax_first, helpers

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        return self.search_from(Hints(), problem, objective, watch)[0]

    def search_from(
        self, hints: Hints, problem: Problem, objective: Objective, watch: Watch, most_work: int = NO_LIMIT
    ) -> tuple[Outcome, Incumbent | None, Ints]:
        """Search with what is known, for so much work; also returns the incumbent and the rows that mattered."""
        if objective.search is None:
            raise InputError(
                f'The fast engine has no search for the objective "{objective.name}"; choose another, or the reference '
                "engine."
            )
        watch.phase("preparing")
        began = time.process_time()
        instance = prepare(problem)
        if instance.contradiction:
            return Outcome(True, "Rows that must share a cluster cannot share one."), None, NOTHING
        incumbent = Incumbent(instance, objective, watch)
        incumbent.most_work = most_work
        finished, oracle = True, None
        try:
            if not instance.by_matrix and (instance.k > 2 or problem.is_large):  # two clusters have their closure
                found = self._from_sample(instance, incumbent, hints)
                if found is None:
                    return Outcome(True, None, incumbent.figures), incumbent, NOTHING
                hints = found
            self._span(instance, incumbent)
            low, start = self._bounds(instance, incumbent, hints)
            if low >= instance.levels.count:
                pass  # two clusters cannot even obey the links
            elif not settled(incumbent, low, hints):
                watch.phase("searching")
                oracle = self._oracle(instance, incumbent, low, start)
                objective.search(oracle, incumbent, low).run()
            else:
                incumbent.bound(incumbent.value, low)
        except OutOfTime:
            finished = False
        incumbent.report()
        incumbent.figures["processor_seconds"] = time.process_time() - began
        incumbent.figures["peak_memory_mb"] = peak_memory_mb()
        active = NOTHING if oracle is None else instance.row_of_point[oracle.points_in_play()]
        incumbent.figures["active_points"] = len(active)
        return Outcome(finished, None, incumbent.figures), incumbent, active

    def front(self, problem: Problem, objective: Objective, stop: Stop, take: Callable[[Solution], None]) -> bool:
        """Hand every step of the Pareto front to `take`; True when the front is complete."""
        instance = prepare(problem)
        if instance.contradiction:
            return True
        recorder = Recorder(instance, objective, Silent(stop))
        try:
            self._span(instance, recorder)
            low, start = self._bounds(instance, recorder, Hints())
            for found, candidate in walk(self._oracle(instance, recorder, low, start), recorder, low):
                take(solution_of(instance, found, candidate))
        except OutOfTime:
            return False
        return True

    def _span(self, instance: Instance, incumbent: Incumbent) -> None:
        """Grow the spanning tree where that takes long, so that it can be stopped."""
        if incumbent.uses_split and not instance.by_matrix:
            with incumbent.timing("spanning"):
                row_tree(instance.problem, incumbent.stop_if_asked)

    def oracle(self, instance: Instance, incumbent: Incumbent) -> EngineOracle:
        """What answers questions about this instance, for whoever decides which to ask."""
        return self._oracle(instance, incumbent, *self._bounds(instance, incumbent, Hints()))

    def _from_sample(self, instance: Instance, incumbent: Incumbent, hints: Hints) -> Hints | None:
        """Solve a sample for a while; its bound, its tree and its active rows are hints for the whole table. None if
        even the sample has no clustering."""
        if instance.problem.is_flat or instance.points < instance.k:
            return hints
        incumbent.watch.phase("sampling")
        telling = telling_points(instance, incumbent.stop_if_asked)
        if len(telling) == instance.points:
            return hints
        part = sample_problem(instance, telling)
        with incumbent.timing("sample"):
            outcome, found, active = self._alone(part, objective_named("md"), incumbent)
            if outcome.finished and (found is None or found.best is None):
                return None
            trees = self._carried(found, instance, incumbent)
            if incumbent.uses_split or instance.problem.counts_rows:
                likely = self._alone(with_its_limits(part, instance.problem), incumbent.objective, incumbent)[1]
                trees = [*self._carried(likely, instance, incumbent), *trees]
        proved = None if found is None else found.proved_md
        md = max((bound for bound in (hints.md, proved) if bound is not None), default=None)
        rows = np.concatenate([part.dataset.rows[active], hints.active_rows]).astype(np.int64)
        return Hints((*trees, *hints.candidates), hints.labels, md, hints.value, rows)

    def _alone(
        self, part: Problem, objective: Objective, incumbent: Incumbent
    ) -> tuple[Outcome, Incumbent | None, Ints]:
        """Without the helpers, which know the whole table, not this part of it."""
        engine = FastEngine(self.solver, self.relax_first)
        return engine.search_from(Hints(), part, objective, Silent(incumbent.watch.stopped), SAMPLE_WORK)

    def _carried(self, found: Incumbent | None, instance: Instance, incumbent: Incumbent) -> list[Candidate]:
        """The tree of a sample over the whole table, offered."""
        if found is None or found.candidate is None:
            return []
        tree = carry_over(found.candidate, found.instance, instance)
        self._offer_late(tree, instance, incumbent)
        return [tree]

    def _offer_late(self, tree: Candidate, instance: Instance, incumbent: Incumbent) -> None:
        """Also when the time is up: without this tree there would be no answer at all. To measure the clusters of a
        large table takes long; when it is late, or there is no spanning tree yet, only the watch does it."""
        if not incumbent.watch.stopped() and not incumbent.uses_split:
            incumbent.offer(check_tree(instance, tree, incumbent.uses_split, 1), tree)
        elif obeys(instance, tree):
            incumbent.watch.solution(tree.solution(instance))

    def _bounds(self, instance: Instance, incumbent: Incumbent, hints: Hints) -> tuple[int, Ints]:
        """A first incumbent from the hints; a level that MD reaches in every clustering; the points to start with."""
        with incumbent.timing("relaxation"):
            for candidate in hints.candidates:
                if len(np.unique(candidate.leaf_label)) <= instance.k and int(candidate.leaf_label.max()) < instance.k:
                    found = check_tree(instance, candidate, incumbent.uses_split, 1, incumbent.stop_if_asked)
                    incumbent.offer(found, candidate)
            for rows in hints.labels:
                if int(rows.max()) < instance.k:
                    labels = rows[instance.row_of_point].astype(np.int64)
                    incumbent.offer(check(instance, labels, incumbent.uses_split, 1), None)
            points, distance = best_farthest_first(instance, max(2 * instance.k, 10), incumbent.stop_if_asked)
            low = lower_level(instance, distance)
            if instance.k == 2 and not instance.problem.is_large and low >= 0:
                low = closure_level(instance, low)
            if hints.md is not None:
                low = max(low, int(instance.levels.of(hints.md)))
        incumbent.bound(incumbent.objective.value(low + 1, instance.levels.count), low)
        incumbent.bound(hints.value, None)
        return low, np.concatenate([points, most_linked(instance), instance.point_of_row[hints.active_rows]])

    def _oracle(
        self,
        instance: Instance,
        incumbent: Incumbent,
        low: int,
        start: Ints,
    ) -> EngineOracle:
        sat = make_solver(self.solver)
        high, split = instance.levels.count, incumbent.uses_split
        with incumbent.timing("encoding"):
            if instance.problem.is_flat:
                labels = LabelFormula(instance, sat, low, high, split)
                labels.pause = incumbent.stop_if_asked
                labels.bring_in(instance.group_of[start].tolist())
                return LazyFlat(labels, incumbent)
            tree = TreeFormula(instance, sat, low, high, split)
            tree.pause = incumbent.stop_if_asked
            tree.activate(start.tolist())
            parts = (tree, incumbent, self.relax_first, lambda: make_solver(self.solver))
            return CubeAndConquer(*parts) if self.helpers is None else ParallelCubes(*parts, helpers=self.helpers)


def solution_of(instance: Instance, found: Check, candidate: Candidate | None) -> Solution:
    """The clustering of all rows, with its tree if there is one."""
    if candidate is None:
        return flat_solution(instance.labels_of_rows(found.labels))
    return candidate.solution(instance)
