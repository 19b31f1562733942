"""What every SAT solver must do, whichever it is: the same tests for each name in the table."""

from __future__ import annotations

import itertools
import random
import time

import numpy as np
import pytest

from treeclust.core.errors import InputError
from treeclust.core.stop import never
from treeclust.solvers import SAT_SOLVERS, make_solver
from treeclust.solvers.backend import SatBackend


@pytest.fixture(params=list(SAT_SOLVERS))
def sat(request: pytest.FixtureRequest) -> SatBackend:
    return make_solver(request.param)


def pigeons(count: int) -> list[list[int]]:
    """count + 1 pigeons in count holes: no model, and no short proof by resolution."""
    at = {(p, h): p * count + h + 1 for p in range(count + 1) for h in range(count)}
    clauses = [[at[p, h] for h in range(count)] for p in range(count + 1)]
    pairs = itertools.combinations(range(count + 1), 2)
    return clauses + [[-at[p, h], -at[q, h]] for p, q in pairs for h in range(count)]


def test_a_model_satisfies_every_clause_and_assumption(sat: SatBackend) -> None:
    """The literal that holds for each variable stands at place variable − 1."""
    clauses = [[1, 2], [-1, 3], [-2, -3], [4, -1]]
    sat.add(clauses)
    assert sat.solve([1], never) is True
    model = set(sat.model())
    assert [abs(literal) for literal in sat.model()] == [1, 2, 3, 4]
    assert 1 in model and all(model & set(clause) for clause in clauses)


def test_a_table_has_a_clause_in_each_row(sat: SatBackend) -> None:
    """As good as the same clauses as lists; a table without rows has none."""
    sat.add(np.array([[1, 2], [-1, 2], [1, -2]]))
    sat.add(np.zeros((0, 3), dtype=np.int64))
    assert sat.solve([], never) is True and list(sat.model()) == [1, 2]
    assert sat.solve([-1], never) is False


def test_a_core_is_a_contradictory_part_of_the_assumptions(sat: SatBackend) -> None:
    """Only what is needed for the contradiction need be in it, and nothing else may."""
    sat.add([[-1, -2], [3, 4]])
    assert sat.solve([3, 1, 2], never) is False
    core = set(sat.core())
    assert core <= {1, 2, 3} and core >= {1, 2}


def test_clauses_that_contradict_each_other_have_an_empty_core(sat: SatBackend) -> None:
    """Then no assumption is to blame."""
    sat.add([[1], [-1]])
    assert sat.solve([2], never) is False
    assert list(sat.core()) == []


def test_clauses_may_be_added_between_calls(sat: SatBackend) -> None:
    """Each call sees all clauses so far; assumptions hold for one call only."""
    sat.add([[1, 2]])
    assert sat.solve([-1], never) is True
    sat.add([[-2]])
    assert sat.solve([-1], never) is False
    assert sat.solve([], never) is True and 1 in sat.model()


def test_effort_is_counted_in_conflicts_and_ends_the_call(sat: SatBackend) -> None:
    """A hard question comes back open after so many conflicts, or a restart later, and the count has grown."""
    sat.add(pigeons(9))
    before, work = sat.conflicts, sat.propagations
    assert sat.solve([], never, most_conflicts=200) is None
    assert before < sat.conflicts <= before + 5000
    assert sat.propagations > work


def test_a_stop_is_obeyed_in_the_middle_of_a_hard_question(sat: SatBackend) -> None:
    """The rule is asked several times a second."""
    sat.add(pigeons(11))
    end = time.monotonic() + 0.3
    assert sat.solve([], lambda: time.monotonic() > end) is None


def test_answers_agree_with_brute_force(sat: SatBackend) -> None:
    """Random formulas over six variables, grown clause by clause, under random assumptions."""
    rng = random.Random(5)
    clauses: list[list[int]] = []
    for _ in range(60):
        clauses.append([rng.choice([-1, 1]) * v for v in rng.sample(range(1, 7), 3)])
        sat.add(clauses[-1:])
        assumed = [rng.choice([-1, 1]) * v for v in rng.sample(range(1, 7), 2)]
        models = itertools.product(*[(-v, v) for v in range(1, 7)])
        possible = any(set(assumed) <= set(m) and all(set(m) & set(c) for c in clauses) for m in models)
        assert sat.solve(assumed, never) is possible


def test_a_solver_that_is_not_known_is_refused_in_one_sentence() -> None:
    """The names that are known are in it."""
    with pytest.raises(InputError, match="choose one of glucose4"):
        make_solver("lingeling")
