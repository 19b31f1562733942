"""Sizes, bounds, rules, roles, weights and own distances against brute force over whole trees, with both engines."""

from __future__ import annotations

import numpy as np
import pytest

from tests import oracle, tree_oracle
from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.pareto import pareto_front
from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.distances import condensed_distances
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.core.rules import TreeRules

PROBLEMS, CHUNKS = 1_000, 4
KINDS = ("sizes", "bounds", "rules", "roles", "all")


def equal_to_brute_force(problem: Problem, which: str) -> None:
    for objective in ("md", "md-ms"):
        wanted = tree_oracle.best(problem, objective)
        for engine in ("fast", "reference"):
            result = solve(problem, objective, engine)
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == wanted, f"{which}, {objective}, {engine}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("kind", KINDS)
def test_status_and_value_equal_brute_force(kind: str, chunk: int) -> None:
    """Whatever is asked of clusters and trees, the best that is left is found, or it is proved that nothing is."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        equal_to_brute_force(tree_oracle.limited_problem(seed, kind), f"{kind} {seed}")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_distances_of_ones_own_equal_brute_force(chunk: int) -> None:
    """Any symmetric matrix takes the place of the distances between the features; equal rows may then be apart."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = oracle.random_problem(seed, most_rows=7, most_depth=2, most_k=3)
        half = np.triu(np.random.default_rng(seed).integers(0, 9, (problem.n, problem.n)) * 5.0, 1)
        equal_to_brute_force(problem.with_(given_distances=condensed_distances(half + half.T)), f"own {seed}")


@pytest.mark.parametrize("kind", KINDS)
def test_alternatives_and_front_obey_the_limits(kind: str) -> None:
    """Every equal optimum and every compromise that brute force finds, and no other."""
    for seed in range(60):
        problem = tree_oracle.limited_problem(seed, kind)
        allowed = tree_oracle.clusterings(problem)
        values = {labels: oracle.value(problem, labels, "md-ms") for labels in allowed}
        found = find_alternatives(problem, "md-ms", limit=10_000)
        best = {labels for labels, value in values.items() if value == min(values.values())}
        assert {tuple(one.solution.labels.tolist()) for one in found.found} == best and found.complete
        pairs = {(oracle.value(problem, x, "md"), -oracle.value(problem, x, "ms")) for x in allowed}
        front = {p for p in pairs if not any(q != p and q[0] <= p[0] and q[1] >= p[1] for q in pairs)}
        classes = problem.classes
        points = pareto_front(problem).points
        assert {(classes.lambda_minus(p.measures.md), classes.lambda_plus(p.measures.ms)) for p in points} == front


def test_large_tables_take_no_sizes_without_a_tree() -> None:
    """They are refused in one sentence instead of being ignored."""
    table = Dataset.from_array(np.random.default_rng(0).random((5001, 2)))
    with pytest.raises(InputError, match="take at most 5000 rows"):
        Problem(table, 3, None, min_rows=10)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"min_rows": 9}, "min_rows = 9 is out of range"),
        ({"max_rows": 1}, "max_rows = 1 is out of range"),
        ({"min_leaf_rows": 0}, "min_leaf_rows = 0 is out of range"),
        ({"max_diameter": -1.0}, "max_diameter = -1.0 is out of range"),
        ({"rules": TreeRules(never=("x9",))}, 'names the column "x9"'),
        ({"rules": TreeRules(never=("x0", "x1"))}, "leave no column"),
        ({"rules": TreeRules(never=("x0",), root="x0")}, "first and never"),
        ({"rules": TreeRules(max_leaves=1)}, "2 clusters need as many leaves"),
        ({"depth": None, "rules": TreeRules(once=True)}, "need a tree"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(changes: dict[str, object], why: str) -> None:
    """Each message says what is wrong and what to do."""
    problem = Problem(Dataset.from_array([[0.0, 1.0], [1.0, 0.0], [2.0, 5.0], [3.0, 3.0]]), 2, 2)
    with pytest.raises(InputError, match=why):
        problem.with_(**changes)
