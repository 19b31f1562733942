"""Rows of the database that somebody or something has damaged: what can be read is there, and what cannot is said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.workspace.store.made import answer_to, data
from treeclust.__main__ import main
from treeclust.core.links import Kind
from treeclust.workspace import edits
from treeclust.workspace.project import Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store
from treeclust.workspace.store.trouble import DatabaseTrouble

Sql = tuple[str, ...]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "projects.db"


@pytest.fixture
def token(path: Path) -> str:
    """A table, two links, a third one, and two runs."""
    projects = Projects(Store(f"sqlite:///{path}"))
    token, project = projects.create()
    project.history.step("open other data", **data("blobs.csv", 0))
    for row in (1, 2, 6):
        edits.link_rows(project, 0, row, Kind.MUST)
    project.show(answer_to(project.work))
    project.show(answer_to(project.work, 2))
    project.view.axes = ("y", "x")
    project.save_view()
    projects.store.close()
    return token


def damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0
        connection.commit()


def opened(path: Path, token: str) -> Project:
    found = Projects(Store(f"sqlite:///{path}")).find(token)
    assert found is not None
    return found


FIRST_RUN = "(SELECT MIN(number) FROM runs)"
RUN_DAMAGE = [
    f"UPDATE runs SET result = 'x' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET result = '{{}}' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET asked = '[]' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET asked = '{{' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET made = 'yesterday' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET shown = '[1]' WHERE number = {FIRST_RUN}",
    f"UPDATE runs SET versions = '7' WHERE number = {FIRST_RUN}",
]


@pytest.mark.parametrize("statement", RUN_DAMAGE)
def test_a_damaged_run_is_left_out(path: Path, token: str, statement: str) -> None:
    """The other run, the data and every link are there."""
    damage(path, statement)
    found = opened(path, token)
    assert len(found.answers) == 1 and len(found.work.links) == 3
    assert any("1 of the runs of this project is damaged" in words for words in found.warnings.since(0))


STEP_DAMAGE = [
    "UPDATE steps SET change = 'x' WHERE number = 3",
    "UPDATE steps SET change = '[]' WHERE number = 3",
    """UPDATE steps SET change = '{"links": [0, 0, [[0]]]}' WHERE number = 3""",
    """UPDATE steps SET change = '{"parameters": {"k": "many"}}' WHERE number = 3""",
    "DELETE FROM steps WHERE number = 3",
]


@pytest.mark.parametrize("statement", STEP_DAMAGE)
def test_a_damaged_step_ends_the_project_there(path: Path, token: str, statement: str) -> None:
    """What was done before it is there, with the runs; and work goes on from there."""
    damage(path, statement)
    found = opened(path, token)
    assert len(found.work.links) == 1 and len(found.answers) == 2
    assert any("What came after step 2" in words for words in found.warnings.since(0))
    edits.link_rows(found, 0, 7, Kind.MUST)
    again = opened(path, token)
    assert len(again.work.links) == 2 and again.warnings.since(0) == ()


DATA_DAMAGE = [
    ("PRAGMA foreign_keys=OFF", "DELETE FROM datasets"),
    ("UPDATE datasets SET content = x'00'",),
    ("UPDATE datasets SET content = CAST(substr(content, 1, length(content) - 9) || x'505152535455565758' AS BLOB)",),
    ("UPDATE steps SET change = '' WHERE number = 1",),
]


@pytest.mark.parametrize("statements", DATA_DAMAGE)
def test_a_project_without_its_data_is_not_opened_and_not_touched(path: Path, token: str, statements: Sql) -> None:
    """One sentence; the steps stay as they are, for the copy that brings the data back."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    projects = Projects(Store(f"sqlite:///{path}"))
    with pytest.raises(DatabaseTrouble, match="data of this project are damaged"):
        projects.find(token)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM steps").fetchone() == (4,)


PROJECT_DAMAGE = [
    "UPDATE projects SET view = 'x'",
    "UPDATE projects SET view = '7'",
    """UPDATE projects SET view = '{"axes": 7, "nonsense": 1, "skipped": [[]]}'""",
    "UPDATE projects SET place = 99",
    "UPDATE projects SET summary = 'x'",
    "UPDATE projects SET summary = '[]'",
    "UPDATE projects SET changed = 'yesterday'",
]


@pytest.mark.parametrize("statement", PROJECT_DAMAGE)
def test_what_is_only_about_looks_begins_anew(path: Path, token: str, statement: str) -> None:
    """Data, links and runs are all there, and the list of projects still shows it."""
    damage(path, statement)
    found = opened(path, token)
    assert len(found.work.links) == 3 and len(found.answers) == 2
    assert len(Store(f"sqlite:///{path}").listing()) == 1


# -- the commands ---------------------------------------------------------------------------------------------------


def run(path: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setenv("TREECLUST_DATABASE_URL", f"sqlite:///{path}")
    return main(words)


def test_check_says_what_is_damaged(path: Path, token: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """0 and a count if nothing is; 1 and one line for each thing that is."""
    assert run(path, monkeypatch, "check") == 0
    assert "1 projects, 1 tables of data, 2 runs: nothing is damaged." in capsys.readouterr().out
    damage(path, RUN_DAMAGE[0], "UPDATE datasets SET content = x'00'")
    assert run(path, monkeypatch, "check") == 1
    said = capsys.readouterr().out
    assert "are not what was put there" in said and "2 damaged" in said and token not in said


def harm_index(path: Path) -> None:
    """One page of the file, not the first."""
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 4] = bytes(4096)
    path.write_bytes(content)


def test_check_finds_damage_in_the_file_itself(
    path: Path, token: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A page that was lost is said in one line, without a traceback."""
    harm_index(path)
    assert run(path, monkeypatch, "check") in (1, 2)
    out, err = capsys.readouterr()
    assert "is damaged" in out + err and "Traceback" not in err


@pytest.mark.parametrize("word", ["check", "backup"])
def test_no_command_makes_a_database(path: Path, word: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Where there is none, both say so."""
    assert run(path, monkeypatch, word) == 2
    assert 'There is no database "projects.db"' in capsys.readouterr().err
    assert not path.exists()


def test_backup_makes_a_copy_that_opens(path: Path, token: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """While the server has it open; a second copy does not replace the first."""
    server = Store(f"sqlite:///{path}")
    copy = path.with_name("copy.db")
    assert run(path, monkeypatch, "backup", str(copy)) == 0
    assert len(opened(copy, token).work.links) == 3
    assert run(path, monkeypatch, "backup", str(copy)) == 2
    assert "choose another name" in capsys.readouterr().err
    server.close()
