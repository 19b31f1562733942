"""Another objective is one file: it appears everywhere at once, and both engines, alternatives and front are right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests import oracle
from tests.ask.test_alternatives import best_partitions, partitions
from treeclust import objectives
from treeclust.__main__ import main
from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.pareto import pareto_front
from treeclust.ask.solve import solve
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem

PROBLEMS, CHUNKS = 400, 8


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folders of this test belong to the package for a while."""
    here = Path(__file__).parent
    monkeypatch.setattr(objectives, "__path__", [*objectives.__path__, str(here / "added"), str(here / "unsearched")])
    objectives.objectives.cache_clear()
    yield
    objectives.objectives.cache_clear()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_largest_split_equals_brute_force(chunk: int, added: None) -> None:
    """Status and value of both engines, every equal optimum, and the far end of the Pareto front."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = oracle.random_problem(seed, most_depth=2)
        wanted = oracle.best(problem, "ms")
        for engine in ("fast", "reference"):
            result = solve(problem, "ms", engine)
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == wanted, f"seed {seed}, {engine}"
        check_equal_optima(problem, seed)
        check_front(problem, wanted[1])


def check_equal_optima(problem: Problem, seed: int) -> None:
    found = find_alternatives(problem, "ms", limit=10_000, diverse=seed % 2 == 0)
    assert found.complete
    assert sorted(partitions(found)) == sorted(best_partitions(problem, "ms"))


def check_front(problem: Problem, value: int | None) -> None:
    front = pareto_front(problem)
    assert front.complete
    splits = [problem.classes.lambda_plus(point.measures.ms) for point in front.points]
    assert max(splits, default=None) == (None if value is None else -value)


def test_it_appears_on_the_command_line(added: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Iris: the largest split of three clusters, far from the 10.96 of a search for something else."""
    from sklearn.datasets import load_iris

    table = tmp_path / "iris.csv"
    np.savetxt(table, load_iris().data, delimiter=",", header="a,b,c,d", comments="")
    assert main(["solve", str(table), "-k", "3", "-d", "3", "--objective", "ms"]) == 0
    assert "25.55" in capsys.readouterr().out


def test_an_objective_without_a_search_is_refused_by_the_fast_engine(added: None) -> None:
    """In one sentence that says what to do; the reference engine needs no search and answers."""
    problem = oracle.random_problem(1, flat=False)
    with pytest.raises(InputError, match='no search for the objective "plain"; choose another, or the reference'):
        solve(problem, "plain")
    assert solve(problem, "plain", "reference").md == solve(problem, "md", "reference").md
