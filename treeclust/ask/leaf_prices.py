"""Leaves against diameter: the best answer with ever fewer leaves, and so what one leaf less costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from treeclust.ask.repairs import answer_to
from treeclust.core.answers import LeafPrice, LeafPrices
from treeclust.core.errors import InputError
from treeclust.core.limits import with_most_leaves
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.stop import Deadline, Stop, any_of, never

OnLeafPrice = Callable[[LeafPrice], None]


def price_leaves(
    question: Question,
    stop: Stop = never,
    on_price: OnLeafPrice | None = None,
    *,
    start: Result | None = None,
    seconds: float = float("inf"),
) -> LeafPrices:
    """From the leaves of the question's own answer (`start`, if it is known) down to one per cluster, each solved for
    up to so many seconds; links that may break are left out."""
    if question.problem.is_flat:
        raise InputError("Flat clusters have no leaves; choose a depth.")
    question = question.with_(soft=())
    answer = answer_to(question, any_of(stop, Deadline(seconds))) if start is None else start
    if answer.tree is None:
        return LeafPrices((), answer.status is Status.INFEASIBLE)
    prices: list[LeafPrice] = []
    most = sum(1 for _ in answer.tree.leaves())
    for leaves in range(most, question.problem.least_clusters - 1, -1):
        if leaves < most:
            if stop():
                return LeafPrices(tuple(prices), False)
            answer = with_fewer(question, leaves, answer, any_of(stop, Deadline(seconds)))
        prices.append(LeafPrice(leaves, answer))
        if on_price is not None:
            on_price(prices[-1])
    return LeafPrices(tuple(prices), not stop())


def with_fewer(question: Question, leaves: int, more: Result, stop: Stop) -> Result:
    """What is proved for trees of more leaves, that there is none or none better, holds for these."""
    if more.status is Status.INFEASIBLE:
        return more
    fewer = question.with_(problem=with_most_leaves(question.problem, leaves))
    found, bound = answer_to(fewer, stop), more.md_lower_bound
    if found.status not in (Status.FEASIBLE, Status.UNKNOWN) or bound is None:
        return found
    return replace(found, md_lower_bound=max(bound, found.md_lower_bound or 0.0))
