"""Addresses that lead to a project: secret tokens, of which the database knows only hashes, so that who reads the
database opens nothing with it."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select

from treeclust.workspace.store import schema
from treeclust.workspace.store.runs import now

TOKEN_BYTES = 24


class Role(StrEnum):
    EDIT = "edit"
    READ = "read"


@dataclass(frozen=True)
class Key:
    """`hash` names it; the token itself is known only to those who have it."""

    hash: str
    project: str
    role: Role
    made: datetime


class Keys:
    def __init__(self, engine: Engine) -> None:
        self.engine, self.writing = engine, engine.execution_options(writes=True)

    def find(self, token: str) -> Key | None:
        """Of a project that is not deleted. Keys are looked up by their hash, so that how long it takes says nothing
        about the token."""
        keys, projects = schema.keys, schema.projects
        wanted = select(keys).join(projects, projects.c.id == keys.c.project)
        wanted = wanted.where(keys.c.hash == hash_of_token(token), projects.c.deleted.is_(None))
        with self.engine.connect() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else key_of(row)

    def listing(self, project: str) -> list[Key]:
        wanted = select(schema.keys).filter_by(project=project).order_by(schema.keys.c.made)
        with self.engine.connect() as connection:
            return [key_of(row) for row in connection.execute(wanted)]

    def add(self, project: str, role: Role) -> str:
        """A new token."""
        token = new_token()
        with self.writing.begin() as connection:
            insert_key(connection, project, token, role)
        return token

    def revoke(self, project: str, hash_: str) -> None:
        with self.writing.begin() as connection:
            connection.execute(delete(schema.keys).filter_by(project=project, hash=hash_))

    def rotate(self, project: str, role: Role) -> str:
        """A new token instead of all that there were for this role."""
        token = new_token()
        with self.writing.begin() as connection:
            connection.execute(delete(schema.keys).filter_by(project=project, role=role))
            insert_key(connection, project, token, role)
        return token


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def insert_key(connection: Connection, project: str, token: str, role: Role = Role.EDIT) -> None:
    row = {"hash": hash_of_token(token), "project": project, "role": role, "made": now()}
    connection.execute(insert(schema.keys).values(**row))


def hash_of_token(token: str) -> str:
    """A plain hash is enough: nobody tries 192 random bits one by one."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def key_of(row: Any) -> Key:
    return Key(row.hash, row.project, Role(row.role), datetime.fromisoformat(row.made))
