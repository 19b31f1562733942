"""Soft links in the search: the best clustering among all that break no more than a given weight of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treeclust.core.decision import UNDECIDED
from treeclust.core.links import Link, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent, Watch
from treeclust.core.result import Outcome
from treeclust.core.stop import never
from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import Incumbent, OutOfTime
from treeclust.engine.formula.tree_formula import Bools, TreeFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import Instance, prepare
from treeclust.engine.link_sets import link_oracle as choosing
from treeclust.engine.link_sets.link_costs import LinkCosts, add_cost_limit, link_costs_of
from treeclust.engine.link_sets.link_oracle import EVERY_TREE, cut
from treeclust.engine.search.cubes import Cube
from treeclust.engine.search.fast import FastEngine, Hints
from treeclust.engine.search.lazy_tree import BATCH, LazyTree
from treeclust.engine.search.oracle import Decision
from treeclust.solvers import make_solver

UNLIMITED = 10**12


@dataclass(frozen=True, eq=False)
class CostCheck(Check):
    """A check that also counts what broken links cost."""

    affordable: bool = True

    @property
    def feasible(self) -> bool:
        return self.affordable and super().feasible


class CostIncumbent(Incumbent):
    """Refuses clusterings that cost too much."""

    price: LinkCosts

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        return self.price.affordable(check.labels) and super().offer(check, candidate)


class CostTree(LazyTree):
    """The lazy search with a switch per soft link and a limit on what may be off."""

    def __init__(self, formula: TreeFormula, incumbent: Incumbent, price: LinkCosts) -> None:
        super().__init__(formula, incumbent)
        self.price = price
        self.switch = add_cost_limit(formula, price)

    def ask(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """Always decided: what takes long is cut by the root, as in choosing links."""
        return self._conquer([EVERY_TREE], md_level, ms_level)

    def _conquer(self, cubes: Sequence[Cube | None], md_level: int, ms_level: int) -> Decision:
        whatever = True
        for cube in cubes:
            parts = cut(self.formula, cube)
            answer = self._search_in(cube, md_level, ms_level, choosing.CONFLICTS_BEFORE_CUT if parts else UNLIMITED)
            if answer is UNDECIDED:
                answer = self._conquer(parts, md_level, ms_level)
            if answer is not None:
                return answer
            whatever = whatever and self.whatever_level
        self.whatever_level = whatever
        return None

    def _search_in(self, cube: Cube | None, md_level: int, ms_level: int, effort: int) -> Decision:
        if cube is None:
            return self.search(md_level, ms_level, effort)
        with self.formula.root_in(cube.feature, cube.lowest, cube.highest):
            return self.search(md_level, ms_level, effort)

    def improve(self, low: int) -> None:
        """Descent does not know prices; the first incumbent comes from a search in which the kept links are hard."""

    def check(self, candidate: Candidate, md_level: int | None = None) -> Check:
        found = super().check(candidate, md_level)
        return CostCheck(**vars(found), affordable=self.price.affordable(found.labels))

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


def first_bound(problem: Problem, objective: Objective) -> tuple[int | None, float | None]:
    """A value and an MD that no clustering of the problem goes below, from points far apart; found at once."""
    instance = prepare(problem)
    if instance.contradiction:
        return None, None
    incumbent = Incumbent(instance, objective, Silent(never))
    FastEngine()._bounds(instance, incumbent, Hints())
    return incumbent.proved_value, incumbent.proved_md


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
        instance = prepare(problem)
        incumbent = CostIncumbent(instance, objective, watch)
        incumbent.price = link_costs_of(instance, self.links, self.weights, self.limit)
        finished = True
        try:
            low, start = self._bounds(instance, incumbent, hints)
            oracle = self._costed(instance, incumbent, low)
            oracle.formula.activate([*start.tolist(), *incumbent.price.ends.ravel().tolist()])
            assert objective.search is not None  # the first search has refused it otherwise
            objective.search(oracle, incumbent, low).run()
        except OutOfTime:
            finished = False
        incumbent.report()
        return Outcome(finished, None, incumbent.figures)

    def _costed(self, instance: Instance, incumbent: CostIncumbent, low: int) -> CostTree:
        formula = TreeFormula(instance, make_solver(self.solver), low, instance.levels.count, incumbent.uses_split)
        formula.pause = incumbent.stop_if_asked
        return CostTree(formula, incumbent, incumbent.price)
