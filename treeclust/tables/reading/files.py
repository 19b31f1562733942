"""A file becomes a table: whatever was uploaded, either a DataFrame with plain columns or one sentence about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from treeclust.core.errors import InputError
from treeclust.core.given_files import MOST_BYTES, check_bytes, read_given
from treeclust.tables.reading.cells import is_value, to_number
from treeclust.tables.reading.delimited import SEPARATORS, refuse_other_formats, sniff_separator, split_records
from treeclust.tables.reading.encodings import ENCODINGS, decode
from treeclust.tables.reading.series import is_text, text_of, tidy_columns
from treeclust.tables.reading.workbooks import (
    WORKBOOKS,
    is_parquet,
    is_workbook,
    read_parquet,
    read_workbook,
    refuse_other_binaries,
)

MAX_BYTES = MOST_BYTES
MAX_ROWS = 200_000
MAX_COLUMNS = 500
MAX_CELLS = 5_000_000
MAX_CHARACTERS = 131_072
"""In one cell."""


@dataclass(frozen=True, eq=False)
class Table:
    """What was read, and how. Columns are int64, float64, bool, datetime64 or str; rows are numbered from 0."""

    frame: pd.DataFrame
    name: str
    notes: tuple[str, ...] = ()
    header: bool = True
    decimal: str = "."
    separator: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Raw:
    """Rows of cells, the first of which may be the header; `names` where the format itself has them."""

    rows: list[list[Any]]
    names: list[str] | None = None
    notes: tuple[str, ...] = ()
    separator: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()


def read_table(source: bytes | Path, name: str | None = None, **options: Any) -> pd.DataFrame:
    """The table of a file, for those who need no more; the options are those of `read_file`."""
    return read_file(source, name, **options).frame


def read_file(
    source: bytes | Path,
    name: str | None = None,
    *,
    header: bool | None = None,
    decimal: str | None = None,
    separator: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
) -> Table:
    """Read a CSV, TSV, Excel, OpenDocument or Parquet file. What is None is guessed; every guess can be overruled.

    `source` is the content, or the path of a file. `name` is only shown and looked at for its ending: it is never
    opened, so an uploaded name can say what it likes.
    """
    _check_options(decimal, separator)
    shown = _shown(name if name is not None else source.name if isinstance(source, Path) else "The file")
    data = source if isinstance(source, bytes) else _load(source, shown)
    raw = _read_raw(data, shown, separator, sheet, encoding)
    first = header if header is not None else _looks_like_header(raw.rows[0] if raw.rows else [])
    has_header = first or raw.names is not None
    given, rows = _split_header(raw, has_header)
    if not rows:
        raise InputError(f"{shown} has column names but no rows below them; add the data, or choose another file.")
    notes = list(raw.notes)
    if not has_header and header is None:
        notes.append("The first row looks like data, so the columns were numbered.")
    columns: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
    names, columns = _drop_empty(_unique(given, notes), given, columns, notes)
    frame, found = tidy_columns(names, columns, decimal, raw.separator, notes)
    _check_lengths(frame)
    return Table(frame, shown, tuple(notes), has_header, found, raw.separator, raw.encoding, raw.sheet, raw.sheets)


def _check_options(decimal: str | None, separator: str | None) -> None:
    if decimal not in (None, ".", ","):
        raise InputError(f'The decimal sign "{decimal}" is not known; choose "." or ",".')
    if separator is not None and (
        len(separator) != 1 or separator in '" ' or not (separator.isprintable() or separator == "\t")
    ):
        raise InputError(f"The separator must be a single character such as {', '.join(SEPARATORS.values())}.")


def _shown(name: str) -> str:
    """The last part of a name, in quotation marks, fit for a sentence."""
    last = re.split(r"[\\/]", name.rstrip("\\/"))[-1]
    clean = "".join(character for character in last if character.isprintable()).strip()
    if name == "The file" or not clean:
        return "The file"
    return f'"{clean if len(clean) <= 60 else clean[:40] + "…" + clean[-16:]}"'


def _load(path: Path, shown: str) -> bytes:
    try:
        is_folder = path.is_dir()
        data = b"" if is_folder else read_given(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"There is no file {shown}; check the name and the folder.") from error
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{shown} cannot be opened; check its name and that you may read it.") from error
    if is_folder:
        raise InputError(f"{shown} is a folder; choose a file in it.")
    return data


def check_size(rows: int, columns: int) -> None:
    """Refuse what is too large, as soon as it is known to be."""
    if columns > MAX_COLUMNS:
        raise InputError(f"The table has more than {MAX_COLUMNS} columns; keep those that matter.")
    if rows > MAX_ROWS:
        raise InputError(f"The table has more than {MAX_ROWS:,} rows; keep a random sample of them.")
    if rows * columns > MAX_CELLS:
        raise InputError(f"The table has more than {MAX_CELLS:,} cells; keep fewer rows or fewer columns.")


def _check_lengths(frame: pd.DataFrame) -> None:
    """As the CSV reader does, for every kind of file."""
    for name in (name for name in frame.columns if is_text(frame[name])):
        long = frame[name].str.len() > MAX_CHARACTERS
        if len(name) > MAX_CHARACTERS or long.any():
            where = f'Row {long.argmax()}, column "{name[:60]}"' if long.any() else f'Column "{name[:60]}"'
            raise InputError(f"{where}: more than {MAX_CHARACTERS:,} characters; shorten the text.")


def _read_raw(data: bytes, shown: str, separator: str | None, sheet: str | None, encoding: str | None) -> _Raw:
    """The content decides what the file is, not the ending of its name."""
    check_bytes(data)
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise InputError(f"{shown} is empty; choose a file with a table in it.")
    ending = shown.rstrip('"').lower().rpartition(".")[2]
    if is_workbook(data):
        rows, title, titles = read_workbook(data, shown, sheet, check_size)
        said = (f'Sheet "{title}" was read; the file has {len(titles)} sheets.',) if len(titles) > 1 else ()
        return _Raw(_squared(rows), notes=said, sheet=title, sheets=titles)
    if is_parquet(data):
        names, columns = read_parquet(data, shown, check_size)
        return _Raw([list(row) for row in zip(*columns, strict=True)], names)
    refuse_other_binaries(data, shown)
    if ending in (*WORKBOOKS, "parquet"):
        what = "a Parquet file" if ending == "parquet" else "a workbook"
        raise InputError(f"{shown} is not {what}, whatever its name says; save the table again as .{ending} or CSV.")
    text, found = decode(data, shown, encoding)
    refuse_other_formats(text, shown)
    sign = separator or sniff_separator(text)
    records: list[list[Any]] = [*split_records(text, sign, shown, check_size)]
    while records and not any(value.strip() for value in records[-1]):
        records.pop()  # spreadsheets end their CSV files with lines of separators
    if not records:
        raise InputError(f"{shown} is empty; choose a file with a table in it.")
    guessed = encoding is None and not found.startswith("utf")
    said = (f"The file is not UTF-8; it was read as {ENCODINGS[found]} ({found}).",) if guessed else ()
    return _Raw(records, notes=said, separator=sign, encoding=found)


def _squared(rows: list[list[Any]]) -> list[list[Any]]:
    """Rows of a sheet, made equally long; columns that are empty from top to bottom on the left are cut off."""
    width = max(map(len, rows))
    check_size(len(rows) - 1, width)
    left = min(next((j for j, cell in enumerate(row) if cell is not None), width) for row in rows)
    return [(row + [None] * (width - len(row)))[left:] for row in rows]


def _looks_like_header(first: Sequence[Any]) -> bool:
    """Names are not numbers, dates or true/false; except 0, 1, 2, … as programs write them, and years beside a name."""
    cells = [cell for cell in first if cell is not None and str(cell).strip()]
    values = [cell for cell in cells if is_value(cell)]
    if not values:
        return True
    numbers = [to_number(str(cell)) for cell in values]
    if len(values) == len(cells) > 1 and numbers in (list(range(len(cells))), list(range(1, len(cells) + 1))):
        return True
    years = [number for number in numbers if number is not None and 1900 <= number <= 2100 and number % 1 == 0]
    return len(cells) > len(values) == len(years) > 1 and years == sorted(set(years))


def _split_header(raw: _Raw, has_header: bool) -> tuple[list[str], list[list[Any]]]:
    if raw.names is not None:
        return [_name(name) for name in raw.names], raw.rows
    if not has_header:
        return ["" for _ in raw.rows[0]], raw.rows
    return [_name(cell) for cell in raw.rows[0]], raw.rows[1:]


def _name(cell: object) -> str:
    return " ".join((text_of(cell) or "").split())


def _unique(given: Sequence[str], notes: list[str]) -> list[str]:
    """A name for every column, no two alike."""
    names: list[str] = []
    taken = set(given)
    for number, name in enumerate(given, start=1):
        new = name or f"Column {number}"
        count = 2
        while new in names or (new != name and new in taken):
            new = f"{name or f'Column {number}'} ({count})"
            count += 1
        if name and new != name:
            notes.append(f'Two columns are called "{name}"; the second was renamed "{new}".')
        names.append(new)
    return names


def _drop_empty(
    names: list[str], given: Sequence[str], columns: list[list[Any]], notes: list[str]
) -> tuple[list[str], list[list[Any]]]:
    """Columns with neither a name nor a value are leftovers of a spreadsheet."""
    keep = [
        j for j, column in enumerate(columns)
        if given[j] or any(cell is not None and str(cell).strip() for cell in column)
    ]  # fmt: skip
    if len(keep) < len(columns):
        notes.append(f"Columns with neither a name nor a value were left out ({len(columns) - len(keep)}).")
    return [names[j] for j in keep], [columns[j] for j in keep]
