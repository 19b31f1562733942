"""The price of links against brute force."""

from __future__ import annotations

import json
from functools import cache

from tests.each import each
from tests.oracle import best, random_problem
from treeclust.ask.price import price_links
from treeclust.core.codec import from_json, to_json
from treeclust.core.link_prices import Force, Prices
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.objectives import objective_named


def with_links(seed: int) -> Problem:
    return random_problem(seed, most_depth=2)


@cache
def feasible_problems() -> list[Problem]:
    made = (with_links(seed) for seed in range(1000))
    useful = (p for p in made if len(p.links) > 1 and best(p, "md")[0] == "optimal")
    return [next(useful) for _ in range(100)]


@each(100, feasible_problems)
def test_binding_means_that_brute_force_does_better_without(problem):
    """Every link: binding exactly if the optimum without it is smaller, and then MD and MS are of that value."""
    rest = {one: Links(tuple(link for link in problem.links if link != one)) for one in problem.links}
    without_one = {one: problem.with_(links=links) for one, links in rest.items()}
    for objective in ("md", "md-ms"):
        found = price_links(problem, objective)
        assert found.complete and [price.link for price in found.prices] == list(problem.links)
        with_all = best(problem, objective)[1]
        for price in found.prices:
            without = best(without_one[price.link], objective)[1]
            assert price.force is (Force.BINDING if without < with_all else Force.FREE)
            assert price.proved
            classes = problem.classes
            measured = classes.lambda_minus(price.md), classes.lambda_plus(price.ms)
            assert objective_named(objective).value(*measured) == without


def test_some_links_bind_and_some_are_free():
    """The problems above show both, so neither answer comes from nowhere."""
    forces = [price.force for problem in feasible_problems()[:30] for price in price_links(problem, "md").prices]
    assert {Force.BINDING, Force.FREE} == set(forces)


def test_a_stop_leaves_prices_out():
    """Stopped after the first price: only that one is there, and the list is not called complete."""
    problem = next(p for p in feasible_problems()[:60] if len({x.force for x in price_links(p, "md").prices}) == 2)
    seen = []
    found = price_links(problem, "md", stop=lambda: bool(seen), on_price=seen.append)
    assert not found.complete
    assert len(found.prices) < len(problem.links)


def test_links_that_cannot_hold_have_no_price():
    """An infeasible problem gets a sentence instead."""
    problem = next(p for p in map(with_links, range(300)) if best(p, "md")[0] == "infeasible")
    found = price_links(problem, "md")
    assert (found.prices, found.complete) == ((), False)
    assert found.message


def test_there_and_back_as_json():
    """What a worker sends is what the server reads."""
    found = price_links(feasible_problems()[:1][0], "md")
    assert from_json(Prices, json.loads(json.dumps(to_json(found), allow_nan=False))) == found
