"""How the database became what it is: numbered steps, each applied once, in order, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Engine, inspect, text

from treeclust.core.errors import InputError
from treeclust.workspace.store.copies import copy_before_migration
from treeclust.workspace.store.schema import METADATA
from treeclust.workspace.store.trouble import DAMAGED, VERSION_TABLE, DatabaseTrouble, file_name

Migration = Callable[[Connection], None]
LOCK = 7_391_046
"""Any number, the same on every server: two that start together must not both migrate."""


def first_tables(connection: Connection) -> None:
    """1: tables by content, projects, their steps and runs."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for statement in (
        f"CREATE TABLE datasets (hash TEXT PRIMARY KEY, content {blob} NOT NULL, made TEXT NOT NULL)",
        "CREATE TABLE projects (id TEXT PRIMARY KEY, token TEXT NOT NULL, title TEXT NOT NULL, created TEXT NOT NULL, "
        "changed TEXT NOT NULL, revision BIGINT NOT NULL, place BIGINT NOT NULL, view TEXT NOT NULL, "
        "summary TEXT NOT NULL)",
        "CREATE TABLE steps (project TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE, number BIGINT NOT NULL, "
        "what TEXT NOT NULL, change TEXT NOT NULL, made TEXT NOT NULL, PRIMARY KEY (project, number))",
        "CREATE TABLE runs (project TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE, id TEXT NOT NULL, "
        "number BIGINT NOT NULL, asked TEXT NOT NULL, result TEXT, shown TEXT, origin TEXT, made TEXT NOT NULL, "
        "ended BIGINT NOT NULL, versions TEXT NOT NULL, PRIMARY KEY (project, id))",
        "CREATE TABLE uses (project TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE, "
        "dataset TEXT NOT NULL REFERENCES datasets(hash), PRIMARY KEY (project, dataset))",
    ):
        connection.execute(text(statement))


def put_away(connection: Connection) -> None:
    """2: projects can be archived, and deleted in a way that can be taken back."""
    connection.execute(text("ALTER TABLE projects ADD COLUMN archived TEXT"))
    connection.execute(text("ALTER TABLE projects ADD COLUMN deleted TEXT"))


def hash_tokens(connection: Connection) -> None:
    """3: a project has an owner, and any number of addresses, of which only hashes are kept. So far a project's id was
    the hash of its only token."""
    connection.execute(text("ALTER TABLE projects ADD COLUMN owner TEXT"))
    connection.execute(
        text(
            "CREATE TABLE keys (hash TEXT PRIMARY KEY, project TEXT NOT NULL REFERENCES projects(id) "
            "ON DELETE CASCADE, role TEXT NOT NULL, made TEXT NOT NULL)"
        )
    )
    connection.execute(text("CREATE INDEX keys_of_project ON keys (project)"))
    connection.execute(text("INSERT INTO keys SELECT id, id, 'edit', created FROM projects"))
    connection.execute(text("ALTER TABLE projects DROP COLUMN token"))


MIGRATIONS: Sequence[Migration] = (first_tables, put_away, hash_tokens)


def migrate(engine: Engine, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the database to the present version, after a copy of it was made; one that is newer than this program is
    left alone."""
    with engine.connect() as connection:
        version = version_of(connection)
    if 0 < version < len(migrations):
        copy_before_migration(engine, version)
    with engine.execution_options(writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        version = version_of(connection)
        connection.execute(text("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)"))
        if version > len(migrations):
            raise InputError(
                f"The project database was written by a newer TreeClust (version {version} of its form, this program "
                f"knows {len(migrations)}); update TreeClust, or set TREECLUST_DATABASE_URL to another database."
            )
        for number, step in enumerate(migrations[version:], version + 1):
            step(connection)
            connection.execute(text("INSERT INTO schema_version (version) VALUES (:number)"), {"number": number})


def version_of(connection: Connection) -> int:
    if not inspect(connection).has_table(VERSION_TABLE):
        return 0
    return connection.execute(text("SELECT MAX(version) FROM schema_version")).scalar() or 0


def check_tables(engine: Engine) -> None:
    """That every table is there."""
    with engine.connect() as connection:
        there = inspect(connection).get_table_names()
    if not METADATA.tables.keys() <= set(there):
        raise DatabaseTrouble(DAMAGED.format(name=file_name(engine.url.database)))
