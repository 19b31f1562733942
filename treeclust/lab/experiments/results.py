"""The results file: SQLite, one row per run, written as soon as the run is finished."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from treeclust.core.errors import InputError
from treeclust.core.result import Status
from treeclust.lab.experiments.plan import Job, key

Row = dict[str, Any]
COLUMNS = {
    "dataset": "TEXT", "origin": "TEXT", "data_hash": "TEXT", "rows": "INTEGER", "features": "INTEGER",
    "kappa": "REAL", "seed": "INTEGER", "objective": "TEXT", "method": "TEXT", "k": "INTEGER", "depth": "INTEGER",
    "epsilon": "REAL", "smart": "INTEGER", "time_limit": "REAL", "version": "TEXT", "status": "TEXT",
    "message": "TEXT", "md": "REAL", "ms": "REAL", "value": "INTEGER", "ari": "REAL", "nmi": "REAL",
    "clusters": "INTEGER", "links": "INTEGER", "links_broken": "INTEGER", "clauses": "INTEGER", "seconds": "REAL",
    "md_lower_bound": "REAL", "machine": "TEXT",
    "processor_seconds": "REAL", "phases": "TEXT", "finished": "TEXT",
}  # fmt: skip
VARIABLE = "TREECLUST_RESULTS"
NEWEST = "finished, rowid"
WAIT_SECONDS = 30.0
"""How long one process waits while another writes."""


def default_path() -> Path:
    """TREECLUST_RESULTS, or a file in this person's data folder."""
    named = os.environ.get(VARIABLE)
    folder = platformdirs.user_data_path("treeclust", appauthor=False)
    return Path(named) if named else folder / "results" / "experiments.db"


class Results:
    """A results file, made with its folder if it is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=WAIT_SECONDS)
            columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
            with self.connection:
                self.connection.execute(f"CREATE TABLE IF NOT EXISTS runs (key TEXT PRIMARY KEY, {columns})")
                there = {name for _, name, *_ in self.connection.execute("PRAGMA table_info(runs)")}
        except (OSError, sqlite3.Error) as error:
            raise InputError(f'The results file "{path}" cannot be opened ({error}); name another one.') from None
        if there != {"key", *COLUMNS}:
            raise InputError(f'The results file "{path}" comes from another version of TreeClust; name another one.')

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def keep(self, row: Row) -> None:
        """On disk when this returns; a run that is there already is replaced."""
        plain = row | {"phases": json.dumps(row.get("phases") or {})}
        values = [key(row), *(plain.get(name) for name in COLUMNS)]
        with self.connection:
            places = ", ".join("?" * len(values))
            self.connection.execute(f"INSERT OR REPLACE INTO runs VALUES ({places})", values)

    def finished(self) -> set[str]:
        return {found for (found,) in self.connection.execute("SELECT key FROM runs")}

    def rows(self, keys: Iterable[str] | None = None) -> list[Row]:
        """The runs with these keys, or all; oldest first."""
        names = ", ".join(COLUMNS)
        found = self.connection.execute(f"SELECT key, {names} FROM runs ORDER BY {NEWEST}").fetchall()
        wanted = None if keys is None else set(keys)
        return [read(values[1:]) for values in found if wanted is None or values[0] in wanted]


def read(values: tuple[Any, ...]) -> Row:
    row = dict(zip(COLUMNS, values, strict=True))
    smart = None if row["smart"] is None else bool(row["smart"])
    return row | {"smart": smart, "phases": json.loads(row["phases"] or "{}")}


def stamp() -> dict[str, str]:
    """Where and when."""
    place = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return {"machine": place, "finished": datetime.now(UTC).isoformat(timespec="seconds")}


def lost_row(job: Job, why: str) -> Row:
    """The row of a run that has none of its own."""
    row = {name: job[name] for name in job if name not in ("folder", "uci")}
    return row | {"status": str(Status.UNKNOWN), "message": why} | stamp()
