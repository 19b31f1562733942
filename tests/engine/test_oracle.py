"""The fast engine against brute force on tiny problems."""

from __future__ import annotations

import pytest

from tests import oracle
from tests.engine.reluctant import reluctant
from treeclust.engine import lazy
from treeclust.engine.fast import FastEngine
from treeclust.run import solve

PROBLEMS = 1_200
CHUNKS = 12


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("relax_first", [False, True], ids=["SAT first", "leaf conflicts first"])
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_status_and_value_equal_brute_force(objective: str, relax_first: bool, chunk: int) -> None:
    """Same status and same objective value as the enumeration of every clustering; proved bounds never exceed it."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = oracle.random_problem(seed)
        result = solve(problem, objective, FastEngine(relax_first=relax_first))
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective), f"seed {seed}"
        if value is not None and result.value_lower_bound is not None:
            assert result.value_lower_bound <= value, f"seed {seed}"
        if result.md is not None and result.md_lower_bound is not None:
            assert result.md_lower_bound <= result.md + problem.epsilon, f"seed {seed}"


def test_the_random_problems_cover_what_they_should() -> None:
    """Trees and flat clusters, infeasible ones, k_min, duplicates, ε = 0 and links all occur among the problems."""
    problems = [oracle.random_problem(seed) for seed in range(200)]
    assert {p.is_flat for p in problems} == {True, False}
    assert any(p.k_min is not None and p.k_min < p.k for p in problems)
    assert any(p.epsilon == 0 for p in problems)
    assert any(len(p.links.must) and len(p.links.cannot) for p in problems)
    assert any(p.distances.min() == 0 for p in problems)
    assert {p.depth for p in problems} >= {1, 2, 3}


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("chunk", range(6))
def test_every_stage_has_its_turn(objective: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When SAT leaves every question open the first time, the heuristic, the bound from labels and leaf conflicts come
    into it even on tiny problems, and the answers stay those of brute force."""
    monkeypatch.setattr(lazy.LazyTree, "_search", reluctant(lazy.LazyTree._search))
    monkeypatch.setattr(lazy, "RELAX_FROM", 0)
    monkeypatch.setattr(lazy, "FIRST_HEURISTIC", 0.002)
    stages: set[str] = set()
    for seed in range(chunk * 25, (chunk + 1) * 25):
        problem = oracle.random_problem(seed)
        result = solve(problem, objective, FastEngine())
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective), f"seed {seed}"
        stages |= set(result.figures)
    assert {"seconds_heuristic", "seconds_relaxation", "seconds_sat"} <= stages
