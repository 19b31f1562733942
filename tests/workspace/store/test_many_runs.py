"""A project with many runs or steps opens as one with few: runs share what is computed of their table, and steps that
undo cannot reach are not kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace.store.made import answer_to, data
from treeclust.core import problem as problems
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import STANDS_ON
from treeclust.workspace.document import MOST_STEPS
from treeclust.workspace.project import Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Ledger, Store, open_project_file

RUNS = 30


@pytest.fixture
def many(tmp_path: Path) -> Project:
    """Runs about two choices of columns in turn."""
    project = Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}")).create()[1]
    for number in range(RUNS):
        project.history.step("open other data", **data("blobs.csv", number % 2))
        project.show(answer_to(project.work, 2 + number % 2))
    return project


def test_distances_are_measured_once_per_dataset(many: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty runs, two datasets, two matrices."""
    measured = []
    plain = problems.pairwise
    monkeypatch.setattr(problems, "pairwise", lambda *what: measured.append(1) or plain(*what))
    opened = open_project_file(many.to_file())
    assert len(opened.answers) == RUNS
    assert len(measured) == 2


def test_no_run_keeps_a_matrix(many: Project, tmp_path: Path) -> None:
    """Neither when a file is opened, nor in the project that is made of it, nor when that is found again."""
    content, url = many.to_file(), f"sqlite:///{tmp_path / 'other.db'}"
    token = Projects(Store(url)).open_file(content)
    found = Projects(Store(url)).find(token)
    assert found is not None and len(found.answers) == RUNS
    for answer in (*open_project_file(content).answers, *found.answers):
        assert not STANDS_ON.keys() & answer.problem.__dict__.keys()


def test_steps_beyond_undo_are_not_kept(many: Project) -> None:
    """However many links were drawn one by one, undo goes back as far as it did, and no further state is in memory."""
    for row in range(MOST_STEPS + 30):
        made = Link(row, row + 1, Kind.MUST)
        many.history.step("add a link", links=Links((*many.work.links.items, made)))
    for _ in range(10):
        many.history.undo()
    assert many.ledger is not None
    ledger = Ledger(many.ledger.engine, many.ledger.project, "")
    saved = ledger.read()
    assert saved.present.links == many.work.links and saved.present.made == many.work.made
    assert len(saved.past) == MOST_STEPS and len(saved.future) == 10
    assert len(ledger.steps) == MOST_STEPS + 11 and ledger.first == ledger.place - MOST_STEPS
    assert [work.links for _, work in saved.past[-190:]] == [work.links for _, work in many.history.past[-190:]]
    many.history.step("another", names={0: "kept"})
    assert ledger.read().present.names == {0: "kept"}
