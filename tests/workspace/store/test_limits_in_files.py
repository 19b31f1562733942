"""Project files with wishes, sizes and rules: they come back as they were, and lies about them are refused."""

from __future__ import annotations

import random
import secrets
from typing import Any

import pytest

from tests.workspace.store.made import answer_words, words
from tests.workspace.store.test_files import ODD, changed, put
from treeclust.ask.solve import solve_question
from treeclust.core.errors import InputError
from treeclust.core.limits import limits_of
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.rules import TreeRules
from treeclust.core.wishes import Wishes
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import read_file
from treeclust.workspace.document import Answer, Work
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store, open_project_file

RULES = TreeRules(("y",), "x", 2, 4, True)
ASKED = Parameters(
    k=3, depth=2, prefer="compact", slack=12.5, seed=3, min_rows=2, max_rows=4, min_leaf_rows=1, max_diameter=90.0,
    min_split=0.25, rules=RULES,
)  # fmt: skip
ALLOWED: dict[str, tuple[Any, ...]] = {
    "slack": (0.5,),
    "min_rows": (None,),
    "max_rows": (None,),
    "max_diameter": (None, 0.5),
    "min_split": (None, 0.5),
    "rules": ({}, {"a": 1}),
    "wishes": ({}, {"a": 1}),
    "never": ([],),
    "root": (None, "x", ""),
    "max_columns": (None,),
    "max_leaves": (None,),
    "once": (True,),
    "leaves_proved": (True, False),
    "simplest": (True, False),
    "best_md": (None,),
}
"""Odd values that a file may have; in a run most of them are still at odds with its tree."""


def noise() -> dict[str, Any]:
    """The fields of a work on twenty rows without any structure."""
    rng = random.Random(5)
    lines = "".join(f"{rng.random():.3f},{rng.random():.3f}\n" for _ in range(20))
    table = read_file(f"x,y\n{lines}".encode(), "noise.csv")
    choice = ColumnChoice(features=("x", "y"))
    return {"table": table, "choice": choice, "dataset": make_dataset(table.frame, choice)}


