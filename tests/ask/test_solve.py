"""Solving as a whole: statuses, messages, progress, and what must hold whatever the engine."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import random_problem
from treeclust.ask.solve import solve
from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError, VerificationError
from treeclust.core.links import Kind, Link, LinkConflict, Links
from treeclust.core.problem import Problem
from treeclust.core.progress import Progress, Throttle
from treeclust.core.result import Outcome, Status
from treeclust.core.tree import Solution

TABLE = [[0.0, 1.0], [1.0, 0.0], [9.0, 8.0], [10.0, 10.0], [5.0, 5.0], [5.0, 5.0]]
PROBLEM = Problem(Dataset.from_array(TABLE), 2, 2)


def value_of(problem: Problem, objective: str) -> float:
    measures = solve(problem, objective).measures
    return float("inf") if measures is None else measures.value


def test_an_answer_is_whole():
    """Status, verified labels, tree, measures and equal bounds."""
    result = solve(PROBLEM, "md")
    assert result.status is Status.OPTIMAL
    assert result.labels is not None and set(result.labels.tolist()) == {0, 1}
    assert result.md_lower_bound is not None and result.md - result.md_lower_bound <= PROBLEM.epsilon
    assert result.first_solution_seconds <= result.seconds


def test_a_result_travels_as_pickle_and_as_json():
    """JSON has plain numbers and null, never NaN."""
    result = solve(PROBLEM)
    text = json.dumps(to_json(result), allow_nan=False)
    assert json.loads(text)["labels"] == result.labels.tolist()
    assert pickle.loads(pickle.dumps(result)).tree == result.tree


def test_too_many_exclusive_rows_are_infeasible_with_their_names():
    """Three rows pairwise apart cannot fit into two clusters."""
    links = Links.from_pairs(cannot=[(0, 1), (0, 2), (1, 2)])
    result = solve(PROBLEM.with_(links=links))
    assert result.status is Status.INFEASIBLE
    assert result.message == "Rows 0, 1, 2 are pairwise cannot-linked, so they need 3 clusters; k is 2."


def test_equal_rows_cannot_be_parted_by_a_tree_but_can_without():
    """Rows 4 and 5 are equal; only flat clusters can tell them apart."""
    links = Links.from_pairs(cannot=[(4, 5)])
    result = solve(PROBLEM.with_(links=links))
    assert result.status is Status.INFEASIBLE and "Rows 4 and 5 are equal" in result.message
    assert solve(PROBLEM.with_(links=links, depth=None)).status is Status.OPTIMAL


def test_a_wrong_engine_is_caught_before_anyone_sees_its_answer():
    """An engine that puts every row into cluster 0 raises, it does not answer."""

    class Liar:
        name = "liar"

        def search(self, problem, objective, watch):
            watch.solution(Solution(np.zeros(problem.n, dtype=np.intp), None))
            return Outcome(True)

    with pytest.raises(VerificationError):
        solve(PROBLEM, "md", Liar())


def test_unknown_names_are_refused():
    """Engines and objectives by name."""
    with pytest.raises(InputError, match='objective = "diameter" is not known; choose one of md, md-ms'):
        solve(PROBLEM, "diameter")
    with pytest.raises(InputError, match='engine = "warp" is not known'):
        solve(PROBLEM, "md", "warp")


def test_progress_is_throttled_but_every_phase_is_seen():
    """A hundred reports of one phase at once pass as one."""
    seen: list[Progress] = []
    throttle = Throttle(seen.append)
    for phase in ["encoding"] * 100 + ["solving"] * 100:
        throttle(Progress(phase, 0.0))
    assert [progress.phase for progress in seen] == ["encoding", "solving"]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False), st.sampled_from(["md", "md-ms"]))
def test_permuting_rows_changes_nothing(seed, random, objective):
    """The optimum does not depend on the order of the rows."""
    problem = random_problem(seed, most_depth=2)
    order = list(range(problem.n))
    random.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    links = Links.of(Link(place[link.a], place[link.b], link.kind) for link in problem.links)
    shuffled = problem.with_(dataset=Dataset.from_array(problem.dataset.values[order]), links=links)
    assert value_of(shuffled, objective) == value_of(problem, objective)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 7), st.integers(0, 7), st.sampled_from(list(Kind)))
def test_one_more_link_never_improves_the_answer(seed, a, b, kind):
    """A link only removes clusterings."""
    problem = random_problem(seed, most_depth=2)
    if a == b or max(a, b) >= problem.n:
        return
    try:
        linked = problem.with_(links=Links.of([*problem.links, Link(a, b, kind)]))
    except LinkConflict:
        return
    for objective in ("md", "md-ms"):
        assert value_of(linked, objective) >= value_of(problem, objective)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["md", "md-ms"]))
def test_one_more_level_never_worsens_the_answer(seed, objective):
    """Every tree of depth d is one of depth d + 1, and every tree is a flat clustering."""
    problem = random_problem(seed, most_depth=2, flat=False)
    here = value_of(problem, objective)
    assert value_of(problem.with_(depth=problem.depth + 1), objective) <= here
    assert value_of(problem.with_(depth=None), objective) <= here
