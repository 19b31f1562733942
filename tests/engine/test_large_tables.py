"""Tables too large for their distances: every answer as brute force gives it, with the limits of size lowered."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import squareform

from tests import oracle, tree_oracle
from tests.ask.test_alternatives import best_partitions, partitions
from tests.ask.test_pareto import brute_force
from tests.engine.test_oracle import equals
from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.pareto import pareto_front
from treeclust.ask.solve import solve
from treeclust.ask.wanted import solve as solve_wanted
from treeclust.core import problem as problems
from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS
from treeclust.core.problem import Problem
from treeclust.engine.formula import row_blocks
from treeclust.engine.instance import instance, row_tree
from treeclust.engine.instance.spanning_tree import spanning_tree
from treeclust.engine.search import sampling
from treeclust.engine.search.fast import FastEngine
from treeclust.lab.random_links import random_links


@pytest.fixture(params=["computed", "large"])
def lowered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """No distance is looked up; "large": nor are there the paper's classes. A sample is a part of any table."""
    monkeypatch.setattr(instance, "BY_MATRIX", 0)
    monkeypatch.setattr(sampling, "RANDOM_ROWS", 2)
    monkeypatch.setattr(sampling, "FAR_ROWS", 2)
    if request.param == "large":
        monkeypatch.setattr(problems, "MATRIX_ROWS", 0)
    return str(request.param)


@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_status_and_value_equal_brute_force(objective: str, lowered: str) -> None:
    """The same status and value as the enumeration of every clustering; where MD alone counts no value is given, so
    its class is compared."""
    for seed in range(150):
        problem = oracle.random_problem(seed)
        wanted = oracle.best(problem, objective)
        result = solve(problem, objective, FastEngine())
        if lowered == "large" and objective == "md":
            value = None if result.measures is None else problem.classes.lambda_minus(result.md)
            assert (str(result.status), value) == wanted, f"seed {seed}"
        else:
            equals(wanted, problem, result, f"seed {seed}")


@pytest.mark.parametrize("dimensions", [2, row_tree.FEW_COLUMNS + 1])
@pytest.mark.parametrize(("k", "links", "objective"), [(3, 40, "md"), (4, 0, "md-ms"), (2, 30, "md-ms")])
def test_both_ways_agree_on_a_table_between(
    k: int, links: int, objective: str, dimensions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of the size at which one way takes over from the other, solved by each."""
    rng = np.random.default_rng(k)
    centres, known = rng.uniform(0, 100, (k, dimensions)), rng.integers(0, k, instance.BY_MATRIX + 1)
    table = centres[known] + rng.normal(0, 5, (len(known), dimensions))
    problem = Problem(Dataset.from_array(table), k, 2, random_links(known, links / len(known), 1), 2.0)
    found = solve(problem, objective, FastEngine())
    monkeypatch.setattr(instance, "BY_MATRIX", problem.n)
    expected = solve(problem, objective, FastEngine())
    assert found.status == expected.status == "optimal"
    assert found.measures is not None and expected.measures is not None
    assert found.measures.value == expected.measures.value


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("rows", [instance.BY_MATRIX + 1, problems.MATRIX_ROWS + 1])
def test_many_rows_of_which_few_are_different(rows: int, objective: str) -> None:
    """Three different rows make up to three clusters, however often each comes, and a tree can part no more."""
    three = np.arange(rows) % 3
    dataset = Dataset.from_array(np.column_stack([three, 2 * three]))
    for k, status, md in ((2, "optimal", 70.7), (3, "optimal", 0.0), (4, "infeasible", None)):
        result = solve_wanted(Problem(dataset, k, 2), objective)
        assert (result.status, result.md) == (status, md if md is None else pytest.approx(md, abs=0.1))
        assert md is None or len(set(result.labels.tolist())) == k


def test_the_front_and_all_alternatives(lowered: str) -> None:
    """Every compromise and every equal optimum that brute force finds, and no other."""
    for seed in range(60):
        problem = oracle.random_problem(seed, most_depth=2, flat=False)
        front = pareto_front(problem)
        classes = problem.classes
        found = [(classes.lambda_minus(p.measures.md), classes.lambda_plus(p.measures.ms)) for p in front.points]
        assert front.complete and found == brute_force(problem), f"seed {seed}"
        for objective in ("md", "md-ms"):
            others = find_alternatives(problem, objective, limit=10_000)
            assert others.complete and set(partitions(others)) == best_partitions(problem, objective), f"seed {seed}"


@pytest.mark.parametrize("metric", sorted(METRICS))
@pytest.mark.parametrize("dimensions", [2, row_tree.FEW_COLUMNS + 1])
def test_the_spanning_tree_is_a_smallest_one(metric: str, dimensions: int) -> None:
    """Its lengths are those of the tree over the whole matrix, with ties, equal rows and heaps."""
    rng = np.random.default_rng(7)
    table = rng.integers(1, 7, (900, dimensions)) + np.repeat([0, 30, 31], 300)[:, None]
    table[:, 0] *= -1  # so that no row is zero in every scaled feature
    problem = Problem(Dataset.from_array(table), 2, 2, metric=metric)
    one, two, length = row_tree.row_tree(problem)
    square = squareform(problem.distances)
    expected = spanning_tree(np.ascontiguousarray(square), np.arange(900))[2]
    assert length == pytest.approx(np.sort(expected), abs=2e-9)
    assert square[one, two] == pytest.approx(length, abs=2e-9)
    assert connected_components(coo_array((np.ones(899), (one, two)), shape=(900, 900)), directed=False)[0] == 1


@pytest.mark.parametrize("at_first", [1, 64])
@pytest.mark.parametrize("kind", ["sizes", "bounds", "all"])
def test_sizes_and_bounds_equal_brute_force(kind: str, at_first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of clusters and leaves are counted in blocks, coarse or fine at first, and the best that is left is found,
    or it is proved that nothing is."""
    trees = [p for p in (tree_oracle.limited_problem(seed, kind) for seed in range(120)) if not p.is_flat]
    monkeypatch.setattr(instance, "BY_MATRIX", 0)
    monkeypatch.setattr(problems, "MATRIX_ROWS", 0)
    monkeypatch.setattr(row_blocks, "AT_FIRST", at_first)
    for problem in trees:
        for objective in ("md", "md-ms"):
            result = solve(problem.with_(), objective, FastEngine())
            value = None
            if result.measures is not None:
                value = problem.classes.lambda_minus(result.md)
                value -= problem.classes.lambda_plus(result.ms) if objective == "md-ms" else 0
            assert (str(result.status), value) == tree_oracle.best(problem, objective), problem
