"""Solve a problem: run an engine, verify every solution it finds, and say what was proved."""

from __future__ import annotations

import time

from treeclust.ask.obvious_infeasibility import obvious_infeasibility
from treeclust.ask.verify import check_proof, verify
from treeclust.core.answers import SoftResult
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import OnBetter, OnProgress, Progress, Throttle
from treeclust.core.question import Question
from treeclust.core.result import Measures, Outcome, Result, Status
from treeclust.core.stop import Stop, never
from treeclust.core.tree import Solution
from treeclust.core.version import VERSION
from treeclust.engine import Engine, engine_named
from treeclust.objectives import objective_named


def solve(
    problem: Problem,
    objective: Objective | str = "md-ms",
    engine: Engine | str = "fast",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[Result] | None = None,
) -> Result:
    """The best clustering of the problem, verified, with what is proved about it."""
    objective = objective_named(objective)
    engine = engine_named(engine) if isinstance(engine, str) else engine
    watch = VerifyingWatch(problem, objective, stop, on_progress, engine.name, on_better)
    hopeless = obvious_infeasibility(problem)
    outcome = Outcome(True, hopeless) if hopeless else engine.search(problem, objective, watch)
    return watch.result(outcome)


def solve_question(
    question: Question,
    engine: Engine | str = "fast",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[Result | SoftResult] | None = None,
) -> Result | SoftResult:
    """The best answer to a question, and of all that are as good the one that is wished for: with soft links by the
    engine that knows them, else by the engine given."""
    from treeclust.ask.interview.assume import answer_assuming
    from treeclust.ask.soft import solve_soft  # which solves each of its two steps by `solve`
    from treeclust.ask.wanted import choose, choose_soft

    if question.wishes.assume:
        return answer_assuming(question, engine, stop, on_progress, on_better)
    if question.soft:
        return choose_soft(question, solve_soft(question, stop, on_progress, on_better), stop, on_progress)
    result = solve(question.problem, question.objective, engine, stop, on_progress, on_better)
    return choose(question.problem, question.objective, result, question.wishes, stop, on_progress)


class VerifyingWatch:
    """Keeps the best verified solution, the proved bounds and the clock; reports progress, and better answers."""

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        stop: Stop,
        on_progress: OnProgress | None,
        engine: str,
        on_better: OnBetter[Result] | None = None,
    ) -> None:
        self.problem, self.objective, self.stopped = problem, objective, stop
        self.report = None if on_progress is None else Throttle(on_progress)
        self.engine, self.on_better = engine, on_better
        self.began = time.perf_counter()
        self.current_phase = "starting"
        self.best: Solution | None = None
        self.measures: Measures | None = None
        self.first_seconds: float | None = None
        self.md_bound: float | None = None
        self.value_bound: int | None = None

    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def phase(self, name: str) -> None:
        self.current_phase = name
        self.tell()

    def solution(self, solution: Solution) -> bool:
        measures = verify(self.problem, self.objective.value, solution)
        if self.first_seconds is None:
            self.first_seconds = self.seconds()
        better = self.measures is None or rank(measures) < rank(self.measures)
        if better:
            self.best, self.measures = solution, measures
            self.hand_out()
        self.tell()
        return better

    def hand_out(self) -> None:
        """The answer so far, for whoever wants to have it before the end."""
        if self.on_better is not None and self.best is not None:
            self.on_better(lambda: self.result(Outcome(finished=False)))

    def bound(self, value: int | None, md: float | None) -> None:
        if value is not None and (self.value_bound is None or value > self.value_bound):
            self.value_bound = value
        if md is not None and (self.md_bound is None or md > self.md_bound):
            self.md_bound = md
        self.hand_out()
        self.tell()

    def tell(self) -> None:
        if self.report is None:
            return
        md, ms = (None, None) if self.measures is None else (self.measures.md, self.measures.ms)
        gap = None if md is None or self.md_bound is None else max(0.0, md - self.md_bound)
        self.report(Progress(self.current_phase, self.seconds(), md, ms, self.md_bound, gap))

    def result(self, outcome: Outcome) -> Result:
        found = self.best is not None
        if outcome.finished:
            status = Status.OPTIMAL if found else Status.INFEASIBLE
        else:
            status = Status.FEASIBLE if found else Status.UNKNOWN
        result = Result(
            status, self.objective.name, self.engine, VERSION, self.seconds(), self.first_seconds, self.best,
            self.measures, self.md_bound, self.value_bound, outcome.message, dict(outcome.figures),
        )  # fmt: skip
        return check_proof(self.problem, self.objective, result)


def rank(measures: Measures) -> tuple[float, float, float]:
    """Smaller is better: the objective's value first, then the diameter, then the split."""
    value = 0 if measures.value is None else measures.value
    return value, measures.md or 0.0, -(measures.ms or 0.0)
