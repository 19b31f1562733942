"""How much one person, and all together, may keep in the database."""

from __future__ import annotations

from treeclust.core.errors import InputError
from treeclust.workspace import settings
from treeclust.workspace.project import Project
from treeclust.workspace.store import Store
from treeclust.workspace.store.schema import projects

PER_PERSON, IN_ALL = "TREECLUST_STORED_MB_PER_PERSON", "TREECLUST_STORED_MB"
FULL_SHARE = (
    "This file does not fit: your tables may take {most} MB on this server, and take {now:.0f} MB already; open a "
    "smaller file, or delete a project that you no longer need."
)
FULL_SERVER = "This server is full: its tables may take {most} MB in all. Ask whoever runs it, or open a smaller file."


def check_room(store: Store, project: Project, owner: str | None, size: int) -> None:
    """Before a file of so many bytes is read; InputError if it would be too much. Without login, a project is a
    person."""
    each, all_ = settings.optional(PER_PERSON), settings.optional(IN_ALL)
    if each is not None and project.ledger is not None:
        mine = projects.c.id == project.ledger.project if owner is None else projects.c.owner == owner
        refuse_beyond(each, store.table_bytes(mine), size, FULL_SHARE)
    if all_ is not None:
        refuse_beyond(all_, store.table_bytes(), size, FULL_SERVER)


def refuse_beyond(most_mb: int, now: int, size: int, words: str) -> None:
    if now + size > most_mb * settings.MB:
        raise InputError(words.format(most=most_mb, now=now / settings.MB))
