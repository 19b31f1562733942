"""What is wrong with the database, in a sentence of its own for each kind: damaged, empty, missing, locked, read-only,
full, out of reach."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import NoResultFound

from treeclust.core.errors import InputError

FILE_MARK = b"SQLite format 3\0"
VERSION_TABLE = "schema_version"
BUSY_SECONDS = 20
START_SECONDS = 2.0
"""How long another server may take to fill a database that it has just made."""
DAMAGED = (
    "The database {name} is damaged; put a copy that treeclust backup made in its place, and start the server again."
)
EMPTY = (
    "The database {name} is empty although it should hold projects; put a copy of it in its place, or delete the file "
    "to begin without projects, and start the server again."
)
FOREIGN = (
    "The database {name} is not one of TreeClust; put the right file in its place, or set TREECLUST_DATABASE_URL, and "
    "start the server again."
)
MISSING = (
    "The database {name} was deleted or replaced while the server runs; put it back and start the server again. Save "
    "project files first: what is on the screen is not in it."
)
LOCKED = "The database {name} is locked by another program; close that program, or wait until it is done."
READ_ONLY = (
    "The database {name} cannot be written to; allow the server to write the file and its folder, then try again."
)
FULL = "The disk of the database {name} is full; make room on it, then try again."
NO_FOLDER = (
    "The database {name} cannot be opened; check that its folder is there and that the server may read and write it, "
    "or set TREECLUST_DATABASE_URL."
)
GONE = "This project is no longer in the database; save its project file, and open that to go on."
UNREACHABLE = (
    "The database server does not answer as it should; check that it runs and that TREECLUST_DATABASE_URL is right."
)
SQLITE_WORDS = {
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: NO_FOLDER,
    sqlite3.SQLITE_CONSTRAINT: GONE,
}
SYSTEM_WORDS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EACCES: NO_FOLDER}


class DatabaseTrouble(InputError):
    """The database cannot do what is asked of it; the message says what is wrong with it."""


def name_trouble(context: ExceptionContext) -> None:
    """For an engine's event `handle_error`: what a database says in its own words becomes a sentence. What others raise
    while they talk to it is theirs."""
    if context.sqlalchemy_exception is not None and not context.is_pre_ping:
        path = None if context.engine is None else context.engine.url.database
        raise DatabaseTrouble(words_for(context.original_exception, path))


def words_for(error: BaseException, path: str | None) -> str:
    """One sentence for what a database, or the system below it, has raised; `path` is that of its file."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            return MISSING.format(name=file_name(path))
        words = SQLITE_WORDS.get(code & 0xFF, DAMAGED)
        return (why_closed(Path(path)) if words is NO_FOLDER and path else words).format(name=file_name(path))
    if isinstance(error, OSError):
        return SYSTEM_WORDS.get(error.errno or 0, NO_FOLDER).format(name=file_name(path))
    if isinstance(error, NoResultFound):
        return GONE
    return UNREACHABLE


def why_closed(path: Path) -> str:
    """SQLite says the same of a file that is gone, and of a folder that it may not write its own files into."""
    if not path.exists():
        return MISSING if path.parent.is_dir() else NO_FOLDER
    return NO_FOLDER if os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK) else READ_ONLY


def file_name(path: str | None) -> str:
    """Without its folder: visitors of the page need not know how the server's folders are called."""
    return f'"{Path(path).name}"' if path else "of projects"


# -- the file of an SQLite database -----------------------------------------------------------------------------------


def check_file(path: Path) -> bool:
    """Whether the file is there; DatabaseTrouble if it is there and is no database of ours."""
    name = file_name(str(path))
    with renamed_errors(path):
        if not path.exists():
            return False
        start, until = path.open("rb").read(len(FILE_MARK)), time.monotonic() + START_SECONDS
        while not start and time.monotonic() < until:
            time.sleep(0.05)
            start = path.open("rb").read(len(FILE_MARK))
    if not start:
        raise DatabaseTrouble(EMPTY.format(name=name))
    if start != FILE_MARK:
        raise DatabaseTrouble(DAMAGED.format(name=name))
    with renamed_errors(path), closing(connect(path)) as connection:
        refuse_foreign(connection, name)
    return True


def refuse_foreign(connection: sqlite3.Connection, name: str) -> None:
    """A file of SQLite counts how often its tables were changed: one that has none, but once had, was emptied."""
    tables = {table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and VERSION_TABLE not in tables:
        raise DatabaseTrouble(FOREIGN.format(name=name))
    if not tables and connection.execute("PRAGMA schema_version").fetchone() != (0,):
        raise DatabaseTrouble(EMPTY.format(name=name))


def connect(path: Path) -> sqlite3.Connection:
    """To a file that is there: SQLite would put an empty one in the place of one that is gone."""
    address = f"file:{quote(str(path))}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)


@contextmanager
def renamed_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise DatabaseTrouble(words_for(error, str(path))) from error


class FileWatch:
    """Knows the file that was opened; what is written after that was deleted or replaced would be lost."""

    def __init__(self, path: Path) -> None:
        self.path, self.file = path, identity(path)

    def check(self) -> None:
        if identity(self.path) != self.file:
            raise DatabaseTrouble(MISSING.format(name=file_name(str(self.path))))


def identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
