"""All projects of one database: made, found by their token, listed, copied, put away."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, delete, func, insert, select, update

from treeclust.store import schema
from treeclust.store.database import default_url, open_database
from treeclust.store.ledger import Ledger
from treeclust.store.migrations import migrate
from treeclust.store.runs import now
from treeclust.store.tables import Shared

TOKEN_BYTES = 24
EMPTY_DAYS = 1
DELETED_DAYS = 30


@dataclass(frozen=True)
class Listed:
    """A project in the list. `title` is what the person called it, else the name of its table."""

    token: str
    title: str
    table: str | None
    rows: int | None
    links: int
    runs: int
    changed: datetime
    archived: bool
    deleted: bool


class Store:
    """Tokens are 192 random bits; who has one, has the project, and nobody else."""

    def __init__(self, url: str | None = None) -> None:
        self.engine = open_database(url or default_url())
        self.shared: Shared = WeakValueDictionary()
        self.writing = self.engine.execution_options(writes=True)
        migrate(self.engine)

    def create(self) -> Ledger:
        """A project with nothing in it."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self.writing.begin() as connection:
            self._insert(connection, token, "", 0, "{}", "{}")
        return Ledger(self.engine, id_of(token), token, self.shared)

    def find(self, token: str) -> Ledger | None:
        """The project of exactly this token, unless it was deleted."""
        wanted = select(schema.projects.c.token).filter_by(id=id_of(token), deleted=None)
        with self.engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        if found is None or not hmac.compare_digest(found.encode(), token.encode(errors="replace")):
            return None
        return Ledger(self.engine, id_of(token), token, self.shared)

    def listing(self) -> list[Listed]:
        """Every project that has something in it, the latest first."""
        projects, runs = schema.projects, schema.runs
        answered = (runs.c.project == projects.c.id) & runs.c.result.is_not(None)
        counted = select(func.count()).where(answered).scalar_subquery()
        wanted = select(projects, counted.label("runs")).where(projects.c.summary != "{}")
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(projects.c.changed.desc())).all()
        return [listed(row) for row in rows]

    def rename(self, token: str, title: str) -> None:
        self._set(token, title=" ".join(title.split())[:80])

    def archive(self, token: str, away: bool = True) -> None:
        self._set(token, archived=now() if away else None)

    def delete(self, token: str, away: bool = True) -> None:
        """Out of sight at once; gone for good after DELETED_DAYS, so that it can be taken back until then."""
        self._set(token, deleted=now() if away else None)

    def duplicate(self, token: str) -> Ledger:
        """A copy with a token of its own: steps, place, runs, view."""
        old, new = id_of(token), secrets.token_urlsafe(TOKEN_BYTES)
        with self.writing.begin() as connection:
            row = connection.execute(select(schema.projects).filter_by(id=old)).one()
            title = f"{listed_title(row)} (copy)"[:80]
            self._insert(connection, new, title, row.place, row.view, row.summary)
            for table in (schema.steps, schema.runs, schema.uses):
                for copied in connection.execute(select(table).where(table.c.project == old)).mappings().all():
                    connection.execute(insert(table).values({**copied, "project": id_of(new)}))
        return Ledger(self.engine, id_of(new), new, self.shared)

    def sweep(self) -> None:
        """Remove what nobody can miss: projects deleted long ago, empty ones, tables that nobody uses."""
        table, today = schema.projects, datetime.now(UTC)
        old = (today - timedelta(days=DELETED_DAYS)).isoformat()
        stale = (today - timedelta(days=EMPTY_DAYS)).isoformat()
        with self.writing.begin() as connection:
            connection.execute(delete(table).where(table.c.deleted < old))
            connection.execute(delete(table).where(table.c.summary == "{}", table.c.changed < stale))
            used = select(schema.uses.c.dataset)
            connection.execute(delete(schema.datasets).where(schema.datasets.c.hash.not_in(used)))

    def close(self) -> None:
        self.engine.dispose()

    def _set(self, token: str, **values: Any) -> None:
        with self.writing.begin() as connection:
            connection.execute(update(schema.projects).filter_by(id=id_of(token)).values(**values))

    def _insert(self, connection: Connection, token: str, title: str, place: int, view: str, summary: str) -> None:
        row = {"id": id_of(token), "token": token, "title": title, "created": now(), "changed": now(), "revision": 0}
        connection.execute(insert(schema.projects).values(**row, place=place, view=view, summary=summary))


def id_of(token: str) -> str:
    """What the database looks projects up by: how long that takes says nothing about the token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def listed_title(row: Any) -> str:
    return row.title or json.loads(row.summary).get("table") or "Untitled"


def listed(row: Any) -> Listed:
    about = json.loads(row.summary)
    return Listed(
        row.token, listed_title(row), about.get("table"), about.get("rows"), about.get("links", 0), row.runs,
        datetime.fromisoformat(row.changed), row.archived is not None, row.deleted is not None,
    )  # fmt: skip
