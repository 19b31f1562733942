"""Soft links in the search: the best clustering among all that break no more than a given weight of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treeclust.engine import choosing
from treeclust.engine.asker import UNDECIDED, Answer
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check
from treeclust.engine.choosing import EVERY_TREE, cut
from treeclust.engine.cubes import Cube
from treeclust.engine.fast import FastEngine, Hints
from treeclust.engine.ground import Ground, prepare
from treeclust.engine.incumbent import Incumbent, OutOfTime
from treeclust.engine.lazy import BATCH, LazyTree
from treeclust.engine.md import DiameterSearch
from treeclust.engine.md_ms import DifferenceSearch
from treeclust.engine.price import Price, add_price, price_of
from treeclust.engine.tree_formula import Bools, TreeFormula
from treeclust.links import Link, Links
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import Silent, Watch
from treeclust.result import Outcome
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.tree import Solution

UNLIMITED = 10**12


@dataclass(frozen=True, eq=False)
class PricedCheck(Check):
    """A check that also counts what broken links cost."""

    affordable: bool = True

    @property
    def feasible(self) -> bool:
        return self.affordable and super().feasible


class PricedIncumbent(Incumbent):
    """Refuses clusterings that cost too much."""

    price: Price

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        return self.price.affordable(check.labels) and super().offer(check, candidate)


class PricedTree(LazyTree):
    """The lazy search with a switch per soft link and a limit on what may be off."""

    def __init__(self, formula: TreeFormula, incumbent: Incumbent, price: Price) -> None:
        super().__init__(formula, incumbent)
        self.price = price
        self.switch = add_price(formula, price)

    def ask(self, md_level: int, ms_level: int, effort: int) -> Answer:
        """Always decided: what takes long is cut by the root, as in choosing links."""
        return self._conquer([EVERY_TREE], md_level, ms_level)

    def _conquer(self, cubes: Sequence[Cube | None], md_level: int, ms_level: int) -> Answer:
        whatever = True
        for cube in cubes:
            parts = cut(self.formula, cube)
            answer = self._search_in(cube, md_level, ms_level, choosing.PATIENCE if parts else UNLIMITED)
            if answer is UNDECIDED:
                answer = self._conquer(parts, md_level, ms_level)
            if answer is not None:
                return answer
            whatever = whatever and self.whatever_level
        self.whatever_level = whatever
        return None

    def _search_in(self, cube: Cube | None, md_level: int, ms_level: int, effort: int) -> Answer:
        if cube is None:
            return self.search(md_level, ms_level, effort)
        with self.formula.root_in(cube.feature, cube.lowest, cube.highest):
            return self.search(md_level, ms_level, effort)

    def improve(self, low: int) -> None:
        """Descent does not know prices; the first incumbent comes from a search in which the kept links are hard."""

    def check(self, candidate: Candidate) -> Check:
        found = super().check(candidate)
        return PricedCheck(**vars(found), affordable=self.price.affordable(found.labels))

    def activate_witnesses(self, found: Check, value: Bools) -> None:
        """Links that the formula keeps and the tree breaks come first: one of their ends is not active yet."""
        kept = [place for place in self.price.broken(found.labels).tolist() if value[self.switch[place]]]
        if not self.formula.activate(self.price.ends[kept[: 2 * BATCH]].ravel().tolist()):
            super().activate_witnesses(found, value)


class Unbound(Silent):
    """Passes solutions on, but no bounds: those of a stricter problem would be wrong."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(watch.stopped)
        self.watch = watch

    def phase(self, name: str) -> None:
        self.watch.phase(name)

    def solution(self, solution: Solution) -> bool:
        return self.watch.solution(solution)


class SoftEngine(FastEngine):
    """First the best tree that keeps the links of one cheapest choice; then whether another choice allows better."""

    def __init__(self, links: Sequence[Link], weights: Sequence[float], limit: float, kept: Sequence[Link]) -> None:
        super().__init__()
        self.links, self.weights, self.limit, self.kept = links, weights, limit, kept

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        firm = problem.with_(links=Links.of([*problem.links, *self.kept]))
        outcome, found, active = self.search_from(Hints(), firm, objective, Unbound(watch))
        if not outcome.finished:
            return outcome
        candidate = None if found is None else found.candidate
        hints = Hints(candidates=() if candidate is None else (candidate,), active_rows=active)
        return self._search_all(hints, problem, objective, watch)

    def _search_all(self, hints: Hints, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        watch.phase("trying other links")
        ground = prepare(problem)
        incumbent = PricedIncumbent(ground, objective, watch)
        incumbent.price = price_of(ground, self.links, self.weights, self.limit)
        finished = True
        try:
            low, start = self._bounds(ground, incumbent, hints)
            asker = self._priced(ground, incumbent, low)
            asker.formula.activate([*start.tolist(), *incumbent.price.ends.ravel().tolist()])
            search = (DifferenceSearch if incumbent.wants_split else DiameterSearch)(asker, incumbent, low)
            search.run()
        except OutOfTime:
            finished = False
        incumbent.report()
        return Outcome(finished, None, incumbent.figures)

    def _priced(self, ground: Ground, incumbent: PricedIncumbent, low: int) -> PricedTree:
        formula = TreeFormula(ground, PysatBackend(self.solver), low, ground.levels.count, incumbent.wants_split)
        formula.pause = incumbent.stop_if_asked
        return PricedTree(formula, incumbent, incumbent.price)
