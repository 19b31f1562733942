"""A Problem is valid or does not exist."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import LinkConflict, Links
from treeclust.core.problem import Problem

DATA = Dataset.from_array([[0.0, 1.0], [1.0, 5.0], [2.0, 0.0], [3.0, 3.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"k": 1}, "k = 1 is out of range: choose a whole number from 2 to 5"),
        ({"k": 6, "depth": 4}, "k = 6 is out of range: .* from 2 to 5 .the table has 5 rows"),
        ({"k": 2.5}, "k = 2.5 is out of range"),
        ({"k": True}, "k = True is out of range"),
        ({"k": 5, "depth": 2}, "k = 5 is out of range: a tree of depth 2 has at most 4 leaves; choose depth ≥ 3"),
        ({"depth": 0}, "depth = 0 is out of range"),
        ({"depth": 99}, "depth = 99 is out of range"),
        ({"k_min": 3, "k": 2}, "k_min = 3 is out of range"),
        ({"k_min": 0}, "k_min = 0 is out of range"),
        ({"epsilon": -1}, "ε = -1 is out of range"),
        ({"epsilon": float("nan")}, "ε = nan is out of range"),
        ({"metric": "taxi"}, 'metric = "taxi" is not known'),
    ],
)
def test_each_error_names_symbol_value_and_range(changes, sentence):
    """One sentence per wrong number."""
    with pytest.raises(InputError, match=sentence):
        Problem(**({"dataset": DATA, "k": 2, "depth": 3} | changes))


def test_contradictory_links_never_make_a_problem():
    """The conflict is found before any engine runs."""
    with pytest.raises(LinkConflict, match="0–1 must, 1–2 must, but 0–2 cannot"):
        Problem(DATA, 2, 3, Links.from_pairs(must=[(0, 1), (1, 2)], cannot=[(0, 2)]))


def test_scaling_and_ranks():
    """Features run from 0 to 100; equal values share a rank."""
    problem = Problem(DATA, 2, 3)
    assert problem.dataset.scaled.min(axis=0).tolist() == [0, 0]
    assert problem.dataset.scaled.max(axis=0).tolist() == [100, 100]
    assert problem.ranks[:, 0].tolist() == [0, 1, 2, 3, 3]


def test_a_problem_travels_between_processes():
    """Pickled and back, it measures the same distances."""
    problem = Problem(DATA, 2, 3, Links.from_pairs(must=[(0, 1)]))
    again = pickle.loads(pickle.dumps(problem))
    assert np.array_equal(again.distances, problem.distances)
    assert again.links == problem.links
    assert again.dataset.hash == problem.dataset.hash


def test_a_changed_problem_is_checked_again():
    """with_ goes through the same validation."""
    problem = Problem(DATA, 2, 3)
    assert problem.with_(k=3).k == 3
    with pytest.raises(InputError, match="k = 9"):
        problem.with_(k=9)


def test_problems_share_what_holds_for_both():
    """Distances with the same dataset and metric, classes with the same ε as well; nothing with another dataset."""
    first, other = Problem(DATA, 2, 3), Dataset.from_array(DATA.values)
    assert len(first.classes) and first.ranks.size
    deeper, finer, elsewhere = Problem(DATA, 3, 4), Problem(DATA, 2, 3, epsilon=0.5), Problem(other, 2, 3)
    for problem in (deeper, finer, elsewhere):
        problem.share(first)
    assert deeper.distances is first.distances and deeper.classes is first.classes and deeper.ranks is first.ranks
    assert finer.distances is first.distances and finer.classes is not first.classes
    assert elsewhere.distances is not first.distances


def test_what_is_forgotten_is_computed_again():
    """It takes no memory until somebody asks."""
    problem = Problem(DATA, 2, 3)
    before = problem.distances
    problem.forget()
    assert problem.distances is not before and np.array_equal(problem.distances, before)
