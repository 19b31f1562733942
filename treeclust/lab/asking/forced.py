"""Is any question of an interview one whose answer is forced? Each is checked by two solves, apart from its making."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from treeclust.ask.solve import solve
from treeclust.ask.suggest import suggest
from treeclust.core.dataset import Dataset
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.suggestions import Pair

ROWS, MOST = (12, 40), 12


def count_forced(questions: int, say: Callable[[str], None]) -> tuple[int, int]:
    """How many questions of simulated interviews on small random tables were asked, and how many of them were forced:
    no tree says yes, or none says no."""
    asked = forced = 0
    for seed in range(questions):
        for problem, pair in small_interview(seed):
            asked += 1
            kinds = [kind for kind in Kind if not is_possible(problem, Link(*pair, kind))]
            forced += bool(kinds)
            if kinds:
                say(f"table {seed}, {len(problem.links)} answers: rows {pair} cannot be answered by {kinds[0]}")
            if asked == questions:
                return asked, forced
        say(f"{asked} questions, {forced} forced")
    return asked, forced


def small_interview(seed: int) -> Iterator[tuple[Problem, Pair]]:
    """The questions of one interview, each with the problem that it was asked about."""
    rng = np.random.default_rng(seed)
    rows, k = int(rng.integers(*ROWS)), int(rng.integers(2, 4))
    table = Dataset.from_array(rng.normal(size=(rows, int(rng.integers(1, 4)))).round(1))
    problem = Problem(table, k, int(rng.integers(2, 4)))
    known = rng.integers(0, k, rows)
    for _ in range(MOST):
        question = suggest(problem, seed=seed).question
        if question is None:
            return
        yield problem, question.pair
        a, b = question.pair
        link = Link(a, b, Kind.MUST if known[a] == known[b] else Kind.CANNOT)
        problem = problem.with_(links=Links.of([*problem.links, link]))


def is_possible(problem: Problem, link: Link) -> bool:
    return solve(problem.with_(links=Links.of([*problem.links, link])), "md").solution is not None
