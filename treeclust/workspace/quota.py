"""How much one person, and all together, may keep in the database; and how much memory one project may take."""

from __future__ import annotations

from treeclust.core.errors import InputError
from treeclust.jobs.machine import machine_memory_mb
from treeclust.workspace import settings
from treeclust.workspace.project import Project
from treeclust.workspace.store import Store
from treeclust.workspace.store.schema import projects

PROJECT = "TREECLUST_PROJECT_MB"
LEAST_MB, MOST_MB, SHARE = 256, 2048, 8
"""Of memory for one project: one part in eight of the machine's, within these bounds."""
PER_PERSON, IN_ALL = "TREECLUST_STORED_MB_PER_PERSON", "TREECLUST_STORED_MB"
FULL_SHARE = (
    "This file does not fit: your tables may take {most} MB on this server, and take {now:.0f} MB already; open a "
    "smaller file, or delete a project that you no longer need."
)
FULL_SERVER = "This server is full: its tables may take {most} MB in all. Ask whoever runs it, or open a smaller file."

FULL_PROJECT = (
    "This project is full: its tables, choices of columns and runs take the {most} MB of memory that a project may. "
    "Begin a new project for what comes next; this one stays as it is."
)
LABEL_BYTES = 40
"""Of each row in a run: its label is in several lists."""


def check_memory(project: Project) -> None:
    """Before a project grows by another table, choice of columns or run; InputError if it is too large for that: all of
    it is in memory as long as somebody has it open."""
    most = settings.whole(PROJECT, max(LEAST_MB, min(MOST_MB, machine_memory_mb() // SHARE)))
    if held_bytes(project) > most * settings.MB:
        raise InputError(FULL_PROJECT.format(most=most))


def held_bytes(project: Project) -> int:
    data = 0 if project.ledger is None else project.ledger.sources.held_bytes()
    return data + sum(LABEL_BYTES * len(answer.labels) for answer in project.answers if answer.labels is not None)


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
