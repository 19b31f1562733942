"""What each size, bound and rule costs: is it binding or free, and what would MD and MS be without it?"""

from __future__ import annotations

from collections.abc import Callable

from treeclust.ask.solve import solve
from treeclust.core.limits import Limit, limits_of, without
from treeclust.core.link_prices import Force
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.rule_prices import RulePrice, RulePrices
from treeclust.core.stop import Stop, never

OnRulePrice = Callable[[RulePrice], None]


def price_rules(
    question: Question, stop: Stop = never, on_price: OnRulePrice | None = None, *, start: Result | None = None
) -> RulePrices:
    """The price of every limit, by solving without each in turn; links that may break are left out. `start` is the
    answer with all of them, if it is known; `on_price` sees each price as it is known."""
    problem = question.problem
    with_all = solve(problem, question.objective, stop=stop) if start is None else start
    if with_all.status is not Status.OPTIMAL:
        message = "A rule has a price only where the answer with all rules is proved optimal."
        return RulePrices(with_all.md, with_all.ms, (), False, message)
    prices: list[RulePrice] = []
    for limit in limits_of(problem):
        if stop():
            break
        free = solve(without(problem, [limit]), question.objective, stop=stop)
        prices.append(price_of(limit, with_all, free, problem.epsilon))
        if on_price is not None:
            on_price(prices[-1])
    complete = len(prices) == len(limits_of(problem)) and all(price.proved for price in prices)
    return RulePrices(with_all.md, with_all.ms, tuple(prices), complete)


def price_of(limit: Limit, with_all: Result, free: Result, epsilon: float) -> RulePrice:
    proved = free.status is Status.OPTIMAL
    if is_better(free, with_all, epsilon):
        return RulePrice(limit, Force.BINDING, free.md, free.ms, proved)
    return RulePrice(limit, Force.FREE if proved else Force.UNKNOWN, with_all.md, with_all.ms, proved)


def is_better(one: Result, other: Result, epsilon: float) -> bool:
    """In classes; by more than ε where a table is too large for them."""
    if one.measures is None or other.measures is None:
        return one.measures is not None
    if one.measures.value is None or other.measures.value is None:
        return (one.md or 0.0) < (other.md or 0.0) - epsilon
    return one.measures.value < other.measures.value
