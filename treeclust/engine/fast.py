"""The fast exact engine: the default of the product."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.engine.asker import Asker
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check
from treeclust.engine.flat import LazyFlat
from treeclust.engine.front import Recorder, walk
from treeclust.engine.ground import Ground, prepare
from treeclust.engine.incumbent import Incumbent, OutOfTime, peak_memory_mb
from treeclust.engine.labels import LabelFormula
from treeclust.engine.lazy import LazyTree
from treeclust.engine.md import DiameterSearch
from treeclust.engine.md_ms import DifferenceSearch
from treeclust.engine.start import best_spread, lower_level, most_linked
from treeclust.engine.tree_formula import TreeFormula
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import Silent, Watch
from treeclust.result import Outcome
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import Stop
from treeclust.tree import Solution, flat_solution


class FastEngine:
    """Bounds first, then a lazy SAT search on the bound; every answer is checked on all rows."""

    name = "fast"

    def __init__(self, solver: str = "glucose4", relax_first: bool = False) -> None:
        self.solver, self.relax_first = solver, relax_first

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        watch.phase("preparing")
        ground = prepare(problem)
        if ground.contradiction:
            return Outcome(True, "Rows that must share a cluster cannot share one.")
        incumbent = Incumbent(ground, objective, watch)
        finished = True
        try:
            self._search(ground, incumbent)
        except OutOfTime:
            finished = False
        incumbent.report()
        incumbent.figures["peak_memory_mb"] = peak_memory_mb()
        return Outcome(finished, None, incumbent.figures)

    def front(self, problem: Problem, objective: Objective, stop: Stop, take: Callable[[Solution], None]) -> bool:
        """Hand every step of the Pareto front to `take`; True when the front is complete."""
        ground = prepare(problem)
        if ground.contradiction:
            return True
        recorder = Recorder(ground, objective, Silent(stop))
        points, distance = best_spread(ground, max(2 * ground.k, 10))
        low = lower_level(ground, distance)
        try:
            for check, candidate in walk(self._asker(ground, recorder, low, points), recorder, low):
                take(solution_of(ground, check, candidate))
        except OutOfTime:
            return False
        return True

    def _search(self, ground: Ground, incumbent: Incumbent) -> None:
        with incumbent.timing("relaxation"):
            points, distance = best_spread(ground, max(2 * ground.k, 10))
            low = lower_level(ground, distance)
        incumbent.bound(None if incumbent.wants_split else low + 1, low)
        incumbent.watch.phase("searching")
        asker = self._asker(ground, incumbent, low, points)
        (DifferenceSearch if incumbent.wants_split else DiameterSearch)(asker, incumbent, low).run()

    def _asker(
        self,
        ground: Ground,
        incumbent: Incumbent,
        low: int,
        points: np.ndarray[tuple[int], np.dtype[np.int64]],
    ) -> Asker:
        sat = PysatBackend(self.solver)
        high, split = ground.levels.count, incumbent.wants_split
        start = [*points.tolist(), *most_linked(ground).tolist()]
        with incumbent.timing("encoding"):
            if ground.problem.is_flat:
                labels = LabelFormula(ground, sat, low, high, split)
                labels.bring_in(ground.group_of[start].tolist())
                return LazyFlat(labels, incumbent)
            tree = TreeFormula(ground, sat, low, high, split)
            tree.activate(start)
            return LazyTree(tree, incumbent, self.relax_first)


def solution_of(ground: Ground, check: Check, candidate: Candidate | None) -> Solution:
    """The clustering of all rows, with its tree if there is one."""
    if candidate is None:
        return flat_solution(ground.labels_of_rows(check.labels))
    return candidate.solution(ground)
