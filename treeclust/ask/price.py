"""What each link costs: is it binding or free, and what would MD and MS be without it?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from treeclust.ask.solve import solve
from treeclust.core.closure import close
from treeclust.core.errors import InputError
from treeclust.core.link_prices import Force, Price, Prices
from treeclust.core.links import Link, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.result import Result, Status
from treeclust.core.stop import Stop, never
from treeclust.engine.search.warm_start import WarmEngine
from treeclust.objectives import objective_named

OnPrice = Callable[[Price], None]


def price_links(
    problem: Problem,
    objective: Objective | str = "md-ms",
    stop: Stop = never,
    on_price: OnPrice | None = None,
    *,
    start: Result | None = None,
) -> Prices:
    """The price of every link; `on_price` sees each as it is known, not always in the order of the links."""
    if problem.n > MATRIX_ROWS:
        raise InputError(f"Prices take at most {MATRIX_ROWS} rows, not {problem.n}; cluster a sample of them.")
    objective = objective_named(objective)
    session = WarmEngine()
    with_all = solve(problem, objective, session, stop) if start is None else start
    if with_all.status is not Status.OPTIMAL:
        message = "A link has a price only where the answer with all links is proved optimal."
        return Prices(with_all.md, with_all.ms, (), False, message)
    pricing = Pricing(problem, objective, with_all, session, stop, on_price)
    pricing.run()
    known = {price.link: price for price in pricing.prices}
    prices = tuple(known[link] for link in problem.links if link in known)
    complete = len(prices) == len(problem.links) and all(price.proved for price in prices)
    return Prices(with_all.md, with_all.ms, prices, complete)


class Pricing:
    """Whole groups of links are taken away first: if the best is no better without all of them, each is free."""

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        with_all: Result,
        session: WarmEngine,
        stop: Stop,
        on_price: OnPrice | None,
    ) -> None:
        self.problem, self.objective, self.with_all = problem, objective, with_all
        self.session, self.stop, self.on_price = session, stop, on_price
        self.prices: list[Price] = []

    def run(self) -> None:
        links = list(self.problem.links)
        implied = [link for link in links if self.says_nothing_new(link)]
        for link in implied:
            self.tell(link, Force.FREE, None, True, implied=True)
        rest = [link for link in links if link not in set(implied)]
        if rest:
            self.settle(rest)

    def says_nothing_new(self, link: Link) -> bool:
        others = Links(tuple(other for other in self.problem.links if other != link))
        return close(others, self.problem.n).implied(link.a, link.b) is link.kind

    def settle(self, group: Sequence[Link]) -> None:
        """Price the links of a group, none of which is known yet."""
        if self.stop():
            return
        gone = set(group)
        kept = Links(tuple(link for link in self.problem.links if link not in gone))
        without = solve(self.problem.with_(links=kept), self.objective, self.session, self.stop)
        assert self.with_all.measures is not None and self.with_all.measures.value is not None
        value = None if without.measures is None else without.measures.value
        better = value is not None and value < self.with_all.measures.value
        proved = without.status is Status.OPTIMAL
        if proved and not better:
            for link in group:
                self.tell(link, Force.FREE, None, True)
        elif len(group) == 1:
            self.tell(group[0], Force.BINDING if better else Force.UNKNOWN, without if better else None, proved)
        else:
            middle = len(group) // 2
            self.settle(group[:middle])
            self.settle(group[middle:])

    def tell(self, link: Link, force: Force, without: Result | None, proved: bool, implied: bool = False) -> None:
        best = self.with_all if without is None else without
        self.prices.append(Price(link, force, best.md, best.ms, proved, implied))
        if self.on_price is not None:
            self.on_price(self.prices[-1])
