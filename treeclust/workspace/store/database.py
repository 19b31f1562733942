"""The database itself: where it is, how it is opened, and how careful it is."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from treeclust.core.errors import InputError
from treeclust.workspace.store.trouble import FileWatch, check_file, connect, file_name, name_trouble, renamed_errors

VARIABLE = "TREECLUST_DATABASE_URL"
DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}


def default_url() -> str:
    """TREECLUST_DATABASE_URL, or a file in this person's data folder."""
    wanted = os.environ.get(VARIABLE)
    return wanted or f"sqlite:///{platformdirs.user_data_path('treeclust', appauthor=False) / 'projects.db'}"


def open_database(url: str) -> Engine:
    """An engine whose transactions are all or nothing, also when the process is killed in the middle of one."""
    address = address_of(url)
    engine = open_sqlite(url, address.database) if address.get_backend_name() == "sqlite" else open_server(address)
    event.listen(engine, "handle_error", name_trouble)
    return engine


def address_of(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise InputError(f"{VARIABLE} is not the address of a database; write sqlite:/// and a path.") from None


def open_existing(url: str) -> Engine:
    """As `open_database`, but where there is none, none is made."""
    address = address_of(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise InputError(f"There is no database {file_name(address.database)}; {VARIABLE} names another.")
    return open_database(url)


def open_server(address: URL) -> Engine:
    address = address.set(drivername=DRIVERS.get(address.drivername, address.drivername))
    try:
        return create_engine(address, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise InputError(f"This database needs the package {error.name}; pip install treeclust[postgresql].") from None


def open_sqlite(url: str, path: str | None) -> Engine:
    """In a file, unless the address names none."""
    if not path or path == ":memory:":
        engine = create_engine(url)
    else:
        file = make_file(Path(path))
        engine = create_engine(url, creator=lambda: connect(file))
        watch = FileWatch(file)

        @event.listens_for(engine, "begin")
        def check(connection: Connection) -> None:
            if is_writing(connection):
                watch.check()

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # readers do not wait for a writer (WAL), a click that was answered survives even a power cut (FULL), and what
        # was deleted is not left in the file (secure_delete)
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # a writer says so at once: two that began as readers could not both become writers
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing(connection) else "BEGIN")

    return engine


def is_writing(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes", False))


def make_file(path: Path) -> Path:
    """The file of a database, made if there is none yet. Nobody else on this computer reads it, nor those that SQLite
    puts beside it: they take over its mode."""
    if not check_file(path):
        with renamed_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif os.name == "posix":
        with contextlib.suppress(OSError):  # somebody else's file that we may only use
            path.chmod(0o600)
    return path
