"""Which columns were used for what, and by which convention, survives a restart and a project file."""

from __future__ import annotations

from pathlib import Path

import pytest

from treeclust.ask.solve import solve_question
from treeclust.core.result import Result
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import read_file
from treeclust.workspace import edits, solving
from treeclust.workspace.project import Parameters
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store

TABLE = b"island,x,y,twin\neast,0,5,0\nwest,1,1,1\nwest,2,1,2\neast,9,3,9\n"


@pytest.mark.parametrize(
    "choice",
    [
        ColumnChoice(),
        ColumnChoice(convention=1),
        ColumnChoice(("island", "x", "twin"), measure=("island", "x"), split=("twin", "x"), weights={"x": 2.5}),
    ],
    ids=["default", "as before", "roles"],
)
def test_choices_survive(choice: ColumnChoice, tmp_path: Path) -> None:
    """Also the plainest of all, which is what a new project of version 0.1 began with; runs are measured again."""
    url = f"sqlite:///{tmp_path / 'p.db'}"
    projects = Projects(Store(url))
    token, project = projects.create()
    edits.load_table(project, read_file(TABLE, "t.csv"), choice)
    edits.set_parameters(project, Parameters(k=2, depth=2))
    question = project.work.question()
    result = solve_question(question)
    assert isinstance(result, Result)
    solving.take(project, result, question)
    restarted = Projects(Store(url)).find(token)
    from_file = projects.find(projects.open_file(project.to_file()))
    for again in (restarted, from_file):
        assert again is not None and again.work.dataset is not None
        assert again.work.choice == choice
        assert again.work.dataset.features == project.work.dataset.features
        assert again.work.dataset.hash == project.work.dataset.hash
        assert again.answers[0].problem.dataset is again.work.dataset
        assert again.answers[0].result.md == result.md


def test_a_run_with_other_weights_is_opened_with_its_own(tmp_path: Path) -> None:
    """Two runs on the same values, measured in two ways: each comes back with its choice of columns."""
    from treeclust.workspace.runs import open_run

    project = Projects(Store(f"sqlite:///{tmp_path / 'p.db'}")).create()[1]
    edits.load_table(project, read_file(TABLE, "t.csv"), ColumnChoice(("x", "y")))
    for weights in ({}, {"x": 3.0}):
        edits.choose_columns(project, ColumnChoice(("x", "y"), weights=weights))
        edits.set_parameters(project, Parameters(k=2, depth=2))
        question = project.work.question()
        result = solve_question(question)
        assert isinstance(result, Result)
        solving.take(project, result, question)
    open_run(project, project.answers[0])
    assert project.work.choice.weights == {}
    open_run(project, project.answers[1])
    assert project.work.choice.weights == {"x": 3.0}
