"""The projects panel on its page: list, search, rename, copy, archive, delete and take it back, files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.driving import APP, button, field, project_of
from treeclust.core.links import Kind
from treeclust.ui.data.project_list import matching
from treeclust.ui.shared.session import jobs, projects, saver
from treeclust.workspace import edits
from treeclust.workspace.store import Listed


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A server of its own: an empty database, and a person who sits at the computer."""
    monkeypatch.setenv("TREECLUST_DATABASE_URL", f"sqlite:///{tmp_path / 'projects.db'}")
    monkeypatch.setenv("TREECLUST_PROJECT_LIST", "1")
    for resource in (projects, jobs, saver):
        resource.made = None
    yield AppTest.from_file(APP, default_timeout=120).run()
    jobs().close()
    for resource in (projects, jobs, saver):
        resource.made = None


def listed(app: AppTest, **state: bool) -> list[str]:
    wanted = {"archived": False, "deleted": False} | state
    found = projects().store.listing()
    return [one.title for one in found if {name: getattr(one, name) for name in wanted} == wanted]


def press(app: AppTest, start: str, place: int = 0) -> None:
    [b for b in app.button if str(b.key).startswith(start)][place].click().run()
    assert not app.exception


def test_projects_are_kept_in_a_list_and_opened_from_it(app: AppTest) -> None:
    """A new project leaves the old one in the list; opening that brings its links back."""
    button(app, "Iris flowers").click().run()
    edits.link_rows(project_of(app), 0, 1, Kind.MUST)
    field(app, "text_input", "Project").set_value("My flowers").run()
    first = project_of(app)
    press(app, "new-project")
    assert project_of(app) is not first and project_of(app).work.table is None
    assert "My flowers" in {b.label for b in app.button}
    button(app, "My flowers").click().run()
    assert project_of(app) is first
    assert len(project_of(app).work.links) == 1
    assert not app.exception


def test_rename_duplicate_archive_delete_and_undo(app: AppTest) -> None:
    """Each from the list; deleting the project on the screen begins a new one, and Undo brings it back."""
    button(app, "Iris flowers").click().run()
    field(app, "text_input", "Rename").set_value("First").run()
    assert listed(app) == ["First"] and project_of(app).title == "First"
    press(app, "copy-")
    assert sorted(listed(app)) == ["First", "First (copy)"]
    copy = next(i for i, b in enumerate(b for b in app.button if str(b.key).startswith("open-")) if "copy" in b.label)
    press(app, "archive-", copy)
    assert listed(app, archived=True) == ["First (copy)"]
    token = app.session_state["project"]
    press(app, "delete-")
    assert listed(app, deleted=True) == ["First"] and app.session_state["project"] != token
    assert projects().find(token) is None
    press(app, "undo-delete")
    assert listed(app) == ["First"] and projects().find(token) is not None


def test_without_a_person_at_the_computer_there_is_no_list(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reaches the server from elsewhere sees nothing of others."""
    button(app, "Iris flowers").click().run()
    assert any(e.label == "All projects" for e in app.expander)
    monkeypatch.setenv("TREECLUST_PROJECT_LIST", "0")
    app.run()
    assert not any(e.label == "All projects" for e in app.expander)
    monkeypatch.delenv("TREECLUST_PROJECT_LIST")
    app.run()
    assert not any(e.label == "All projects" for e in app.expander)


def test_a_wrong_token_shows_one_sentence_and_a_way_to_begin(app: AppTest) -> None:
    """No page, no list, nothing of any project."""
    wrong = AppTest.from_file(APP, default_timeout=120)
    wrong.query_params["project"] = "A" * 32
    wrong.run()
    assert [h.value for h in wrong.header] == ["No such project"]
    assert [b.label for b in wrong.button] == ["Start a new project"]
    assert not wrong.expander and not wrong.file_uploader
    button(wrong, "Start a new project").click().run()
    assert "Iris flowers" in {b.label for b in wrong.button}


def test_a_project_file_is_opened_like_a_table(app: AppTest) -> None:
    """It becomes a project of its own; a damaged one is one sentence and changes nothing."""
    button(app, "Iris flowers").click().run()
    edits.link_rows(project_of(app), 3, 4, Kind.CANNOT)
    token, content = app.session_state["project"], project_of(app).to_file()
    app.file_uploader[0].upload("bad.treeclust", content[:-40], "application/zip").run()
    assert len(app.error) == 1 and app.session_state["project"] == token
    app.file_uploader[0].upload("good.treeclust", content, "application/zip").run()
    assert not app.exception
    assert app.session_state["project"] != token
    assert [link.kind for link in project_of(app).work.links] == [Kind.CANNOT]


def test_links_carry_their_author(app: AppTest) -> None:
    """The name typed on the Data page is noted with each link drawn from then on."""
    button(app, "Iris flowers").click().run()
    field(app, "text_input", "Your name").set_value("Ada").run()
    edits.link_rows(project_of(app), 0, 1, Kind.MUST)
    assert project_of(app).work.made[0, 1].author == "Ada"


def test_search_looks_for_every_word() -> None:
    """In title and table, whatever the case; archived and deleted projects are each under their own heading."""
    now = datetime.now(UTC)
    rows = [
        Listed("a", "Spring beds", "iris.csv", 3, 0, 0, now, False, False),
        Listed("b", "Autumn", "iris.csv", 3, 0, 0, now, True, False),
        Listed("c", "Spring", "wine.csv", 3, 0, 0, now, True, True),
    ]
    assert [one.id for one in matching(rows, "IRIS spring", "current")] == ["a"]
    assert [one.id for one in matching(rows, "iris", "archived")] == ["b"]
    assert [one.id for one in matching(rows, "", "deleted")] == ["c"]
    assert matching(rows, "wine", "current") == []
