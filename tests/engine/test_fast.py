"""The fast engine on problems that are not tiny: stopping, large tables, agreement with the reference engine."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.progress import Progress
from treeclust.core.result import Status
from treeclust.core.stop import Deadline
from treeclust.engine.search.fast import FastEngine
from treeclust.lab.random_links import random_links
from treeclust.paper.reference import ReferenceEngine


def blobs(rows: int, features: int, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    known = rng.integers(0, 3, rows)
    return Dataset.from_array(
        rng.uniform(0, 100, (3, features))[known] + rng.normal(0, 9, (rows, features)), known=known
    )


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("kappa", [0.0, 0.3])
def test_same_answer_as_the_reference_engine(objective: str, kappa: float) -> None:
    """On sixty rows both engines prove the same value."""
    data = blobs(60, 3)
    assert data.known is not None
    problem = Problem(data, 3, 3, random_links(data.known, kappa, 5), 0.5)
    fast, slow = solve(problem, objective, FastEngine()), solve(problem, objective, ReferenceEngine())
    assert fast.status == slow.status
    assert fast.measures is not None and slow.measures is not None
    assert fast.measures.value == slow.measures.value


def test_a_stopped_search_keeps_its_best_answer_and_an_honest_bound() -> None:
    """Stopped early on noise, the result is feasible with a bound below its diameter, not optimal."""
    data = Dataset.from_array(np.random.default_rng(0).uniform(0, 1, (400, 40)))
    result = solve(Problem(data, 8, 4, epsilon=0.01), "md", FastEngine(), Deadline(3.0))
    assert result.status == "feasible"
    assert result.md is not None and result.md_lower_bound is not None
    assert result.md_lower_bound < result.md


def test_progress_never_reports_a_worse_incumbent_or_a_lower_bound() -> None:
    """Over a search the diameter only falls, the bound only rises, and they do not cross by more than ε."""
    data = Dataset.from_array(np.random.default_rng(1).uniform(0, 1, (300, 20)))
    seen: list[Progress] = []
    solve(Problem(data, 5, 4), "md", FastEngine(), Deadline(2.0), seen.append)
    mds = [p.md for p in seen if p.md is not None]
    bounds = [p.md_lower_bound for p in seen if p.md_lower_bound is not None]
    assert mds == sorted(mds, reverse=True)
    assert bounds == sorted(bounds)
    assert not bounds or not mds or bounds[-1] <= mds[-1] + 0.1


def test_cancel_stops_the_search() -> None:
    """A stopping rule that turns true ends the search, and what was found until then is returned."""
    data = Dataset.from_array(np.random.default_rng(2).uniform(0, 1, (400, 40)))
    asked_at: list[float] = []

    def stop() -> bool:
        asked_at.append(time.monotonic())
        return asked_at[-1] - asked_at[0] > 1.0

    result = solve(Problem(data, 10, 5, epsilon=0.01), "md", FastEngine(), stop)
    assert result.status in ("feasible", "unknown")


def test_a_large_table_is_proved_without_its_matrix() -> None:
    """Above MATRIX_ROWS rows MD is proved within ε, links hold, and no classes are counted."""
    data = blobs(MATRIX_ROWS + 1_000, 2)
    assert data.known is not None
    problem = Problem(data, 3, 2, random_links(data.known, 0.002, 1), 1.0)
    result = solve(problem, "md", FastEngine())
    assert result.status == "optimal"
    assert result.measures is not None and result.measures.value is None
    assert result.gap is not None and result.gap <= problem.epsilon
    assert "distances" not in vars(problem)


def test_a_large_table_is_asked_for_the_split() -> None:
    """[MD, MS] is proved in classes of width ε, and the split is that of the closest two rows."""
    problem = Problem(blobs(MATRIX_ROWS + 1, 2), 3, 2, epsilon=1.0)
    result = solve(problem, "md-ms", FastEngine())
    assert result.status == "optimal"
    assert result.measures is not None and result.measures.value == result.value_lower_bound
    assert result.labels is not None and result.ms is not None
    parts = [problem.points[result.labels == label] for label in range(3)]
    nearest = [cdist(one, two).min() for at, one in enumerate(parts) for two in parts[:at]]
    assert result.ms == pytest.approx(min(nearest), abs=1e-8)


def test_contradiction_through_equal_rows_is_infeasible() -> None:
    """Equal rows cannot part in a tree, so a cannot-link between their must-link partners has no solution."""
    data = Dataset.from_array([[0.0], [0.0], [5.0], [9.0]])
    links = Links.from_pairs(must=[(0, 2), (1, 3)], cannot=[(2, 3)])
    assert solve(Problem(data, 2, 1, links), "md", FastEngine()).status == "infeasible"


@pytest.mark.parametrize("copies", [30, 1800])
@pytest.mark.parametrize("k_min", [None, 1])
def test_fewer_different_rows_than_clusters(copies, k_min):
    """Three rows, many times: no four clusters, and three if fewer are allowed, however large the table is."""
    rows = np.repeat([[0.0, 0.0], [1.0, 5.0], [9.0, 2.0]], copies, axis=0)
    found = solve(Problem(Dataset.from_array(rows), 4, 2, k_min=k_min), "md")
    assert found.status is (Status.INFEASIBLE if k_min is None else Status.OPTIMAL)
    if k_min is not None:
        assert found.md == 0 and len(set(found.labels.tolist())) == 3
