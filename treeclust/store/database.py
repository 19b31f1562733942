"""The database itself: where it is, how it is opened, and how careful it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from treeclust.errors import InputError

VARIABLE = "TREECLUST_DATABASE_URL"
BUSY_SECONDS = 20
DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}


def default_url() -> str:
    """TREECLUST_DATABASE_URL, or a file in this person's data folder."""
    wanted = os.environ.get(VARIABLE)
    return wanted or f"sqlite:///{platformdirs.user_data_path('treeclust', appauthor=False) / 'projects.db'}"


def open_database(url: str) -> Engine:
    """An engine whose transactions are all or nothing, also when the process is killed in the middle of one."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise InputError(f"{VARIABLE} is not the address of a database; write sqlite:/// and a path.") from None
    if address.get_backend_name() == "sqlite":
        return open_sqlite(url, address.database)
    address = address.set(drivername=DRIVERS.get(address.drivername, address.drivername))
    try:
        return create_engine(address, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise InputError(f"This database needs the package {error.name}; pip install treeclust[postgresql].") from None


def open_sqlite(url: str, path: str | None) -> Engine:
    if path:
        folder = Path(path).expanduser().parent
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # readers do not wait for a writer (WAL), and a click that was answered survives even a power cut (FULL)
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # a writer says so at once: two that began as readers could not both become writers
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
