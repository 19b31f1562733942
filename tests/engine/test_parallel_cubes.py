"""Questions shared with helpers: the answers of brute force, whoever works on which piece, and whoever is lost."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests import oracle
from tests.engine.crew_here import CrewHere
from tests.engine.reluctant import reluctant
from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.decision import UNDECIDED
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.search import cube_and_conquer as conquest
from treeclust.engine.search import fast
from treeclust.engine.search import lazy_tree as lazy
from treeclust.engine.search import parallel_cubes as farthest_first
from treeclust.engine.search.cubes import Cube, halves
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.pieces import Outcome, Work, unsettled


@pytest.mark.parametrize("objective", ["md", "md-ms"])
@pytest.mark.parametrize("chunk", range(2))
def test_spread_questions_have_the_answers_of_brute_force(
    objective: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the plain search decides nothing, pieces do, although helpers are lost in the middle; same status and
    value as the enumeration of every clustering, and bounds that never exceed it."""
    monkeypatch.setattr(lazy.LazyTree, "search", reluctant(lazy.LazyTree.search))
    monkeypatch.setattr(lazy, "RELAX_FROM", 0)
    monkeypatch.setattr(conquest, "CUT_FROM", 0)
    monkeypatch.setattr(conquest, "CUT_FROM_IF_NONE_KNOWN", 0)
    questions = settled = lost = 0
    for seed in range(chunk * 60, (chunk + 1) * 60):
        problem = oracle.random_problem(seed, flat=False)
        helpers = CrewHere(problem, objective, seed)
        result = solve(problem, objective, FastEngine(helpers=helpers))
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective), f"seed {seed}"
        if value is not None and result.value_lower_bound is not None:
            assert result.value_lower_bound <= value, f"seed {seed}"
        questions += result.figures.get("spread_questions", 0)
        settled, lost = settled + helpers.settled, lost + helpers.lost
    assert questions > 10 and settled > 10 and lost > 0


class Forgetful:
    """Two helpers, now quick, now slow, that never decide anything, until the time is up."""

    def __init__(self) -> None:
        self.chance = random.Random(0)
        self.waiting: list[Work] = []
        self.sent: list[tuple[str, Cube]] = []

    def call(self) -> None: ...

    def drop(self) -> None: ...

    def names(self) -> list[str]:
        return ["one", "two"]

    def free(self) -> list[str]:
        return [name for name in ("one", "two") if self.chance.random() < 0.5]

    def send(self, helper: str, piece: Work) -> None:
        self.waiting.append(piece)
        self.sent.append((helper, piece.cube))

    def heard(self, seconds: float) -> list[Outcome]:
        if len(self.sent) > 40:
            raise OutOfTime
        back, self.waiting = self.waiting, []
        return [unsettled(piece) for piece in back]


def test_the_halves_of_a_piece_go_to_whoever_had_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver has learned most about the pieces it had; only who has none left gets one of another's."""
    monkeypatch.setattr(lazy.LazyTree, "search", lambda *question: UNDECIDED)
    monkeypatch.setattr(lazy, "RELAX_FROM", 0)
    monkeypatch.setattr(lazy.LazyTree, "_judge", lambda *question: None)
    monkeypatch.setattr(conquest, "CUT_FROM_IF_NONE_KNOWN", 0)
    table = np.random.default_rng(0).random((40, 12))
    helpers = Forgetful()
    result = solve(Problem(Dataset.from_array(table), 3, 2), "md", FastEngine(helpers=helpers))
    assert str(result.status) == "unknown"
    had: dict[Cube, str] = {}
    inherited = 0
    for helper, cube in helpers.sent:
        if cube in had:
            assert had[cube] == helper
            inherited += 1
        had.update(dict.fromkeys(halves(cube), helper))
    assert inherited > 20


def test_a_sample_is_solved_without_the_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers number root splits as the whole table does, so only questions about the whole table are shared."""
    asked: list[int] = []

    class Noted(farthest_first.ParallelCubes):
        def __init__(self, formula, *parts, helpers) -> None:
            asked.append(formula.instance.problem.n)
            super().__init__(formula, *parts, helpers=helpers)

    monkeypatch.setattr(fast, "ParallelCubes", Noted)
    table = np.random.default_rng(0).random((MATRIX_ROWS + 1, 1))
    problem = Problem(Dataset.from_array(table), 2, 1)
    result = solve(problem, "md", FastEngine(helpers=CrewHere(problem, "md", 0)))
    assert result.status == "optimal" and "seconds_sample" in result.figures
    assert set(asked) <= {problem.n}
