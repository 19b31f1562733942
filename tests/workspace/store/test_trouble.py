"""A database in trouble: each kind has its own sentence, and nothing that is left of the data is touched."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text

from tests.workspace.store.made import data
from treeclust.core.errors import LONGEST_MESSAGE
from treeclust.core.links import Kind
from treeclust.workspace import edits
from treeclust.workspace.project import Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store, trouble
from treeclust.workspace.store.copies import copy_database
from treeclust.workspace.store.database import open_database
from treeclust.workspace.store.migrations import MIGRATIONS, migrate
from treeclust.workspace.store.trouble import DatabaseTrouble

NOBODY = 65534


@pytest.fixture
def path() -> Iterator[Path]:
    """In a folder that others may enter, so that being somebody else is only about the file."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder / "projects.db"
    shutil.rmtree(folder)


def project_in(path: Path) -> tuple[str, Projects, Project]:
    """A project with two links, in a database that nobody has open."""
    projects = Projects(Store(f"sqlite:///{path}"))
    token, project = projects.create()
    project.history.step("open other data", **data("blobs.csv", 0))
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.link_rows(project, 0, 3, Kind.CANNOT)
    return token, projects, project


def closed_database(path: Path) -> str:
    token, projects, _ = project_in(path)
    projects.store.close()
    return token


def links_in(path: Path, token: str) -> int:
    found = Projects(Store(f"sqlite:///{path}")).find(token)
    assert found is not None
    return len(found.work.links)


def why_not(path: Path) -> str:
    with pytest.raises(DatabaseTrouble) as said:
        Store(f"sqlite:///{path}")
    words = str(said.value)
    assert '"projects.db"' in words and str(path.parent) not in words and len(words) <= LONGEST_MESSAGE
    return words


@contextmanager
def somebody_else() -> Iterator[None]:
    """Root may write everything; a server is not root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def overwrite(path: Path) -> None:
    path.write_bytes(b"once upon a time" * 300)


def damage_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:4096] = os.urandom(3996)
    path.write_bytes(content)


def drop_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in ("keys", "uses", "runs", "steps", "projects", "datasets", "schema_version"):
            connection.execute(f"DROP TABLE {table}")


def drop_one_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE runs")


def put_another(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (overwrite, "is damaged; put a copy"),
        (damage_pages, "is damaged; put a copy"),
        (drop_one_table, "is damaged; put a copy"),
        (lambda path: path.write_bytes(b""), "is empty although it should hold projects"),
        (drop_tables, "is empty although it should hold projects"),
        (put_another, "is not one of TreeClust"),
    ],
)
def test_a_file_that_was_harmed_is_named_and_left_alone(path: Path, harm: Callable[[Path], object], words: str) -> None:
    """Neither repaired nor begun anew: every byte stays for whoever can help, and a copy in its place works."""
    token = closed_database(path)
    whole = path.read_bytes()
    harm(path)
    harmed = path.read_bytes()
    assert words in why_not(path)
    assert path.read_bytes() == harmed
    path.write_bytes(whole)
    assert links_in(path, token) == 2


def test_a_database_that_cannot_be_written_says_so(path: Path) -> None:
    """The file may be read but not written, as on a disk that is mounted read-only; the data stay."""
    token = closed_database(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    with somebody_else():
        assert "cannot be written to" in why_not(path)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert links_in(path, token) == 2


def test_a_folder_that_cannot_be_made_says_so(path: Path) -> None:
    """No folder, no database: nobody looks for a damaged file."""
    path.parent.chmod(0o555)
    with somebody_else():
        assert "check that its folder is there" in why_not(path.parent / "new" / "projects.db")


def test_a_locked_database_says_so_and_what_was_done_is_caught_up_with(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program holds it; the edit is kept in memory and written when that program is gone."""
    monkeypatch.setattr(trouble, "BUSY_SECONDS", 0.1)
    token, projects, project = project_in(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        edits.link_rows(project, 0, 2, Kind.MUST)
        assert project.unsaved is not None and "is locked by another program" in project.unsaved
        with pytest.raises(DatabaseTrouble, match="locked by another program"):
            projects.store.create()
        other.execute("ROLLBACK")
    project.refresh()
    assert project.unsaved is None
    assert links_in(path, token) == 3


def test_a_full_disk_says_so_to_old_and_new_visitors(path: Path) -> None:
    """What cannot be written is kept in memory; a new visitor gets the sentence; then all goes on."""
    token, projects, project = project_in(path)
    engine = projects.store.engine
    engine.dispose()

    def fill(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1")

    event.listen(engine, "connect", fill)
    for _ in range(60):
        edits.set_note(project, (0, 1), "x" * 2000 + str(len(project.history.past)))
    assert project.unsaved is not None and "is full; make room" in project.unsaved
    with pytest.raises(DatabaseTrouble, match="is full; make room"):
        for _ in range(60):
            projects.store.create()
    event.remove(engine, "connect", fill)
    engine.dispose()
    project.refresh()
    assert project.unsaved is None and links_in(path, token) == 2


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_written_into_a_file_that_is_gone(path: Path, replaced: bool) -> None:
    """Deleted or replaced while the server runs: edits are not reported as saved, and no new file appears."""
    token, projects, project = project_in(path)
    projects.store.engine.dispose()
    kept = path.with_name("kept.db")
    path.rename(kept)
    if replaced:
        shutil.copy(kept, path)
    edits.link_rows(project, 0, 2, Kind.MUST)
    assert project.unsaved is not None and "was deleted or replaced while the server runs" in project.unsaved
    with pytest.raises(DatabaseTrouble, match="deleted or replaced"):
        projects.store.create()
    assert path.exists() is replaced
    assert links_in(kept, token) == 2


def test_a_server_that_is_out_of_reach_says_so() -> None:
    """A PostgreSQL that does not run."""
    with pytest.raises(DatabaseTrouble, match="database server does not answer"):
        Store("postgresql://nobody@127.0.0.1:1/none")


def test_a_copy_is_made_before_a_migration(path: Path) -> None:
    """Of the version before, whole, and for its owner alone; none is made of a new database."""
    first = open_database(f"sqlite:///{path}")
    migrate(first, MIGRATIONS[:1])
    first.dispose()
    assert not list(path.parent.glob("projects.db.version-*"))
    Store(f"sqlite:///{path}").close()
    (copy,) = path.parent.glob("projects.db.version-*")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT MAX(version) FROM schema_version").fetchone() == (1,)
        assert "archived" not in {row[1] for row in connection.execute("PRAGMA table_info(projects)")}
    assert copy.name == "projects.db.version-1" and copy.stat().st_mode & 0o077 == 0


def test_a_copy_is_whole_while_somebody_writes(path: Path) -> None:
    """The online copy is one moment of the database, and opens."""
    token, projects, project = project_in(path)
    copy = copy_database(projects.store.engine)
    edits.link_rows(project, 0, 2, Kind.MUST)
    assert links_in(copy, token) == 2 and links_in(path, token) == 3
    with pytest.raises(ValueError, match="already"):
        copy_database(projects.store.engine, copy)


def test_a_new_database_is_its_owners(path: Path) -> None:
    """Nobody else on the machine may read it."""
    store = Store(f"sqlite:///{path}")
    assert path.stat().st_mode & 0o077 == 0
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
