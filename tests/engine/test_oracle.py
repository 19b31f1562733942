"""The fast engine against brute force on tiny problems."""

from __future__ import annotations

import pytest

from tests import oracle
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
