"""All projects of one database: made, found by their token, listed, copied, put away."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Column, ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from treeclust.workspace.store import schema
from treeclust.workspace.store.database import default_url, open_database
from treeclust.workspace.store.importing import ProjectRows
from treeclust.workspace.store.keys import Keys, Role, insert_key, new_token
from treeclust.workspace.store.ledger import KEEP_TABLE, KEEP_USE, Ledger
from treeclust.workspace.store.migrations import check_tables, migrate
from treeclust.workspace.store.runs import now
from treeclust.workspace.store.tables import Shared

ID = re.compile("[0-9a-f]{32,64}")
RUNS_AT_ONCE, PAUSE = 100, 0.005
"""Of a project file, in one transaction; and the seconds after it in which others have their turn."""
EMPTY_DAYS = 1
DELETED_DAYS = 30


@dataclass(frozen=True)
class Listed:
    """A project in the list. `title` is what the person called it, else the name of its table."""

    id: str
    title: str
    table: str | None
    rows: int | None
    links: int
    runs: int
    changed: datetime
    archived: bool
    deleted: bool


@dataclass(frozen=True)
class Access:
    """To which project, and whether for more than reading."""

    project: str
    may_write: bool


class Store:
    """Whoever has a token of a project, has the project; those of a person who is logged in are theirs, and others need
    a token that was made for them."""

    def __init__(self, url: str | None = None) -> None:
        self.engine = open_database(url or default_url())
        self.shared: Shared = WeakValueDictionary()
        self.writing = self.engine.execution_options(writes=True)
        migrate(self.engine)
        check_tables(self.engine)
        self.keys = Keys(self.engine)

    def draft(self, owner: str | None = None) -> Ledger:
        """A project with nothing in it, which is not in the database until something is. With an owner its id leads to
        it, because that opens it for nobody else; without, a token does."""
        project, token = new_id(), new_token()

        def birth(connection: Connection) -> None:
            self._insert(connection, project, owner, "", 0, "{}", "{}")
            if owner is None:
                insert_key(connection, project, token)

        return Ledger(self.engine, project, token if owner is None else project, self.shared, birth=birth)

    def create(self, owner: str | None = None) -> Ledger:
        """A project with nothing in it."""
        ledger = self.draft(owner)
        ledger.be_born()
        return ledger

    def add(self, rows: ProjectRows, owner: str | None = None) -> Ledger:
        """A project that was read and checked elsewhere. It is written in small pieces, so that nobody else who writes
        has to wait for many runs, and counts as deleted until it is whole: what a server leaves unfinished is never
        seen, and is swept."""
        project, token, when = new_id(), new_token(), now()
        here = {"project": project}
        step = {"number": 1, "what": "open a project file", "change": json.dumps(rows.change), "made": when}
        with self.writing.begin() as connection:
            self._insert(connection, project, owner, rows.title, 1, json.dumps(rows.view), json.dumps(rows.summary))
            connection.execute(update(schema.projects).filter_by(id=project).values(deleted=when))
            if owner is None:
                insert_key(connection, project, token)
            connection.execute(insert(schema.steps), here | step)
        for table, content in rows.tables.items():
            with self.writing.begin() as connection:
                connection.execute(KEEP_TABLE, {"hash": table, "content": content, "made": when})
                connection.execute(KEEP_USE, here | {"dataset": table})
        numbered = ({**here, "number": number, **run} for number, run in enumerate(rows.runs, 1))
        while piece := list(islice(numbered, RUNS_AT_ONCE)):
            with self.writing.begin() as connection:
                connection.execute(insert(schema.runs), piece)
            time.sleep(PAUSE)
        self._set(project, deleted=None)
        return Ledger(self.engine, project, token if owner is None else project, self.shared)

    def access(self, address: str, person: str | None = None) -> Access | None:
        """What an address opens: a token of a project, or the id of one that is this person's. A token that is for
        editing makes a project that is nobody's this person's own."""
        key = self.keys.find(address)
        if key is None and not ID.fullmatch(address):
            return None
        project = address if key is None else key.project
        wanted = select(schema.projects.c.owner).filter_by(id=project, deleted=None)
        with self.engine.connect() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            return None
        mine = person is not None and row.owner == person
        edits = mine or (key is not None and key.role is Role.EDIT)
        if not mine and key is None:
            return None
        if edits and row.owner is None and person is not None:
            self._set(project, owner=person)
        return Access(project, edits)

    def find(self, token: str) -> Ledger | None:
        """The project of exactly this token, unless it was deleted."""
        found = self.access(token)
        return None if found is None else self.ledger(found, token)

    def ledger(self, access: Access, address: str) -> Ledger:
        return Ledger(self.engine, access.project, address, self.shared, access.may_write)

    def listing(self, owner: str | None = None) -> list[Listed]:
        """Every project that has something in it, or every one of this owner, the latest first."""
        projects, runs = schema.projects, schema.runs
        answered = (runs.c.project == projects.c.id) & runs.c.result.is_not(None)
        counted = select(func.count()).where(answered).scalar_subquery()
        wanted = select(projects, counted.label("runs")).where(projects.c.summary != "{}")
        if owner is not None:
            wanted = wanted.where(projects.c.owner == owner)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(projects.c.changed.desc())).all()
        return [listed(row) for row in rows]

    def rename(self, project: str, title: str) -> None:
        self._set(project, title=" ".join(title.split())[:80])

    def archive(self, project: str, away: bool = True) -> None:
        self._set(project, archived=now() if away else None)

    def delete(self, project: str, away: bool = True) -> None:
        """Out of sight at once; gone for good after DELETED_DAYS, so that it can be taken back until then."""
        self._set(project, deleted=now() if away else None)

    def duplicate(self, project: str) -> Ledger:
        """A copy of the same owner with a token of its own: steps, place, runs, view."""
        new, token = new_id(), new_token()
        with self.writing.begin() as connection:
            row = connection.execute(select(schema.projects).filter_by(id=project)).one()
            title = f"{listed_title(row)} (copy)"[:80]
            self._insert(connection, new, row.owner, title, row.place, row.view, row.summary)
            if row.owner is None:
                insert_key(connection, new, token)
            for table in (schema.steps, schema.runs, schema.uses):
                for copied in connection.execute(select(table).where(table.c.project == project)).mappings().all():
                    connection.execute(insert(table).values({**copied, "project": new}))
        return Ledger(self.engine, new, token if row.owner is None else new, self.shared)

    def table_bytes(self, *which: ColumnElement[bool]) -> int:
        """What the tables of all projects take in the database, or of those that are like this; each counts once."""
        size = select(func.coalesce(func.sum(func.length(schema.datasets.c.content)), 0))
        if which:
            theirs = select(schema.uses.c.dataset).join(schema.projects, schema.projects.c.id == schema.uses.c.project)
            size = size.where(schema.datasets.c.hash.in_(theirs.where(schema.projects.c.deleted.is_(None), *which)))
        with self.engine.connect() as connection:
            return int(connection.execute(size).scalar_one())

    def sweep(self, used: Collection[str] = ()) -> None:
        """Remove what nobody can miss: projects deleted long ago, empty ones that nobody uses now, tables that no
        project has. One by one, because what is deleted is overwritten, for which nobody who writes should wait."""
        table, data, today = schema.projects, schema.datasets, datetime.now(UTC)
        old = (today - timedelta(days=DELETED_DAYS)).isoformat()
        stale = (today - timedelta(days=EMPTY_DAYS)).isoformat()
        empty = and_(table.c.summary == "{}", table.c.changed < stale, table.c.id.not_in(used))
        self._delete_each(table.c.id, or_(table.c.deleted < old, empty))
        self._delete_each(data.c.hash, data.c.hash.not_in(select(schema.uses.c.dataset)))

    def _delete_each(self, name: Column[str], which: ColumnElement[bool]) -> None:
        """The rows that are like this, by the column that names them, unless they have changed meanwhile."""
        with self.engine.connect() as connection:
            found = connection.execute(select(name).where(which)).scalars().all()
        for one in found:
            with self.writing.begin() as connection:
                connection.execute(delete(name.table).where(name == one, which))

    def close(self) -> None:
        self.engine.dispose()

    def _set(self, project: str, **values: Any) -> None:
        with self.writing.begin() as connection:
            connection.execute(update(schema.projects).filter_by(id=project).values(**values))

    def _insert(
        self, connection: Connection, project: str, owner: str | None, title: str, place: int, view: str, summary: str
    ) -> None:
        row = {"id": project, "owner": owner, "title": title, "created": now(), "changed": now(), "revision": 0}
        connection.execute(insert(schema.projects).values(**row, place=place, view=view, summary=summary))


def new_id() -> str:
    """Names a project, and opens it for nobody who may not open it anyway."""
    return secrets.token_hex(16)


def listed_title(row: Any) -> str:
    return row.title or summary_in(row).get("table") or "Untitled"


def summary_in(row: Any) -> dict[str, Any]:
    """What the list shows; nothing where it is damaged."""
    try:
        said = json.loads(row.summary)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def listed(row: Any) -> Listed:
    about = summary_in(row)
    try:
        changed = datetime.fromisoformat(row.changed)
    except ValueError:
        changed = datetime.fromtimestamp(0, UTC)
    return Listed(
        row.id, listed_title(row), about.get("table"), about.get("rows"), about.get("links", 0), row.runs,
        changed, row.archived is not None, row.deleted is not None,
    )  # fmt: skip
