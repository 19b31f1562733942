"""A table as plain CSV and back, every cell the same: for files that people may open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd

from treeclust.core.errors import InputError
from treeclust.tables.reading import MAX_CELLS, MAX_COLUMNS, MAX_ROWS

MARK = "'"
MARKED = ("=", "+", "-", "@", "\t", "\r", MARK)
"""Text that begins like this gets an apostrophe before it, as text that is empty; a missing cell is empty."""
LONGEST_CELL = 10_000_000
_LIMIT = threading.Lock()
TYPES = {"int64": "whole", "float64": "number", "bool": "yes-no", "str": "text"}
DTYPES = {"whole": "int64", "number": "float64", "yes-no": "bool", "text": "str", "time": "datetime64[us]"}


def type_of(column: pd.Series) -> str:
    return TYPES.get(str(column.dtype), "time")


def frame_to_csv(frame: pd.DataFrame) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)  # some versions forget to for a "\r"
    writer.writerow([text_cell(str(name)) for name in frame.columns])
    writer.writerows(zip(*(column_cells(frame[name]) for name in frame.columns), strict=True))
    return out.getvalue()


def column_cells(column: pd.Series) -> list[str]:
    missing = column.isna().tolist()
    write: dict[str, Callable[[Any], str]] = {
        "text": text_cell,
        "yes-no": lambda x: "yes" if x else "no",
        "time": lambda x: x.isoformat(),
    }
    said = write.get(type_of(column), repr)
    return ["" if gap else said(x) for x, gap in zip(column.tolist(), missing, strict=True)]


def text_cell(text: str) -> str:
    return MARK + text if not text or text.startswith(MARKED) else text


def frame_from_csv(text: str, names: list[str], types: list[str]) -> pd.DataFrame:
    """The frame that was written; InputError if the text is not one."""
    if not 1 <= len(names) == len(types) <= MAX_COLUMNS or len(set(names)) < len(names):
        raise InputError("its columns are not those of a table")
    with long_cells():
        rows = rows_of(text, names)
    cells = list(zip(*rows, strict=True)) if rows else [() for _ in names]
    return pd.DataFrame({name: column_from(list(c), t) for name, c, t in zip(names, cells, types, strict=True)})


@contextmanager
def long_cells() -> Iterator[None]:
    """Cells as long as any table may have; the limit belongs to the whole process, so it is put back."""
    with _LIMIT:
        before = csv.field_size_limit(LONGEST_CELL)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def rows_of(text: str, names: list[str]) -> list[list[str]]:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    if next(lines, None) != [text_cell(name) for name in names]:
        raise InputError("a table has other columns than it should")
    rows = []
    for row in lines:
        rows.append(row)
        if len(row) != len(names) or len(rows) > min(MAX_ROWS, MAX_CELLS // len(names)):
            raise InputError(f"row {len(rows)} of a table has too many or too few cells, or there are too many rows")
    return rows


def column_from(cells: list[str], kind: str) -> pd.Series:
    if kind not in DTYPES:
        raise InputError(f'"{kind[:20]}" is no type of column')
    read: dict[str, Callable[[str], Any]] = {
        "whole": int,
        "number": lambda x: float(x) if x else np.nan,
        "yes-no": {"yes": True, "no": False}.__getitem__,
        "text": lambda x: x.removeprefix(MARK) if x else None,
        "time": lambda x: pd.Timestamp(x) if x else pd.NaT,
    }
    return pd.Series([read[kind](cell) for cell in cells], dtype=DTYPES[kind])
