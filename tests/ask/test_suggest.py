"""The next question: what it never asks, when it stops, and that it is worth asking."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from tests.each import each
from tests.oracle import clusterings, random_problem
from tests.shared import dataset_of
from treeclust.ask.committee import Opinions, broken, compact_labels, panel_of
from treeclust.ask.simulate import simulate
from treeclust.ask.suggest import suggest
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.stop import never
from treeclust.core.suggestions import Suggestion
from treeclust.engine.descent.free_compact import compact_clusterings


def feasible_problem(seed: int) -> tuple[Problem, tuple[int, ...]] | None:
    """A tiny problem and one of its clusterings, which plays the expert."""
    problem = random_problem(seed, most_depth=2)
    possible = sorted(clusterings(problem))
    return (problem, possible[seed % len(possible)]) if possible else None


@cache
def feasible_problems() -> list[tuple[Problem, tuple[int, ...]]]:
    return [one for one in map(feasible_problem, range(40)) if one is not None]


@each(25, feasible_problems)
def test_a_conversation_ends_and_asks_nothing_twice(one):
    """Every pair is open when asked; answers of a consistent expert, with every third unknown, end in agreement."""
    problem, truth = one
    skip: set[tuple[int, int]] = set()
    for asked in range(problem.n * problem.n):
        found = suggest(problem, "md-ms", skip)
        if found.question is None:
            assert found.agreed
            return
        a, b = found.question.pair
        assert problem.closure.implied(a, b) is None and (a, b) not in skip
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


def test_who_was_wrong_counts_for_less():
    """Of two opinions, the one that breaks a link has less weight than the one that keeps it."""
    problem = Problem(dataset_of("iris"), 3, 3, Links.from_pairs(must=[(0, 1)]))
    right, wrong = np.zeros(150, dtype=np.intp), np.zeros(150, dtype=np.intp)
    right[75:], wrong[1:] = 1, 1
    panel = panel_of(problem, Opinions((right, wrong), ()))
    assert panel.weights[0] > panel.weights[1] > 0
    assert panel.weights.sum() == pytest.approx(1)


def test_compact_trees_obey_the_links():
    """Those on the panel break none of them, although the most compact trees without links do."""
    free = Problem(dataset_of("iris"), 3, 3)
    tree = compact_clusterings(free, 1, never)[0]
    apart = [tuple(np.flatnonzero(tree == c)[[0, -1]]) for c in np.unique(tree)]
    linked = free.with_(links=Links.from_pairs(cannot=apart))
    found = compact_labels(linked, never, 0)
    assert found and all(broken(linked.links, labels) == 0 for labels in found)


def test_compact_trees_are_more_compact_than_chance():
    """Less within the clusters than ten clusterings with clusters of the same sizes, drawn at random."""
    problem = Problem(dataset_of("wine"), 3, 3)

    def within(labels: np.ndarray) -> float:
        return sum(float(((x - x.mean(axis=0)) ** 2).sum()) for x in groups(problem, labels))

    best = within(compact_clusterings(problem, 4, never)[0])
    rng = np.random.default_rng(1)
    assert all(best < within(rng.permutation(compact_clusterings(problem, 1, never)[0])) for _ in range(10))


def groups(problem: Problem, labels: np.ndarray) -> list[np.ndarray]:
    return [problem.dataset.scaled[labels == c] for c in np.unique(labels)]


def test_a_simulated_expert_is_heard():
    """On iris the suggested questions reach an ARI of 0.9, and the trace has one entry per answer."""
    problem = Problem(dataset_of("iris"), 3, 3)
    run = simulate(problem, "md-ms", "suggest", seed=0, most=60)
    assert run.reached and run.ari[-1] >= 0.9 and len(run.ari) == run.answers + 1
    few = simulate(problem, "md-ms", "random", seed=0, most=2)
    assert (few.answers, few.reached) == (2, False)


def test_a_simulation_needs_labels():
    """Without them nobody can answer."""
    table = Dataset.from_array(np.random.default_rng(0).random((20, 2)))
    with pytest.raises(InputError, match="known labels"):
        simulate(Problem(table, 2, 1))
