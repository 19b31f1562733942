"""Problems and results survive the way to a worker and back."""

from __future__ import annotations

import json

import numpy as np

from treeclust.dataset import Dataset
from treeclust.jobs.messages import problem_from_json, problem_to_json, result_from_json
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.run import solve


def make_problem() -> Problem:
    values = np.random.default_rng(3).random((12, 3)) * 1e-7
    return Problem(Dataset.from_array(values), 3, 2, Links.from_pairs([(0, 1)], [(2, 3)]), epsilon=0.5, k_min=2)


def test_a_problem_comes_back_bit_for_bit():
    """Values, features, links and numbers are the same after JSON."""
    problem = make_problem()
    again = problem_from_json(json.loads(json.dumps(problem_to_json(problem))))
    assert np.array_equal(again.dataset.values, problem.dataset.values)
    assert again.dataset.features == problem.dataset.features
    assert (again.k, again.k_min, again.depth, again.epsilon, again.metric, again.links) == (
        problem.k, problem.k_min, problem.depth, problem.epsilon, problem.metric, problem.links,
    )  # fmt: skip


def test_a_result_comes_back_whole():
    """Everything that the screen shows is the same after JSON."""
    problem = make_problem()
    result = solve(problem, "md-ms")
    again = result_from_json(json.loads(json.dumps(result.to_json())), problem)
    assert again.to_json() == result.to_json()
    assert again.tree == result.tree
    assert again.measures == result.measures
