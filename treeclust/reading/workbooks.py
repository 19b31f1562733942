"""Binary tables: Excel workbooks and Parquet files, as rows or columns of plain Python values."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from treeclust.errors import InputError

CheckSize = Callable[[int, int], None]

MAX_UNPACKED_BYTES = 1_000_000_000
"""A workbook is a zip archive: what it says it unpacks to is checked before it is unpacked."""
_LAST_EXCEL_ROW = 1_048_576

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NO_TABLES = {
    b"%PDF": "a PDF document", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"GIF8": "a picture",
    b"\x1f\x8b": "a gzip archive", b"7z\xbc\xaf": "a 7-Zip archive", b"Rar!": "a RAR archive",
    b"BZh": "a bzip2 archive", b"\xfd7zXZ": "an xz archive", b"SQLite format 3": "a database",
}  # fmt: skip


def is_workbook(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def is_parquet(data: bytes) -> bool:
    return data.startswith(b"PAR1")


def refuse_other_binaries(data: bytes, name: str) -> None:
    """Files that are surely no table we read, each by what it is."""
    if data.startswith(_OLD_EXCEL):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise InputError(f"{name} is protected by a password; open it in Excel, remove the password, and save it.")
        raise InputError(f"{name} is an Excel file of the old kind (.xls); save it as .xlsx or CSV.")
    for signature, what in _NO_TABLES.items():
        if data.startswith(signature):
            advice = "unpack it and choose the file inside" if "archive" in what else "choose a table"
            raise InputError(f"{name} is {what}; {advice} (CSV, .xlsx or .parquet).")


def read_workbook(
    data: bytes, name: str, sheet: str | None, check_size: CheckSize
) -> tuple[list[list[Any]], str, tuple[str, ...]]:
    """The rows of a sheet, its name, and the names of all sheets. Unless one is named, the first that is not empty."""
    import openpyxl  # here, because it takes a fifth of a second to load and most tables are no workbooks

    _refuse_other_archives(data, name)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises whatever its XML parser, zip reader or own checks raise
        raise _damaged(name) from error
    try:
        sheets = {str(page.title): page for page in book.worksheets}
        if sheet is not None and sheet not in sheets:
            raise InputError(f'{name} has no sheet "{sheet}"; choose one of {", ".join(sheets)}.')
        for title in [sheet] if sheet is not None else list(sheets):
            rows = list(_sheet_rows(sheets[title], name, check_size))
            if rows:
                return rows, title, tuple(sheets)
    finally:
        book.close()
    where = "The workbook" if sheet is None else f'Sheet "{sheet}" of'
    raise InputError(f"{where} {name} is empty; choose a sheet or file with a table in it.")


def _refuse_other_archives(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = {entry.filename: entry.file_size for entry in archive.infolist()}
    except Exception as error:
        raise _damaged(name) from error
    if "xl/workbook.bin" in inside or "content.xml" in inside:
        raise InputError(f"{name} is a spreadsheet of another kind; save it as .xlsx or CSV.")
    if "[Content_Types].xml" not in inside or not any(entry.startswith("xl/") for entry in inside):
        raise InputError(f"{name} is a zip archive, not an Excel workbook; unpack it and choose the file inside.")
    if sum(inside.values()) > MAX_UNPACKED_BYTES:
        raise InputError(f"{name} unpacks to more than 1 GB; save only the sheet that you need, as CSV.")


def _sheet_rows(page: Any, name: str, check_size: CheckSize) -> Iterator[list[Any]]:
    """Rows from the first to the last that has anything in it; cells beyond the used width are cut off later."""
    gap: list[list[Any]] = []
    seen = 0
    try:
        page.reset_dimensions()  # some programs write a wrong size into the file
        for number, cells in enumerate(page.iter_rows(values_only=True)):
            row = list(cells)
            while row and _is_blank(row[-1]):
                row.pop()
            if number >= _LAST_EXCEL_ROW:
                raise InputError(f"{name} has rows that Excel cannot have; save it again in Excel, or as CSV.")
            if not row:
                if seen:
                    gap.append(row)
                continue
            yield from gap
            seen += len(gap) + 1
            gap = []
            check_size(seen - 1, len(row))
            yield row
    except InputError:
        raise
    except Exception as error:
        raise _damaged(name) from error


def _is_blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def read_parquet(data: bytes, name: str, check_size: CheckSize) -> tuple[list[str], list[list[Any]]]:
    """Column names and columns."""
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        rows, columns = int(file.metadata.num_rows), len(file.schema_arrow.names)
        check_size(rows, columns)
        table = file.read()
        return [str(column) for column in table.column_names], [_plain(column) for column in table.columns]
    except InputError:
        raise
    except Exception as error:  # pyarrow has many, and passes on those of its decoders
        raise InputError(f"{name} is damaged or no Parquet file; write it again, or save the table as CSV.") from error


def _plain(column: Any) -> list[Any]:
    """Python values; nanoseconds are cut, since Python's datetime has none."""
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    values: list[Any] = column.to_pylist()
    return values


def _damaged(name: str) -> InputError:
    return InputError(f"{name} is damaged or no Excel workbook; open it in Excel and save it again as .xlsx or CSV.")
