"""A session that remembers answers like an engine that does not."""

from __future__ import annotations

import numpy as np
import pytest

from tests import oracle
from treeclust.ask.solve import solve
from treeclust.core.closure import close
from treeclust.core.links import Kind, Link, LinkConflict, Links
from treeclust.core.problem import Problem
from treeclust.engine.search.warm_start import WarmEngine, is_restriction


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("seed", range(40))
def test_a_conversation_has_the_answers_of_brute_force(objective: str, seed: int) -> None:
    """After links are added and removed and k, depth and ε changed, each answer is still the optimum."""
    rng = np.random.default_rng(seed)
    problem = oracle.random_problem(seed)
    session = WarmEngine()
    for _ in range(6):
        result = solve(problem, objective, session)
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective)
        problem = changed(problem, rng)


def changed(problem: Problem, rng: np.random.Generator) -> Problem:
    """One click: a link more, a link less, or another ε, k or depth."""
    kind = int(rng.integers(0, 6))
    if kind < 3:
        a, b = (int(i) for i in rng.choice(problem.n, 2, replace=False))
        links = Links.of([*problem.links, Link(a, b, Kind.MUST if rng.random() < 0.5 else Kind.CANNOT)])
        try:
            close(links, problem.n)
        except LinkConflict:
            return problem
        return problem.with_(links=links)
    if kind == 3:
        return problem.with_(links=Links.of(list(problem.links)[1:]))
    if kind == 4:
        return problem.with_(epsilon=float(rng.choice([0.0, 0.1, 5.0])))
    if problem.depth is None:
        return problem.with_(k=min(problem.n, problem.k + 1), k_min=None)
    return problem.with_(depth=problem.depth % 3 + 1, k=2, k_min=None)


def test_removing_a_link_is_no_restriction() -> None:
    """A bound proved with a link does not hold without it, and the other way round it does."""
    problem = oracle.random_problem(1, flat=False).with_(links=Links())
    linked = problem.with_(links=Links.from_pairs(must=[(0, 2)]))
    assert is_restriction(linked, problem)
    assert not is_restriction(problem, linked)


def test_the_same_question_again_needs_no_search() -> None:
    """A proved answer is given again from memory: the second search asks the solver nothing."""
    problem = next(p for s in range(99) if oracle.best(p := oracle.random_problem(s, flat=False), "md")[0] == "optimal")
    session = WarmEngine()
    solve(problem, "md", session)
    again = solve(problem.with_(), "md", session)
    assert again.status == "optimal"
    assert "sat_calls" not in again.figures
