"""Soft links: an answer keeps all hard links, then as much weight of soft ones as any tree can, then is optimised."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from treeclust.ask.solve import solve
from treeclust.ask.verify import verify
from treeclust.core.answers import BROKEN, LEAST_BROKEN, SoftResult
from treeclust.core.errors import VerificationError
from treeclust.core.links import Link, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import OnBetter, OnProgress, Progress, Watch
from treeclust.core.question import Question
from treeclust.core.result import Outcome, Result, Status
from treeclust.core.soft_links import WEIGHT_TOLERANCE, SoftLink
from treeclust.core.stop import Stop, never
from treeclust.core.tree import Solution
from treeclust.core.version import VERSION
from treeclust.engine import Engine, engine_named
from treeclust.engine.link_sets import max_satisfiable as keeping
from treeclust.engine.link_sets.max_satisfiable import KeptLinks
from treeclust.engine.link_sets.soft_engine import SoftEngine, first_bound
from treeclust.objectives import objective_named


def keep_most(problem: Problem, weights: Sequence[float] | None = None, stop: Stop = never) -> KeptLinks | None:
    """A tree that keeps as much weight of the problem's links as any can (each weighs 1 by default)."""
    links = list(problem.links)
    each = [1.0] * len(links) if weights is None else list(weights)
    return keeping.keep_most(problem.with_(links=Links()), links, each, stop)


def solve_soft(
    question: Question,
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[SoftResult] | None = None,
) -> SoftResult:
    """Most soft weight first, then the objective over all ways to keep that much."""
    first = FirstStep(question, on_progress, on_better)
    kept = keeping.keep_most(question.problem, *links_and_weights(question), stop, first.tell)
    return later(solve_kept(question, kept, stop, on_progress, on_better), first.began)


def later(found: SoftResult, began: float) -> SoftResult:
    """With the time of both steps."""
    result, seconds = found.result, time.perf_counter() - began
    tree = result.first_solution_seconds
    before = None if tree is None else tree + max(0.0, seconds - result.seconds)
    return replace(found, result=replace(result, seconds=seconds, first_solution_seconds=before))


def solve_kept(
    question: Question,
    kept: KeptLinks | None,
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[SoftResult] | None = None,
) -> SoftResult:
    """The second step: optimise among all clusterings that break no more than the tree of the first step."""
    problem, objective, soft = question.problem, question.objective, question.soft
    least = 0.0 if kept is None else kept.least

    def hand_out(answer: Callable[[], Result]) -> None:
        if on_better is not None:
            on_better(lambda: count_broken(answer(), soft, least))

    if kept is None:
        return count_broken(solve(problem, objective, "fast", stop, on_progress), soft, 0.0)
    if kept.dropped:
        engine: Engine = SoftEngine(*links_and_weights(question), kept.weight, kept.kept)
    else:
        problem, engine = problem.with_(links=Links.of([*problem.links, *kept.kept])), engine_named("fast")
    begun = BeginningWith(kept.solution, engine)
    found = count_broken(solve(problem, objective, begun, stop, on_progress, hand_out), soft, least)
    if found.result.solution is not None and found.broken_weight > kept.weight + WEIGHT_TOLERANCE:
        raise VerificationError(f"The solution breaks {found.broken_weight} of soft links, not {kept.weight}.")
    return found


def links_and_weights(question: Question) -> tuple[list[Link], list[float]]:
    return [one.link for one in question.soft], [one.weight for one in question.soft]


class BeginningWith:
    """An engine that hands in a solution known already before it looks for better ones."""

    def __init__(self, solution: Solution, inner: Engine) -> None:
        self.solution, self.inner, self.name = solution, inner, inner.name

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        watch.bound(*first_bound(problem, objective))  # also if there is no time left for anything else
        watch.solution(self.solution)
        return self.inner.search(problem, objective, watch)


class FirstStep:
    """What is told while links are chosen: how much is broken at best, how much at least, and the tree so far."""

    def __init__(
        self, question: Question, on_progress: OnProgress | None, on_better: OnBetter[SoftResult] | None
    ) -> None:
        self.question, self.on_progress, self.on_better = question, on_progress, on_better
        self.objective = objective_named(question.objective)
        self.began = time.perf_counter()
        self.report("choosing links")

    def report(self, words: str, md: float | None = None, ms: float | None = None) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(words, time.perf_counter() - self.began, md, ms))

    def tell(self, kept: KeptLinks) -> None:
        measures = verify(self.question.problem, self.objective.value, kept.solution)
        words = f"choosing links: {kept.weight:g} broken, at least {kept.least:g} must be"
        self.report(words, measures.md, measures.ms)
        if self.on_better is not None:
            seconds = time.perf_counter() - self.began
            name = self.objective.name
            result = Result(Status.FEASIBLE, name, "fast", VERSION, seconds, seconds, kept.solution, measures)
            self.on_better(lambda: count_broken(result, self.question.soft, kept.least))


def count_broken(result: Result, soft: Sequence[SoftLink], least: float) -> SoftResult:
    """Broken links counted from the labels; optimal only if the weight is proved least too."""
    labels = result.labels
    broken = () if labels is None else tuple(one for one in soft if not one.link.holds(labels))
    weight = sum(one.weight for one in broken)
    if result.status is Status.OPTIMAL and weight > least + WEIGHT_TOLERANCE:
        result = replace(result, status=Status.FEASIBLE)
    if labels is not None:
        result = replace(result, figures={**result.figures, BROKEN: weight, LEAST_BROKEN: least})
    return SoftResult(result, broken, weight, least, len(soft) - len(broken))
