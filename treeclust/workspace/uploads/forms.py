"""What a worker writes of a file that it has read, and the server reads: JSON, and tables as the store keeps them.

Nothing here can run, and all of it is small: a worker refuses what would not be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treeclust.core.codec import from_json, link_of_row, row_of_link, to_json
from treeclust.core.errors import InputError, one_line
from treeclust.core.links import Link
from treeclust.tables.columns import Column, columns_of, know_columns
from treeclust.tables.reading import Table
from treeclust.workspace.store.importing import ProjectRows
from treeclust.workspace.store.tables import content_of, table_from

MOST_TABLE_MB = 256
"""Of the memory that the values of a table take."""
ABOUT, RUNS, CELLS, PLACED = "about.json", "runs.jsonl", "{}.parquet", "placed.csv"
MOST_NOTES = 50
CertainLink = tuple[Link, str | None]


def write_json(folder: Path, value: Any) -> None:
    (folder / ABOUT).write_text(json.dumps(value), encoding="utf-8")


def read_json(folder: Path) -> Any:
    return json.loads((folder / ABOUT).read_text(encoding="utf-8"))


# -- a table ----------------------------------------------------------------------------------------------------------


def check_memory(table: Table) -> None:
    """A short file can hold long texts many times."""
    if table.frame.memory_usage(deep=True).sum() > MOST_TABLE_MB * 1024 * 1024:
        raise InputError(f"{table.name} holds more than {MOST_TABLE_MB} MB of values; keep those that you need.")


def write_table(folder: Path, table: Table) -> None:
    about = to_json(table) | {"notes": [one_line(note) for note in table.notes[:MOST_NOTES]]}
    (folder / CELLS.format("table")).write_bytes(content_of(table))
    write_json(folder, {"about": about, "columns": to_json(columns_of(table))})


def read_table(folder: Path) -> Table:
    said = read_json(folder)
    table = table_from((folder / CELLS.format("table")).read_bytes(), said["about"])
    know_columns(table, from_json(tuple[Column, ...], said["columns"]))
    return table


# -- links ------------------------------------------------------------------------------------------------------------


def write_links(folder: Path, links: list[CertainLink]) -> None:
    write_json(folder, [[row_of_link(link), word] for link, word in links])


def read_links(folder: Path) -> list[CertainLink]:
    return [(link_of_row(row), word) for row, word in read_json(folder)]


# -- a project --------------------------------------------------------------------------------------------------------


def write_project(folder: Path, rows: ProjectRows) -> None:
    for name, content in rows.tables.items():
        (folder / CELLS.format(name)).write_bytes(content)
    with (folder / RUNS).open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(run) + "\n" for run in rows.runs)
    write_json(
        folder,
        {
            "title": rows.title,
            "view": rows.view,
            "summary": rows.summary,
            "change": rows.change,
            "tables": list(rows.tables),
        },
    )


def read_project(folder: Path) -> ProjectRows:
    """Its runs are read one by one, while the folder is there."""
    said = read_json(folder)
    tables = {name: (folder / CELLS.format(name)).read_bytes() for name in said["tables"]}
    return ProjectRows(said["title"], said["view"], said["summary"], said["change"], read_runs(folder), tables)


def read_runs(folder: Path) -> Iterator[dict[str, Any]]:
    with (folder / RUNS).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# -- rows with their clusters -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PlacedFile:
    """The rows of a file with their clusters, as CSV; how many there are, how many each cluster gets, and what is
    unusual."""

    csv: bytes
    count: int
    words: str
    warnings: tuple[str, ...]


def write_placed(folder: Path, placed: PlacedFile) -> None:
    (folder / PLACED).write_bytes(placed.csv)
    write_json(folder, {"count": placed.count, "words": placed.words, "warnings": placed.warnings})


def read_placed(folder: Path) -> PlacedFile:
    said = read_json(folder)
    return PlacedFile((folder / PLACED).read_bytes(), said["count"], said["words"], tuple(said["warnings"]))
