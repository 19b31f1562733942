"""Every clause family is needed, or is listed as redundant with its reason."""

from __future__ import annotations

from functools import cache

import pytest

from tests.oracle import best, random_problem
from treeclust.core.problem import Problem
from treeclust.core.stop import never
from treeclust.objectives import objective_named
from treeclust.paper import formula
from treeclust.paper.formula import Family, encode
from treeclust.solvers.pysat_backend import PysatMaxSat

SEEDS = range(80)
ALL = formula.TREE + formula.FLAT + formula.CLUSTERS + formula.LINKS + formula.DIAMETER + formula.SPLIT
NEEDED = [family for family in ALL if family not in formula.REDUNDANT]


@cache
def case(seed: int, objective: str) -> tuple[Problem, tuple[str, int | None]]:
    problem = random_problem(seed, most_depth=2)
    return problem, best(problem, objective)


def answer(problem: Problem, name: str, without: tuple[Family, ...]) -> tuple[str, int | None]:
    objective = objective_named(name)
    built = encode(problem, objective, without=without)
    found = PysatMaxSat()(built.model.count, built.hard, built.soft, never)
    if found.unsatisfiable:
        return "infeasible", None
    assert found.cost is not None
    return "optimal", found.cost - (len(problem.classes) if objective.uses_split else 0)


def changes_an_answer(family: Family) -> bool:
    return any(
        answer(problem, name, (family,)) != right
        for seed in SEEDS
        for name in ("md", "md-ms")
        for problem, right in [case(seed, name)]
    )


@pytest.mark.parametrize("family", NEEDED, ids=lambda family: family.__name__)
def test_without_a_needed_family_some_answer_is_wrong(family):
    """Dropping the family changes a status or an optimum that brute force knows."""
    assert changes_an_answer(family)


@pytest.mark.parametrize("family", formula.REDUNDANT, ids=lambda family: family.__name__)
def test_without_a_redundant_family_every_answer_stays_right(family):
    """The families listed as redundant change no answer when dropped."""
    assert not changes_an_answer(family)


def test_without_all_redundant_families_every_answer_stays_right():
    """They do not stand in for each other either."""
    for seed in SEEDS:
        problem, right = case(seed, "md-ms")
        assert answer(problem, "md-ms", tuple(formula.REDUNDANT)) == right