def answer_of(work: Work, wishes: Wishes, **limits: Any) -> Answer:
    """As Solve gives it: the wanted one of the equally good."""
    assert work.dataset is not None
    question = Question(Problem(work.dataset, 3, 2, epsilon=0.25, **limits), "md", (), wishes)
    result = solve_question(question)
    return Answer(secrets.token_hex(8), question, result, result.labels, result.tree)  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Runs of each kind: wider than the best, simplest, with all limits, and without a tree for them."""
    project = Projects(Store(f"sqlite:///{tmp_path_factory.mktemp('one') / 'projects.db'}")).create()[1]
    project.history.step("open other data", **noise())
    project.history.step("ask", parameters=ASKED)
    sizes: dict[str, Any] = {"min_rows": 3, "max_rows": 9, "max_diameter": 90.0, "min_split": 0.25}
    project.show(answer_of(project.work, Wishes("compact", 80.0, 2), rules=TreeRules(max_leaves=4)))
    project.show(answer_of(project.work, Wishes("simple"), min_leaf_rows=2, rules=TreeRules(once=True)))
    project.show(answer_of(project.work, Wishes("first"), **sizes, rules=TreeRules(root="x", max_columns=2)))
    project.show(answer_of(project.work, Wishes(), max_diameter=1.0))
    return project


def test_parameters_and_runs_come_back(sent: Project) -> None:
    """Wishes, sizes, bounds, rules, and how each answer was chosen; also through the database."""
    opened = open_project_file(sent.to_file())
    assert words(opened.work) == words(sent.work) and opened.work.parameters == ASKED
    for one, two in zip(opened.answers, sent.answers, strict=True):
        assert (one.question.wishes, limits_of(one.problem)) == (two.question.wishes, limits_of(two.problem))
        assert one.result.choice == two.result.choice and answer_words(one)[3] == answer_words(two)[3]
    assert sent.ledger is not None
    again = sent.ledger.read()
    assert again.present.parameters == ASKED
    assert [limits_of(one.problem) for one in again.answers] == [limits_of(one.problem) for one in sent.answers]


def test_a_wider_answer_is_not_called_optimal(sent: Project) -> None:
    """Its value is above its bound, as the slack allows, and whoever opens it is told so."""
    first = open_project_file(sent.to_file()).answers[0]
    assert first.result.is_wider and first.origin is not None and "Within 80 % of the best diameter" in first.origin


def odd_values(name: str, here: tuple[Any, ...]) -> list[Any]:
    allowed = ALLOWED.get(name, ())
    return [odd for odd in here if not any(type(odd) is type(one) and odd == one for one in allowed)]


def test_odd_parameters_are_refused(sent: Project) -> None:
    """Every new field, with values of other types or out of range."""
    file = sent.to_file()
    fields = [(name,) for name in ("prefer", "slack", "seed", "min_rows", "max_rows", "min_leaf_rows")]
    fields += [("max_diameter",), ("min_split",), ("rules",)]
    fields += [("rules", name) for name in ("never", "root", "max_columns", "max_leaves", "once")]
    for path in fields:
        for odd in odd_values(path[-1], (*ODD, float("1e300"), ["y"] * 20_000)):
            if odd == ["y"] * 20_000 and path[-1] != "never":
                continue
            with pytest.raises(InputError, match="This project file was not opened"):
                open_project_file(changed(file, "project.json", put(odd, "work", "parameters", *path)))


@pytest.mark.parametrize("run", range(3))
def test_odd_runs_are_refused(sent: Project, run: int) -> None:
    """Every new field of question and result: of another type, out of range, or not what the tree is."""
    file = sent.to_file()
    fields = [("asked", name) for name in ("min_rows", "max_rows", "min_leaf_rows", "max_diameter", "min_split")]
    fields += [("asked", "rules", name) for name in ("never", "root", "max_columns", "max_leaves", "once")]
    fields += [("asked", "wishes", name) for name in ("prefer", "slack", "seed")]
    fields += [("result", name) for name in ("prefer", "slack", "seed", "leaves", "sum_of_squares", "leaves_proved")]
    fields += [("result", "simplest"), ("result", "best_md"), ("asked", "rules"), ("asked", "wishes")]
    for path in fields:
        for odd in odd_values(path[-1], ODD):
            content = changed(file, "runs.json", put(odd, run, *path))
            try:
                opened = open_project_file(content)
            except InputError as error:
                assert "\n" not in str(error) and len(str(error)) < 350
            else:
                pytest.fail(f"{path} = {odd!r} was opened: {opened.answers[run].problem}")


LIES = {
    "fewer leaves": (2, "result", "leaves"),
    "more compact": (1.0, "result", "sum_of_squares"),
    "larger clusters": (5, 2, "asked", "min_rows"),
    "smaller clusters": (7, 2, "asked", "max_rows"),
    "narrower": (1.0, 2, "asked", "max_diameter"),
    "farther apart": (90.0, 2, "asked", "min_split"),
    "a column that is tested": (["x"], 2, "asked", "rules", "never"),
    "another root": ("y", 2, "asked", "rules", "root"),
    "a smaller best diameter": (0.5, 0, "result", "best_md"),
    "less slack": (1.0, 0, "result", "slack"),
    "another seed": (9, 0, "asked", "wishes", "seed"),
    "more slack than asked": (90.0, 0, "asked", "wishes", "slack"),
}


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_refused(sent: Project, lie: str) -> None:
    """What can be computed again is, from the tree and the table."""
    value, *path = LIES[lie]
    path = path if isinstance(path[0], int) else [1, *path]
    with pytest.raises(InputError, match="This project file was not opened"):
        open_project_file(changed(sent.to_file(), "runs.json", put(value, *path)))


def test_distances_of_ones_own_do_not_come_from_a_file(sent: Project) -> None:
    """They would let a file say what it likes about diameters: it is measured between the features instead."""
    n = sent.work.dataset.n  # type: ignore[union-attr]
    content = changed(sent.to_file(), "runs.json", put([0.0] * (n * (n - 1) // 2), 1, "asked", "given_distances"))
    assert open_project_file(content).answers[1].problem.given_distances is None
