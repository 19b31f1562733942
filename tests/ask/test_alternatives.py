"""Alternatives against brute force."""

from __future__ import annotations

import json

from tests.each import each
from tests.oracle import clusterings, random_problem, value
from treeclust.ask.alternatives import find_alternatives
from treeclust.core.answers import Alternatives
from treeclust.core.codec import from_json, to_json
from treeclust.core.problem import Problem

Partition = tuple[int, ...]


def best_partitions(problem: Problem, objective: str, slack: int = 0) -> set[Partition]:
    """Every partition whose value is at most the optimum plus the slack."""
    values = {labels: value(problem, labels, objective) for labels in clusterings(problem)}
    return {labels for labels, one in values.items() if one <= min(values.values()) + slack}


def partitions(found: Alternatives) -> list[Partition]:
    return [tuple(one.solution.labels.tolist()) for one in found.found]


@each(120)
def test_complete_means_all_of_them_and_each_once(seed):
    """The partitions found are those that brute force finds, diverse first or not."""
    problem = random_problem(seed, most_depth=2)
    for objective in ("md", "md-ms"):
        found = find_alternatives(problem, objective, limit=10_000, diverse=seed % 2 == 0)
        assert found.complete
        assert len(partitions(found)) == len(set(partitions(found)))
        assert set(partitions(found)) == best_partitions(problem, objective)


@each(40)
def test_slack_allows_a_little_worse(seed):
    """With a slack of two classes everything up to two classes above the optimum comes out too."""
    problem = random_problem(seed, most_depth=2, flat=False)
    found = find_alternatives(problem, "md-ms", limit=10_000, slack=2)
    assert found.complete
    assert set(partitions(found)) == best_partitions(problem, "md-ms", slack=2)


def with_many() -> Problem:
    return next(p for p in map(random_problem, range(200)) if len(best_partitions(p, "md")) > 6)


def test_asking_again_goes_on_where_it_ended():
    """Ones that are known do not come again, and one by one all of them come."""
    problem = with_many()
    found = find_alternatives(problem, "md", limit=1)
    while not found.complete:
        known = [one.solution for one in found.found[1:]]
        found = find_alternatives(problem, "md", limit=len(found.found) + 1, known=known)
    assert set(partitions(found)) == best_partitions(problem, "md")


def test_a_limit_or_a_stop_is_not_called_complete():
    """Three of many, and one when stopped after the first."""
    problem = with_many()
    few = find_alternatives(problem, "md", limit=3)
    assert (len(few.found), few.complete) == (3, False)
    seen = []
    stopped = find_alternatives(problem, "md", stop=lambda: bool(seen), on_found=seen.append)
    assert (len(stopped.found), stopped.complete) == (len(seen), False) == (1, False)


def test_there_and_back_as_json():
    """A worker's message gives the same clusterings, and the counts of pairs are those of every pair looked at."""
    problem = with_many()
    found = find_alternatives(problem, "md", limit=5)
    back = from_json(Alternatives, json.loads(json.dumps(to_json(found), allow_nan=False)), problem)
    assert partitions(back) == partitions(found)
    shares = [
        sum(labels[i] == labels[j] for labels in partitions(found)) / len(found.found)
        for j in range(problem.n)
        for i in range(j)
    ]
    counted = {"all": shares.count(1.0), "none": shares.count(0.0)}
    assert back.agreement.pairs == counted | {"some": len(shares) - sum(counted.values())}
