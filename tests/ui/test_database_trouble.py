"""A database in trouble, on the screen: a sentence in the place of the page, never Streamlit's own box."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from tests.ui.driving import APP, button, project_of
from treeclust.core.links import Kind
from treeclust.ui.shared.session import jobs, projects, saver
from treeclust.workspace import edits


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The database of a server that has not begun yet."""
    monkeypatch.setenv("TREECLUST_DATABASE_URL", f"sqlite:///{tmp_path / 'projects.db'}")
    for resource in (projects, jobs, saver):
        resource.made = None
    yield tmp_path / "projects.db"
    if jobs.made is not None:
        jobs().close()
    for resource in (projects, jobs, saver):
        resource.made = None


def visit(token: str | None = None) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=120)
    if token is not None:
        app.query_params["project"] = token
    return app.run()


def says(app: AppTest, words: str) -> bool:
    assert not app.exception
    return any(words in box.value for box in (*app.error, *app.warning))


def test_a_damaged_database_is_a_sentence_until_it_is_put_right(path: Path) -> None:
    """Every visitor reads it; with the file in its place the next run of the page works."""
    path.write_bytes(b"once upon a time" * 300)
    assert says(visit(), "is damaged; put a copy")
    path.write_bytes(b"")
    assert says(visit(), "is empty although")
    path.unlink()
    assert says(visit(), "") is False


def test_a_full_disk_is_a_sentence(path: Path) -> None:
    """As soon as they have something to keep; who is there already goes on working, and is told too."""
    here = visit()
    button(here, "Iris flowers").click().run()
    engine = projects().store.engine
    engine.dispose()

    def fill(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1")

    event.listen(engine, "connect", fill)
    project = project_of(here)
    for _ in range(40):
        edits.link_rows(project, 0, 1, Kind.MUST)
        edits.undo(project)
        edits.set_note(project, (0, 1), "x" * 3000 + str(len(project.history.past)))
    new = visit()
    assert says(new, "") is False
    button(new, "Customer segments").click().run()  # a table that is not there yet
    assert "is full; make room" in (project_of(new).unsaved or "")
    assert says(visit(here.session_state["project"]), "could not be saved just now")
    event.remove(engine, "connect", fill)
    engine.dispose()
    assert says(visit(here.session_state["project"]), "") is False and says(visit(), "") is False


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE datasets SET content = x'00'", "data of this project are damaged"),
        ("UPDATE steps SET change = 'x' WHERE number = 1", "data of this project are damaged"),
        ("UPDATE steps SET change = 'x' WHERE number = 2", "What came after step 1"),
    ],
)
def test_damaged_rows_are_a_sentence_on_the_page(path: Path, statement: str, words: str) -> None:
    """Whether the project can be opened or not."""
    first = visit()
    button(first, "Iris flowers").click().run()
    edits.link_rows(project_of(first), 0, 1, Kind.MUST)
    token = first.session_state["project"]
    projects().store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
    projects.made = saver.made = None
    assert says(visit(token), words)
