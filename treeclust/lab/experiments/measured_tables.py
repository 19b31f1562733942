"""The paper's tables as we have measured them, for who has run nothing yet; docs/experiments.md says how."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from treeclust.lab.experiments.tables import Line

FOLDER = Path(__file__).parent / "measured"
TABLES = ("table1", "table2", "table3")
WORDS = ("Dataset", "Objective", "Method", "Smart pairs", "Differs because")
COUNTS = ("Feasible", "Runs", "Paper feasible", "Not proved", "Depth")


@cache
def measured_lines(table: str) -> tuple[Line, ...]:
    """As `tables.lines` gives them for runs of one's own."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return tuple({name: value(name, text) for name, text in line.items()} for line in csv.DictReader(file))


def value(name: str, text: str) -> str | int | float | None:
    if name in WORDS:
        return text
    if not text:
        return None
    return int(text) if name in COUNTS else float(text)
