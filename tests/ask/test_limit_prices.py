"""What leaves, sizes and rules cost, against brute force over whole trees."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests import tree_oracle
from tests.each import each
from treeclust.ask.leaf_prices import price_leaves
from treeclust.ask.rule_prices import price_rules
from treeclust.ask.solve import solve, solve_question
from treeclust.core.answers import LeafPrices
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.limits import limits_of, with_most_leaves, without
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Status
from treeclust.core.rule_prices import RulePrices
from treeclust.core.wishes import Wishes

NOISE = Dataset.from_array(np.random.default_rng(4).random((30, 3)), names=["x", "y", "z"])


def limited(seed: int) -> Problem:
    return tree_oracle.limited_problem(seed, ("all", "rules", "sizes", "bounds")[seed % 4])


@each(200)
def test_each_number_of_leaves_has_the_best_value_there_is(seed):
    """From the leaves of the answer down to one per cluster: the value that brute force finds, or none."""
    problem, objective = limited(seed), ("md", "md-ms")[seed // 4 % 2]
    if problem.is_flat:
        return
    question = Question(problem, objective, wishes=Wishes(("compact", "simple", "first")[seed % 3]))
    found = price_leaves(question)
    answer = solve_question(question)
    assert found.finished
    assert [price.leaves for price in found.prices] == (
        [] if answer.choice is None else list(range(answer.choice.leaves, problem.least_clusters - 1, -1))
    )
    for price in found.prices:
        best = tree_oracle.best(with_most_leaves(problem, price.leaves), objective)
        value = None if price.result.measures is None else price.result.measures.value
        assert (str(price.result.status), value) == best, f"seed {seed}, {price.leaves} leaves"


@each(200)
def test_each_limit_costs_what_brute_force_says(seed):
    """Binding exactly where the best value without it is better; free ones change nothing."""
    problem, objective = limited(seed), ("md", "md-ms")[seed // 4 % 2]
    status, value = tree_oracle.best(problem, objective)
    prices = price_rules(Question(problem, objective))
    if status == "infeasible":
        assert not prices.complete and prices.message and not prices.prices
        return
    assert prices.complete and [price.limit for price in prices.prices] == list(limits_of(problem))
    for price in prices.prices:
        free = tree_oracle.best(without(problem, [price.limit]), objective)[1]
        assert free is not None and value is not None
        assert price.force == ("binding" if free < value else "free"), f"seed {seed}, {price.limit}"
        assert price.proved
        if price.force == "free":
            assert (price.md, price.ms) == (prices.md, prices.ms)


def test_fewer_leaves_are_never_better_and_each_answer_obeys_its_number():
    """Diameters grow as leaves go; the answer itself comes first, as it was given."""
    question = Question(Problem(NOISE, 3, 3), "md", wishes=Wishes("first"))
    start = solve_question(question)
    seen = []
    found = price_leaves(question, on_price=seen.append, start=start)
    assert tuple(seen) == found.prices and found.prices[0].result is start
    values = [price.result.measures.value for price in found.prices]
    assert values == sorted(values) and found.prices[-1].leaves == 3
    assert all(len(list(price.result.tree.leaves())) <= price.leaves for price in found.prices)
    back = from_json(LeafPrices, json.loads(json.dumps(to_json(found))), question)
    assert to_json(back) == to_json(found)


def test_a_stop_keeps_what_is_known_and_a_bound_is_handed_down():
    """Stopped in the middle nothing is finished; a result without a proof has at least the bound of more leaves."""
    question = Question(Problem(NOISE, 3, 3), "md", wishes=Wishes("first"))
    seen = []
    found = price_leaves(question, lambda: len(seen) >= 2, seen.append)
    assert not found.finished and len(found.prices) == 2
    hurried = price_leaves(question, start=solve_question(question), seconds=0.0)
    bounds = [price.result.md_lower_bound for price in hurried.prices]
    assert bounds == sorted(bounds) and not any(bound is None for bound in bounds)


def test_flat_clusters_have_no_leaves():
    """One sentence."""
    with pytest.raises(InputError, match="no leaves"):
        price_leaves(Question(Problem(NOISE, 3, None), "md"))


def test_prices_come_back_equal_and_stop_where_they_are_told():
    """A stopped search has fewer prices and is not complete."""
    problem = Problem(NOISE, 3, 3, min_rows=5)
    problem = problem.with_(rules=replace(problem.rules, never=("x", "y"), max_leaves=3))
    found = price_rules(Question(problem, "md"))
    assert [price.limit.words for price in found.prices] == [
        "at least 5 rows in a cluster", 'no test on "x"', 'no test on "y"', "at most 3 leaves",
    ]  # fmt: skip
    assert from_json(RulePrices, json.loads(json.dumps(to_json(found)))) == found
    seen = []
    start = solve(problem, "md")
    stopped = price_rules(Question(problem, "md"), lambda: bool(seen), seen.append, start=start)
    assert len(stopped.prices) == 1 and not stopped.complete and start.status is Status.OPTIMAL
