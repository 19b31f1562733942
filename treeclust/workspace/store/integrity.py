"""Whether the database is whole: the file itself, the data by their hashes, every project by reading it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, text

from treeclust.core.errors import InputError
from treeclust.workspace.store import schema
from treeclust.workspace.store.projects import Access, Store, listed_title

MOST_LINES = 20


@dataclass(frozen=True)
class Integrity:
    """How much there is, and one sentence for each thing that is damaged."""

    projects: int
    tables: int
    runs: int
    damage: tuple[str, ...]


def check_integrity(store: Store) -> Integrity:
    with store.engine.connect() as connection:
        damage = [*file_damage(connection), *table_damage(connection)]
        projects, tables, runs = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (schema.projects, schema.datasets, schema.runs)
        )
    return Integrity(projects, tables, runs, (*damage, *project_damage(store)))


def file_damage(connection: Connection) -> Iterator[str]:
    """What SQLite itself finds; a server of another kind looks after its own files."""
    if connection.dialect.name != "sqlite":
        return
    for (line,) in connection.execute(text(f"PRAGMA integrity_check({MOST_LINES})")):
        if line != "ok":
            yield f"The file is damaged: {line}"
    for table, *_ in connection.execute(text("PRAGMA foreign_key_check")).fetchmany(MOST_LINES):
        yield f"A row of {table} belongs to nothing that is there."


def table_damage(connection: Connection) -> Iterator[str]:
    for name in connection.execute(select(schema.datasets.c.hash)).scalars().all():
        content = connection.execute(select(schema.datasets.c.content).filter_by(hash=name)).scalar_one()
        if hashlib.sha256(content).hexdigest() != name:
            yield f"The data {name[:12]}… are not what was put there; projects that use them cannot be opened."


def project_damage(store: Store) -> Iterator[str]:
    """Each project is read once, and forgotten again."""
    with store.engine.connect() as connection:
        rows = connection.execute(select(schema.projects).order_by(schema.projects.c.created)).all()
    for row in rows:
        title = f'Project "{listed_title(row)}" ({row.id[:12]}…)'
        try:
            found = store.ledger(Access(row.id, True), "").read()
        except InputError as error:
            yield f"{title}: {error}"
        else:
            yield from (f"{title}: {words}" for words in found.damage)
