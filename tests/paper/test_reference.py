"""The reference engine against brute force, and its doors to other MaxSAT solvers."""

from __future__ import annotations

import sys

import pytest
from pysat.formula import WCNF

from tests.each import each
from tests.oracle import best, random_problem
from treeclust.ask.solve import solve
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.paper.reference import ReferenceEngine
from treeclust.solvers.maxsat import MaxSatCommand

RC2_SCRIPT = f"{sys.executable} -m pysat.examples.rc2 -vv"


def check(problem: Problem, objective: str, engine: ReferenceEngine) -> None:
    result = solve(problem, objective, engine)
    value = None if result.measures is None else result.measures.value
    assert (str(result.status), value) == best(problem, objective)
    if value is not None:
        assert result.value_lower_bound == value


@each(400)
def test_equals_brute_force(seed):
    """Status and optimum of both objectives, with smart pairs and without, on trees and flat clusters."""
    problem = random_problem(seed, most_depth=2, most_k=3)
    for objective in ("md", "md-ms"):
        for smart in (True, False):
            check(problem, objective, ReferenceEngine(smart=smart))


@pytest.mark.parametrize("seed", range(3))
def test_an_outside_solver_gives_the_same_optimum(seed):
    """A MaxSAT program run as a command, on the file that --wcnf-out writes."""
    check(random_problem(seed, most_depth=2), "md-ms", ReferenceEngine(MaxSatCommand(RC2_SCRIPT)))


def test_the_written_formula_is_standard(tmp_path):
    """Another reader of WCNF files finds as many hard and soft clauses as we counted."""
    problem = random_problem(2, most_depth=2)
    path = tmp_path / "formula.wcnf"
    result = solve(problem, "md-ms", ReferenceEngine(wcnf_out=path))
    read = WCNF(from_file=str(path))
    assert len(read.hard) + len(read.soft) == result.figures["clauses"]


def test_stops_at_once_when_told():
    """A stopping rule that is true from the start gives status unknown, not an error."""
    result = solve(random_problem(3), "md", "reference", stop=lambda: True)
    assert result.status is Status.UNKNOWN
    assert result.solution is None
