"""What would help when there is no tree; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from treeclust.ask.explain import OnConflict, find_conflicts
from treeclust.ask.soft import keep_most, solve_kept
from treeclust.ask.solve import solve, solve_question
from treeclust.ask.wanted import choose_soft
from treeclust.core.errors import InputError
from treeclust.core.explanations import Explanation, Repair
from treeclust.core.limits import Limit, limits_of, without
from treeclust.core.links import Links
from treeclust.core.problem import MAX_DEPTH
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.soft_links import SoftLink
from treeclust.core.stop import Deadline, Stop, any_of, never

CHOOSING_SECONDS = 30.0
"""Each step of breaking links, and deeper trees together, get so long; where that is too short for the proof, the
repair says so."""
LIMIT_SECONDS = 10.0
"""Without one of the limits the question gets so long."""

ONLY_TREES = "Which links clash is worked out for trees only; choose a depth to see it."


OnRepair = Callable[[Repair], None]


def explain(
    question: Question,
    stop: Stop = never,
    conflicts: int = 1,
    on_conflict: OnConflict | None = None,
    on_repair: OnRepair | None = None,
) -> Explanation:
    """Solve; if no tree exists say which hard links clash and what helps. Stops anywhere with what it has by then;
    conflicts and repairs are also handed out as soon as they are found."""
    problem = question.problem
    result = solve(problem, question.objective, stop=stop)
    if result.status is not Status.INFEASIBLE:
        return Explanation(result.status, result.message, (), ())
    if problem.is_flat:
        return Explanation(result.status, " ".join(filter(None, (result.message, ONLY_TREES))), (), ())
    found = find_conflicts(problem, conflicts, stop, on_conflict)
    repairs: list[Repair] = []
    for repair in solved_repairs(question, stop):
        repairs.append(repair)
        if on_repair is not None:
            on_repair(repair)
    return Explanation(result.status, result.message, found, tuple(repairs), problem)


def solved_repairs(question: Question, stop: Stop) -> Iterator[Repair]:
    """The quick ones first: how many links must go is the hardest question."""
    hard, problem = question.with_(soft=()), question.problem
    assert problem.depth is not None
    yield from drop_limits(hard, stop)
    deeper = [{"depth": depth} for depth in range(problem.depth + 1, MAX_DEPTH + 1)]
    yield from first_that_helps("depth", changed(hard, deeper), any_of(stop, Deadline(CHOOSING_SECONDS)))
    more = [{"k": k} for k in range(problem.k + 1, min(problem.n, 2**problem.depth) + 1)]
    yield from first_that_helps("k", changed(hard, more), stop)
    yield from break_links(hard, stop)


def changed(question: Question, changes: Sequence[dict[str, Any]]) -> Iterator[Question]:
    """The question with each change of its problem that is possible at all, limits considered."""
    for change in changes:
        with suppress(InputError):
            yield question.with_problem(**change)


def drop_limits(question: Question, stop: Stop) -> Iterator[Repair]:
    """Without each size, bound or rule that stands in the way alone; where none does, without all of a kind, and where
    that does not help either, without all of them."""
    limits = limits_of(question.problem)
    names = list(dict.fromkeys(limit.name for limit in limits))
    alone = [[limit for limit in limits if limit.name == name] for name in names]
    kinds = [[limit for limit in limits if limit.is_rule is rule] for rule in (False, True)]
    for groups in (alone, kinds, [limits]):
        helped = False
        for group in groups:
            if stop() or not group:
                continue
            free = question.with_(problem=without(question.problem, group))
            result = answer_to(free, any_of(stop, Deadline(LIMIT_SECONDS)))
            if result.solution is not None:
                helped = True
                yield Repair(action_of(group), free, result, False, limits=tuple(group))
        if helped:
            return


def action_of(limits: Sequence[Limit]) -> str:
    kinds = {limit.is_rule for limit in limits}
    return "limits" if len(kinds) > 1 else "rules" if kinds == {True} else "sizes"


def answer_to(question: Question, stop: Stop) -> Result:
    """The wanted one of the best answers; the question has no soft links."""
    found = solve_question(question, stop=stop)
    assert isinstance(found, Result)
    return found


def break_links(question: Question, stop: Stop) -> Iterator[Repair]:
    """The fewest links to drop; and all links soft: the best tree among all that break so few, whichever they are."""
    kept = keep_most(question.problem, stop=any_of(stop, Deadline(CHOOSING_SECONDS)))
    if kept is None:
        return
    fewer = question.with_problem(links=Links(kept.kept))
    result = answer_to(fewer, any_of(stop, Deadline(CHOOSING_SECONDS)))
    if result.solution is not None:
        yield Repair("drop_links", fewer, result, kept.proved, kept.dropped)
    soft = tuple(SoftLink(link, 1.0) for link in question.problem.links)
    free = question.with_problem(links=Links()).with_(soft=soft)
    found = solve_kept(free, kept, any_of(stop, Deadline(CHOOSING_SECONDS)))
    found = choose_soft(free, found, stop)
    if found.result.solution is not None:
        broken = tuple(one.link for one in found.broken)
        yield Repair("soft", free, found.result, found.weight_proved, broken)


def first_that_helps(action: str, tries: Iterator[Question], stop: Stop) -> Iterator[Repair]:
    """The first of ever more generous questions that has an answer."""
    least = True
    for question in tries:
        if stop():
            return
        result = answer_to(question, stop)
        if result.solution is not None:
            yield Repair(action, question, result, least)
            return
        least = least and result.status is Status.INFEASIBLE
