"""The files that cost most to read for their size: each of them once stopped a server for everybody."""

from __future__ import annotations

import io
import json
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from tests.hostile import projects, workbooks
from tests.hostile.case import Case, packed
from tests.hostile.parquets import one_column


def comment_bomb() -> bytes:
    return b"<!---->" * 36 + b"a,b\n1,2\n"


def list_bomb() -> bytes:
    """Cells that are lists of a million equal values, 10⁸ in all."""
    values = pa.repeat(pa.scalar(0, pa.int8()), 10**6)
    table = pa.table({"a": pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)})
    out = io.BytesIO()
    with pq.ParquetWriter(out, table.schema) as writer:
        for _ in range(100):
            writer.write_table(table)
    return out.getvalue()


def text_bomb() -> bytes:
    """The same long text in every row."""
    places = pa.repeat(pa.scalar(0, pa.int32()), 20_000)
    return one_column(pa.DictionaryArray.from_arrays(places, pa.array(["x" * 100_000])))


def many_strings() -> bytes:
    return workbooks.strings("<si><t>x</t></si>" * 3_000_000)


def long_strings() -> bytes:
    return workbooks.strings("".join(f"<si><t>{'y' * 30_000}</t></si>" for _ in range(4_000)))


def many_styles() -> bytes:
    kinds = '<xf numFmtId="164" fontId="0"><alignment/></xf>' * 900_000
    return workbooks.with_part(
        workbooks.STYLES, f'<styleSheet xmlns="{workbooks.MAIN}"><cellXfs>{kinds}</cellXfs></styleSheet>'
    )


def far_cells() -> bytes:
    """A blank cell in the last column of every row."""
    return workbooks.sheet("".join(f'<row r="{r}"><c r="XFD{r}" s="1"/></row>' for r in range(1, 60_000)))


def empty_runs() -> bytes:
    return packed(projects.plain() | {"runs.json": b"[" + b"{}," * 33_000_000 + b"{}]"})


def many_runs() -> bytes:
    one = json.loads(projects.plain()["runs.json"])[0]
    return projects.with_json("runs.json", [one | {"id": f"{i:016x}"} for i in range(5_000)])


def large_table() -> bytes:
    """As large as a table may be, and nothing wrong with it."""
    rng = Random(1)
    rows = [",".join(f"{rng.random():.4f}" for _ in range(25)) for _ in range(2_000)]
    return "\n".join([",".join(f"c{j}" for j in range(25)), *rows * 99]).encode()


WORST = {
    "comments": ("bomb.csv", comment_bomb),
    "long lists": ("bomb.parquet", list_bomb),
    "one long text in every row": ("texts.parquet", text_bomb),
    "three million shared strings": ("many.xlsx", many_strings),
    "long shared strings": ("long.xlsx", long_strings),
    "many styles": ("styles.xlsx", many_styles),
    "cells in the last column": ("far.xlsx", far_cells),
    "empty runs": ("empty.treeclust", empty_runs),
    "5,000 runs": ("many.treeclust", many_runs),
    "the largest table": ("large.csv", large_table),
}


def worst_cases() -> list[Case]:
    return [
        Case("project" if name.endswith(".treeclust") else "table", trick, name, make())
        for trick, (name, make) in WORST.items()
    ]
