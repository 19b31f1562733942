"""The independent check catches every kind of wrong solution."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from treeclust.ask.blockwise import widest_pair
from treeclust.ask.solve import solve
from treeclust.ask.verify import check_proof, verify
from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS, max_diameter, pairwise
from treeclust.core.errors import VerificationError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.result import Result, Status
from treeclust.core.tree import Leaf, Solution, Split, Tree
from treeclust.engine.instance import far_pairs, instance
from treeclust.objectives import objective_named

DATA = Dataset.from_array([[0.0], [1.0], [8.0], [10.0]])
PROBLEM = Problem(DATA, 2, 1, Links.from_pairs(must=[(0, 1)], cannot=[(1, 2)]))
VALUE = objective_named("md-ms").value
RIGHT = Tree(Split(0, 4.5, Leaf(0, 2), Leaf(1, 2), 4), DATA.features)


def labels(*numbers):
    return np.array(numbers, dtype=np.intp)


def test_a_right_solution_is_measured():
    """MD, MS, the pairs that attain them, and the links."""
    measures = verify(PROBLEM, VALUE, Solution(labels(0, 0, 1, 1), RIGHT))
    assert (measures.md, measures.ms) == (20.0, 70.0)
    assert (measures.diameter_pair, measures.split_pair) == ((2, 3), (1, 2))
    assert len(measures.links_kept) == 2


TOO_DEEP = Tree(Split(0, 4.5, Leaf(0, 2), Split(0, 9.0, Leaf(1, 1), Leaf(1, 1), 2), 4), DATA.features)
BROKEN = Tree(Split(0, 0.5, Leaf(0, 1), Leaf(1, 3), 4), DATA.features)


@pytest.mark.parametrize(
    ("solution", "why"),
    [
        (Solution(labels(0, 0, 1), RIGHT), "labels for 4 rows"),
        (Solution(labels(0, 0, 2, 2), RIGHT), "not from 0 without gaps"),
        (Solution(labels(0, 0, 0, 0), RIGHT), "1 clusters, not 2 to 2"),
        (Solution(labels(0, 0, 1, 2), RIGHT), "3 clusters, not 2 to 2"),
        (Solution(labels(0, 0, 1, 1), None), "no tree"),
        (Solution(labels(0, 0, 1, 1), TOO_DEEP), "depth 2, not 1"),
        (Solution(labels(0, 0, 0, 1), RIGHT), "does not give the labels"),
        (Solution(labels(0, 1, 1, 1), BROKEN), "breaks link 0–1 must"),
    ],
)
def test_a_wrong_solution_is_an_exception(solution, why):
    """Each kind of fault is named."""
    with pytest.raises(VerificationError, match=why):
        verify(PROBLEM, VALUE, solution)


@pytest.mark.parametrize("metric", sorted(METRICS))
@pytest.mark.parametrize("kind", ["cloud", "ties", "lonely", "equal", "noise"])
def test_the_diameter_of_a_large_table_is_that_of_every_pair(metric, kind):
    """Blocks whose boxes are near are not looked at, and never held the farthest pair."""
    rng = np.random.default_rng(4)
    points = rng.uniform(1, 100, (2500, 3)) if kind != "ties" else rng.integers(1, 9, (2500, 3)) * 10.0
    if kind == "equal":
        points[:] = points[0]
    if kind == "noise":  # rows far from the middle of their block
        heaps = rng.uniform(1, 100, (4, 3))[rng.integers(0, 4, 2500)] + rng.normal(0, 1, (2500, 3))
        points = np.where(rng.random((2500, 1)) < 0.03, points, heaps)
    numbers = rng.integers(0, 3, len(points))
    if kind == "lonely":
        numbers[7] = 3
    wanted, found = max_diameter(pairwise(points, metric), numbers), widest_pair(points, numbers, metric)
    assert wanted is not None and found is not None
    assert found[0] == pytest.approx(wanted[0], abs=2e-9)
    assert numbers[found[1]] == numbers[found[2]] and found[1] != found[2]


def test_a_search_that_overlooks_far_pairs_is_caught(monkeypatch):
    """The engine's measure for large tables, changed to look only half as far: what it finds and proves then does
    not fit what is measured here, so no wrong answer leaves."""
    source = inspect.getsource(far_pairs.cloud_of)
    mutated = source.replace("boxes, centre, radius)", "boxes, centre, radius / 2)")
    assert mutated != source
    namespace = dict(vars(far_pairs))
    exec(mutated, namespace)
    problem = large_problem()
    assert solve(problem, "md").status is Status.OPTIMAL
    monkeypatch.setattr(instance, "cloud_of", namespace["cloud_of"])
    with pytest.raises(VerificationError, match="said to be optimal, yet MD is"):
        solve(problem, "md")


def large_problem():
    """More rows than all distances are kept for, in a long cloud."""
    rng = np.random.default_rng(11)
    table = np.c_[rng.random(5100) * 10, rng.normal(size=(5100, 4))]
    return Problem(Dataset.from_array(table), 4, 3, epsilon=0.1)


@pytest.mark.parametrize(
    ("status", "md_bound", "value_bound", "why"),
    [
        (Status.FEASIBLE, 20.5, None, "none is below 20.5"),
        (Status.FEASIBLE, None, 3, "none is below 3"),
        (Status.OPTIMAL, 20.0, 0, "said to be optimal"),
        (Status.OPTIMAL, 20.0, None, "said to be optimal"),
    ],
)
def test_a_proof_that_does_not_fit_its_answer_never_leaves(status, md_bound, value_bound, why):
    """A bound above the value, or an optimal answer whose bound does not meet it."""
    solution = Solution(labels(0, 0, 1, 1), RIGHT)
    objective = objective_named("md")
    measures = verify(PROBLEM, objective.value, solution)
    assert measures.value == 2
    claimed = Result(status, "md", "fast", "0", 1.0, 1.0, solution, measures, md_bound, value_bound)
    with pytest.raises(VerificationError, match=why):
        check_proof(PROBLEM, objective, claimed)
