"""Copies of the database: consistent while the server writes (SQLite's online backup), whole or not there at all."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from treeclust.core.errors import InputError
from treeclust.workspace.store.trouble import DatabaseTrouble, words_for

NO_FILE = "Only a database that is a file can be copied here; use the tools of the database server, such as pg_dump."
PART = ".part"


def database_file(engine: Engine) -> Path | None:
    """The file of an SQLite database."""
    path = engine.url.database
    in_file = engine.dialect.name == "sqlite" and path and path != ":memory:"
    return Path(str(path)) if in_file else None


def copy_database(engine: Engine, target: Path | None = None) -> Path:
    """Copy the database to a file that is not there yet; by default beside it, named after the time."""
    source = database_file(engine)
    if source is None:
        raise InputError(NO_FILE)
    now = datetime.now(UTC)
    target = target or source.with_name(f"{source.stem}-{now:%Y%m%d-%H%M%S}{source.suffix}")
    if target.exists():
        raise InputError(f'There is a file "{target.name}" already; choose another name for the copy.')
    part = target.with_name(target.name + PART)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        with engine.connect() as connection, closing(sqlite3.connect(part)) as copy:
            own = connection.connection.driver_connection
            assert isinstance(own, sqlite3.Connection)
            own.backup(copy)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise DatabaseTrouble(words_for(error, str(target))) from error
    return target


def copy_before_migration(engine: Engine, version: int) -> None:
    """Once for each version: the copy that an older TreeClust can still open."""
    source = database_file(engine)
    if source is None:
        return
    target = source.with_name(f"{source.name}.version-{version}")
    if not target.exists():
        copy_database(engine, target)
