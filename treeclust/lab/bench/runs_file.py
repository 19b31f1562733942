"""A CSV file with a row per run, written as soon as the run is known, so that a later run goes on where it stopped."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def read_runs(path: Path | None) -> list[dict[str, str]]:
    """What earlier runs wrote; nothing if there is no such file yet."""
    if path is None or not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def append_run(path: Path | None, row: Mapping[str, Any]) -> None:
    if path is None:
        return
    new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        if new:
            writer.writeheader()
        writer.writerow(row)
