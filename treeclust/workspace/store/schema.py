"""The tables of the database as they are now; `migrations` says how they came to be."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

datasets = Table(
    "datasets",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("made", Text, nullable=False),
)
projects = Table(
    "projects",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("view", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("archived", Text),
    Column("deleted", Text),
    Column("owner", Text),
)
keys = Table(
    "keys",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("project", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("made", Text, nullable=False),
)
steps = Table(
    "steps",
    METADATA,
    Column("project", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("what", Text, nullable=False),
    Column("change", Text, nullable=False),
    Column("made", Text, nullable=False),
)
runs = Table(
    "runs",
    METADATA,
    Column("project", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("asked", Text, nullable=False),
    Column("result", Text),
    Column("shown", Text),
    Column("origin", Text),
    Column("made", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("versions", Text, nullable=False),
)
uses = Table(
    "uses",
    METADATA,
    Column("project", Text, primary_key=True),
    Column("dataset", Text, primary_key=True),
)
