"""Solve, and choose among the answers that are equally good: clusters by preference, then the tree to show for them.

The order of wishes: hard constraints; the objective, proved within ε; clusters that are compact, simple, or simply the
first found; for exactly these clusters the tree with the fewest leaves, then one that is near to the tree shown before,
then few columns and wide margins. The clusters shown before stay if they are as good and nearly as compact.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from treeclust.ask.solve import solve as solve_first
from treeclust.ask.solve import solve_question
from treeclust.ask.verify import check_choice, verify
from treeclust.core.answers import SoftResult
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.links import Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import OnBetter, OnProgress, Progress
from treeclust.core.question import Question
from treeclust.core.result import Choice, Result, Status
from treeclust.core.stop import Stop, never
from treeclust.core.tree import Solution, Tree
from treeclust.core.wishes import PREFERENCES, Wishes
from treeclust.engine import Engine
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.search.equal_optima import EqualOptima
from treeclust.engine.search.wanted import MOVE_SHARE, EqualTrees
from treeclust.objectives import DEFAULT, objective_named

PHASE = "choosing among equals"


def solve(
    problem: Problem,
    objective: Objective | str = DEFAULT,
    *,
    prefer: str = PREFERENCES[0],
    slack: float = 0.0,
    seed: int = 0,
    near: Tree | None = None,
    assume: bool = False,
    engine: Engine | str = "fast",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[Result] | None = None,
) -> Result:
    """The best clustering of the problem, proved, and of all that are as good the one that is wanted: near to an
    earlier tree, where one is given. `assume`: under links, too, that a committee of clusterings agrees on."""
    wishes = Wishes(prefer, slack, seed, None if near is None else EarlierTree.of(near), assume)
    if assume:
        question = Question(problem, objective_named(objective).name, wishes=wishes)
        found = solve_question(question, engine, stop, on_progress)
        assert isinstance(found, Result)
        return found
    result = solve_first(problem, objective, engine, stop, on_progress, on_better)
    return choose(problem, objective, result, wishes, stop, on_progress)


def choose(
    problem: Problem,
    objective: Objective | str,
    result: Result,
    wishes: Wishes,
    stop: Stop = never,
    on_progress: OnProgress | None = None,
) -> Result:
    """The result with the wanted one of the equally good clusterings, and the wanted tree for it."""
    if result.solution is None or result.tree is None:
        return result
    if on_progress is not None:
        on_progress(Progress(PHASE, result.seconds, result.md, result.ms, result.md_lower_bound, result.gap))
    began = time.perf_counter()
    chosen = Chooser(problem, objective_named(objective), result, wishes, stop).run()
    return replace(chosen, seconds=result.seconds + time.perf_counter() - began)


def choose_soft(
    question: Question, found: SoftResult, stop: Stop = never, on_progress: OnProgress | None = None
) -> SoftResult:
    """As `choose`, among the clusterings that keep the same soft links."""
    problem, result = question.problem, found.result
    if result.labels is None:
        return found
    kept = [one.link for one in question.soft if one.link.holds(result.labels)]
    firm = problem.with_(links=Links.of([*problem.links, *kept]))
    chosen = choose(firm, question.objective, result, question.wishes, stop, on_progress)
    assert chosen.solution is not None
    measures = verify(problem, objective_named(question.objective).value, chosen.solution)
    return replace(found, result=replace(chosen, measures=measures))


class Chooser:
    """One result and its equals."""

    def __init__(self, problem: Problem, objective: Objective, result: Result, wishes: Wishes, stop: Stop) -> None:
        assert result.solution is not None
        self.problem, self.objective, self.result, self.wishes, self.stop = problem, objective, result, wishes, stop
        self.first = result.solution
        self.equals = EqualTrees(problem, self.first, objective.uses_split, wishes)

    def run(self) -> Result:
        solution, simplest = self.first, False
        if self.result.status is Status.OPTIMAL and self.wishes.prefer == "simple":
            solution, simplest = self._simplest()
        elif self.result.status is Status.OPTIMAL and self.wishes.prefer == "compact":
            solution = self._most_compact()
        return self._shown(solution, simplest)

    def _most_compact(self) -> Solution:
        """The most compact clusters that were found, be it those in hand; those that were shown before, if they are as
        good and others save little."""
        earlier = self.equals.earlier()
        if earlier is not None:
            best = self._descend(earlier)
            before, after = (self.equals.squares_of(tree) for tree in (earlier, best or earlier))
            kept = earlier if best is None or after > (1 - MOVE_SHARE) * before else best
            return kept.solution(self.equals.instance)
        start = self.equals.some_tree_for(self.equals.labels_of(self.first), leaves_of(self.first))
        if start is None:
            return self.first
        best = self._descend(start.candidate)  # the start may break a rule, which the first solution does not
        return self.first if best is None else best.solution(self.equals.instance)

    def _descend(self, start: Candidate) -> Candidate | None:
        """The most compact tree that was found, if it is better than the start."""
        best = None
        for tree in self.equals.compact(start):
            best = tree
            if self.stop():
                break
        return best

    def _simplest(self) -> tuple[Solution, bool]:
        """Clusters of the same value whose tree has the fewest leaves; whether it is proved that none has fewer."""
        assert self.result.measures is not None
        value = self.result.measures.value
        if value is None:
            return self.first, False
        with suppress(OutOfTime):
            for most in range(self.problem.least_clusters, leaves_of(self.first)):
                fewer = self.problem.with_(rules=replace(self.problem.rules, max_leaves=most))
                equals = EqualOptima(fewer, self.objective, value, self.stop)
                found = next(equals.find(diverse=False), None)
                if found is not None and found[1] is not None:
                    return found[1].solution(equals.instance), True
            return self.first, True
        return self.first, False

    def _shown(self, solution: Solution, simplest: bool) -> Result:
        """With the wanted tree for the clusters of a solution."""
        solution, leaves, proved = self.equals.for_solution(solution)
        measures = verify(self.problem, self.objective.value, solution)
        w, squares = self.wishes, self.equals.sum_of_squares(self.equals.labels_of(solution))
        choice = Choice(w.prefer, w.seed, w.slack, leaves, proved, squares, simplest, self.result.md)
        result = replace(self.result, solution=solution, measures=measures, choice=choice)
        return check_choice(self.problem, self.objective, self.result, result)


def leaves_of(solution: Solution) -> int:
    return 0 if solution.tree is None else sum(1 for _ in solution.tree.leaves())
