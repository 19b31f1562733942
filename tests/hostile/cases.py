"""All hostile files and command lines of a seed, in one order: the same seed gives the same files."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.hostile import link_files, parquets, projects, tables, workbooks
from tests.hostile.case import Case, Trick, damaged
from tests.hostile.command_lines import command

SHAPES: dict[str, tuple[str, dict[str, Trick]]] = {
    "table": (".csv", tables.TRICKS),
    "workbook": (".xlsx", workbooks.TRICKS),
    "parquet": (".parquet", parquets.TRICKS),
    "project": (".treeclust", projects.TRICKS),
    "links": (".csv", link_files.TRICKS),
}
SHARES = ("table", "workbook", "parquet", "project", "project", "links", "command", "new rows")
"""What comes in turn; projects twice, because most can be said in them."""
FILE_NAMES = ("t", "", "../../t", "t\0", "x" * 400, "<b>t", "=1", "\u202et", "CON", "t.exe", "\ud800")
OPTIONS = {
    "header": (None, True, False),
    "decimal": (None, ".", ",", "x"),
    "separator": (None, ";", "\t", "", "ab", '"'),
}


def cases(count: int, seed: int) -> Iterator[Case]:
    for number in range(count):
        rng = Random(f"{seed}-{number}")
        kind = SHARES[number % len(SHARES)]
        yield command(rng) if kind == "command" else file_case(kind, rng)


def file_case(kind: str, rng: Random) -> Case:
    if kind == "new rows" and rng.random() < 0.5:
        return Case(kind, "table: new rows", "t.csv", tables.new_rows(rng))
    shape = rng.choice(("table", "workbook", "parquet")) if kind == "new rows" else kind
    ending, tricks = SHAPES[shape]
    trick = rng.choice(list(tricks))
    content = tricks[trick](rng)
    if rng.random() < 0.25:
        trick, content = f"{trick}, damaged", damaged(content, rng)
    name = rng.choice(FILE_NAMES) if rng.random() < 0.2 else "t"
    options = {key: rng.choice(values) for key, values in OPTIONS.items()} if rng.random() < 0.2 else {}
    way = {"workbook": "table", "parquet": "table"}.get(kind, kind)
    return Case(way, f"{shape}: {trick}", name + ending, content, options if way == "table" else {})
