"""The fast engine against brute force on tiny problems."""

from __future__ import annotations

import pytest

from tests import oracle
from tests.engine.reluctant import reluctant
from treeclust.ask.solve import solve
from treeclust.core.decision import GROWTH, QUICK
from treeclust.core.problem import Problem
from treeclust.core.result import Result
from treeclust.engine.search import cube_and_conquer as conquest
from treeclust.engine.search import lazy_tree as lazy
from treeclust.engine.search.fast import FastEngine

PROBLEMS = 1_200
CHUNKS = 12


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_status_and_value_equal_brute_force(chunk: int) -> None:
    """Same status and same objective value as the enumeration of every clustering; proved bounds never exceed it.
    Both objectives, with SAT first and with leaf conflicts first."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = oracle.random_problem(seed)
        for objective in ("md", "md-ms"):
            wanted = oracle.best(problem, objective)
            for relax_first in (False, True):
                equals(wanted, problem, solve(problem, objective, FastEngine(relax_first=relax_first)), f"seed {seed}")


def equals(wanted: tuple[str, int | None], problem: Problem, result: Result, which: str) -> None:
    value = None if result.measures is None else result.measures.value
    assert (str(result.status), value) == wanted, which
    if value is not None and result.value_lower_bound is not None:
        assert result.value_lower_bound <= value, which
    if result.md is not None and result.md_lower_bound is not None:
        assert result.md_lower_bound <= result.md + problem.epsilon, which


def test_the_random_problems_cover_what_they_should() -> None:
    """Trees and flat clusters, infeasible ones, k_min, duplicates, ε = 0 and links all occur among the problems."""
    problems = [oracle.random_problem(seed) for seed in range(200)]
    assert {p.is_flat for p in problems} == {True, False}
    assert any(p.k_min is not None and p.k_min < p.k for p in problems)
    assert any(p.epsilon == 0 for p in problems)
    assert any(len(p.links.must) and len(p.links.cannot) for p in problems)
    assert any(p.distances.min() == 0 for p in problems)
    assert {p.depth for p in problems} >= {1, 2, 3}


@pytest.mark.parametrize("chunk", range(6))
@pytest.mark.parametrize("leaf_conflicts", [True, False])
def test_every_stage_has_its_turn(leaf_conflicts: bool, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When SAT leaves every question open several times, and every piece of one once, the descent, the bound from
    labels, leaf conflicts and (without those, which settle most tiny questions) pieces come into it; the answers stay
    those of brute force."""
    monkeypatch.setattr(lazy.LazyTree, "search", reluctant(lazy.LazyTree.search))
    monkeypatch.setattr(lazy, "RELAX_FROM", 0)
    monkeypatch.setattr(conquest, "CUT_FROM", GROWTH * QUICK)
    monkeypatch.setattr(conquest, "CUT_FROM_IF_NONE_KNOWN", GROWTH * QUICK)
    monkeypatch.setattr(lazy, "FIRST_DESCENT", 0.002)
    if not leaf_conflicts:
        monkeypatch.setattr(lazy, "HOPELESS_STEPS", 0)
    stages: dict[str, set[str]] = {"md": set(), "md-ms": set()}
    for seed in range(chunk * 25, (chunk + 1) * 25):
        problem = oracle.random_problem(seed)
        for objective, seen in stages.items():
            result = solve(problem, objective, FastEngine())
            equals(oracle.best(problem, objective), problem, result, f"seed {seed}")
            seen |= set(result.figures)
    last = "seconds_relaxation" if leaf_conflicts else "pieces"
    assert all({"seconds_descent", "seconds_sat", last} <= seen for seen in stages.values())
