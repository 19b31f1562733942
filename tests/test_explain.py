"""Sets of clashing links against brute force."""

from __future__ import annotations

import pytest

from tests.oracle import clusterings, random_problem
from treeclust.explain import find_conflict
from treeclust.links import Links
from treeclust.problem import Problem


def feasible(problem: Problem, links: Links) -> bool:
    return next(iter(clusterings(problem.with_(links=links))), None) is not None


def infeasible_problems(count: int) -> list[Problem]:
    found: list[Problem] = []
    seed = 0
    while len(found) < count:
        problem = random_problem(seed, most_depth=2, flat=False)
        if feasible(problem, Links()) and not feasible(problem, problem.links):
            found.append(problem)
        seed += 1
    return found


@pytest.mark.parametrize("problem", infeasible_problems(200), ids=range(200))
def test_a_conflict_is_one_and_nothing_in_it_is_idle(problem):
    """The set cannot hold; without any one of its links it can."""
    conflict = find_conflict(problem)
    assert conflict is not None and conflict.minimal
    assert set(conflict.links) <= set(problem.links)
    assert not feasible(problem, Links(conflict.links))
    for link in conflict.links:
        assert feasible(problem, Links(tuple(other for other in conflict.links if other != link)))


def test_links_that_can_hold_have_no_conflict():
    """None, when brute force finds a clustering."""
    problem = next(
        p for p in (random_problem(s, flat=False) for s in range(99)) if len(p.links) and feasible(p, p.links)
    )
    assert find_conflict(problem) is None


def test_out_of_time_is_not_called_minimal():
    """Stopped ever later: first nothing, then sets that clash but are not called minimal, in the end a minimal one."""
    problem = max(infeasible_problems(40), key=lambda problem: len(problem.links))
    states = []
    for polls in range(1, 200):
        left = iter([False] * polls + [True] * 10_000)
        conflict = find_conflict(problem, stop=lambda left=left: next(left))
        assert conflict is None or not feasible(problem, Links(conflict.links))
        states.append("nothing" if conflict is None else "minimal" if conflict.minimal else "smaller")
    assert list(dict.fromkeys(states)) == ["nothing", "smaller", "minimal"]
