"""The next question: what it never asks, when it stops, and that it is worth asking."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from tests.each import each
from tests.oracle import clusterings, random_problem
from tests.shared import dataset_of
from treeclust.ask.suggest import suggest
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.suggestions import Suggestion


def feasible_problem(seed: int) -> tuple[Problem, tuple[int, ...]] | None:
    """A tiny problem and one of its clusterings, which plays the expert."""
    problem = random_problem(seed, most_depth=2)
    possible = sorted(clusterings(problem))
    return (problem, possible[seed % len(possible)]) if possible else None


@cache
def feasible_problems() -> list[tuple[Problem, tuple[int, ...]]]:
    return [one for one in map(feasible_problem, range(8)) if one is not None]


@each(5, feasible_problems)
def test_a_conversation_ends_and_asks_nothing_twice(one):
    """Every pair is open when asked: of all possible trees some say yes, some no. Answers of a consistent expert, with
    every third unknown, end in agreement."""
    problem, truth = one
    skip: set[tuple[int, int]] = set()
    for asked in range(problem.n * problem.n):
        found = suggest(problem, skip)
        if found.question is None:
            assert found.agreed
            return
        a, b = found.question.pair
        said = {clusters[a] == clusters[b] for clusters in clusterings(problem)}
        assert said == {True, False} and (a, b) not in skip
        if asked % 3 == 2:
            skip.add((a, b))
            continue
        kind = Kind.MUST if truth[a] == truth[b] else Kind.CANNOT
        problem = problem.with_(links=Links.of([*problem.links, Link(a, b, kind)]))
    pytest.fail("the conversation did not end")


def test_the_same_question_for_the_same_problem():
    """A pure function, and the way through JSON changes nothing."""
    problem = Problem(dataset_of("iris"), 3, 3)
    one, two = suggest(problem), suggest(problem)
    assert one.question == two.question is not None
    assert from_json(Suggestion, json.loads(json.dumps(to_json(one), allow_nan=False))) == one


def test_without_a_tree_there_is_no_question():
    """An infeasible problem is not called agreed."""
    problem = next(
        p for p in (random_problem(s, flat=False, most_depth=1) for s in range(200)) if not list(clusterings(p))
    )
    found = suggest(problem)
    assert (found.question, found.agreed) == (None, False) and found.reason


def test_two_clouds_leave_nothing_to_ask():
    """Where every good tree is the same, the reason says so."""
    rng = np.random.default_rng(0)
    table = np.concatenate([rng.normal(0, 1, (20, 2)), rng.normal(100, 1, (20, 2))])
    found = suggest(Problem(Dataset.from_array(table), 2, 1))
    assert found.question is None and found.agreed and found.trees > 1
