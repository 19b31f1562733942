"""A project and its database: two servers, a database that fails, and solves that nobody looks at."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.workspace.store.made import answer_to, data, words
from treeclust.core.links import Kind
from treeclust.jobs.local import LocalJobs
from treeclust.tables.reading import read_file
from treeclust.workspace import edits, solving
from treeclust.workspace.project import LOST, MERGED, Parameters, Project, why_unusable
from treeclust.workspace.projects import Projects
from treeclust.workspace.saving import Saver
from treeclust.workspace.store import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'projects.db'}"


def opened(projects: Projects) -> tuple[str, Project]:
    token, project = projects.create()
    project.history.step("open other data", **data("blobs.csv", 0))
    return token, project


def found(url: str, token: str) -> Project:
    """The project on another server."""
    project = Projects(Store(url)).find(token)
    assert project is not None
    return project


def test_every_change_is_in_the_store_when_it_is_made(url: str) -> None:
    """Links, notes, certainty, names, parameters, undo, answers and the view: another server has them at once."""
    token, project = opened(Projects(Store(url)))
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.set_note(project, (0, 1), "same bed")
    edits.set_certainty(project, [(0, 1)], "unsure")
    edits.rename_cluster(project, 0, "tall")
    edits.set_parameters(project, Parameters(k=2))
    edits.undo(project)
    project.show(answer_to(project.work))
    project.view.axes, project.view.live = ("y", "x"), True
    project.skipped.add((1, 2))
    project.save_view()
    other = found(url, token)
    assert words(other.work) == words(project.work) and len(other.history.future) == 1
    assert [answer.id for answer in other.answers] == [project.answers[0].id]
    assert other.identity is not None and other.identity[1].tolist() == project.answers[0].labels.tolist()
    assert (other.view.axes, other.view.live, other.skipped) == (("y", "x"), True, {(1, 2)})


def test_all_runs_come_back(url: str) -> None:
    """Not only the last ones."""
    token, project = opened(Projects(Store(url)))
    for _ in range(40):
        project.show(answer_to(project.work))
    assert [a.id for a in found(url, token).answers] == [a.id for a in project.answers]
    assert len(project.answers) == 40


def test_two_servers_keep_both_changes_and_the_later_one_is_told(url: str) -> None:
    """Each adds a link without knowing of the other's; a server that changes nothing learns of it by looking."""
    token, one = opened(Projects(Store(url)))
    two, three = found(url, token), found(url, token)
    edits.link_rows(one, 0, 1, Kind.MUST)
    edits.link_rows(two, 2, 3, Kind.CANNOT)
    assert two.news.since(0) == (MERGED,) and one.news.since(0) == ()
    assert {link.pair for link in two.work.links} == {(0, 1), (2, 3)}
    for project in (one, three):
        project.refresh()
        assert words(project.work) == words(two.work)
    edits.undo(three)
    one.refresh()
    assert {link.pair for link in one.work.links} == {(0, 1)}


def test_a_database_that_fails_stops_nobody_and_is_caught_up_with(url: str) -> None:
    """Work goes on in memory, the person is told, and what was missed is written as soon as that is possible."""
    projects = Projects(Store(url))
    token, project = opened(projects)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    event.listen(projects.store.engine, "before_cursor_execute", fail)
    edits.link_rows(project, 0, 1, Kind.MUST)
    project.show(answer_to(project.work))
    project.save_view()
    assert project.unsaved and len(project.work.links) == 1
    event.remove(projects.store.engine, "before_cursor_execute", fail)
    project.refresh()
    assert not project.unsaved
    other = found(url, token)
    assert len(other.work.links) == 1 and len(other.answers) == 1


def test_an_unusable_table_still_says_why_after_a_restart(url: str) -> None:
    """Missing values without a decision are a question, not a riddle."""
    token, project = Projects(Store(url)).create()
    edits.load_table(project, read_file(b"x,y\n1,2\n,3\n3,1\n", "t.csv"))
    assert why_unusable(found(url, token).work) == why_unusable(project.work) is not None


def test_a_solve_is_saved_though_nobody_looks(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own thread takes the answer over; the one that was never answered is known to be lost."""
    projects, jobs = Projects(Store(url)), LocalJobs()
    token, project = opened(projects)
    edits.set_parameters(project, Parameters(k=3, depth=2))
    lost = answer_to(project.work)
    project.write(lambda ledger: ledger.ask(solving.RunRequest(lost.id, lost.question)))
    monkeypatch.setattr(solving, "PATIENCE", 0)
    solving.start(project, jobs, "somebody")
    Saver(projects, jobs)
    for _ in range(1200):
        if project.answers and found(url, token).answers:
            break
        time.sleep(0.1)
    jobs.close()
    other = found(url, token)
    assert [answer.id for answer in other.answers] == [project.answers[-1].id]
    assert other.answers[0].is_about(other.work)
    assert Projects(Store(url)).find(token).warnings.since(0) == ()


def test_a_lost_solve_is_said_once(url: str) -> None:
    """After that it is known, and nobody is told again."""
    token, project = opened(Projects(Store(url)))
    lost = answer_to(project.work)
    project.write(lambda ledger: ledger.ask(solving.RunRequest(lost.id, lost.question)))
    assert found(url, token).warnings.since(0) == (LOST,)
    assert found(url, token).warnings.since(0) == ()
