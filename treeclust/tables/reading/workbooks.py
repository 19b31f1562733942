"""Binary tables: Excel and OpenDocument workbooks, and Parquet files, as rows or columns of plain Python values."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum

from treeclust.core.errors import InputError
from treeclust.tables.reading.far_cells import check_reach

CheckSize = Callable[[int, int], None]

MAX_UNPACKED_BYTES = 1_000_000_000
"""A workbook is a zip archive: what it says it unpacks to is checked before it is unpacked."""
LARGEST_WHOLE = 2.0**53
WORKBOOKS = ("xlsx", "xlsm", "xlsb", "xls", "ods")
"""How the names of workbooks end."""
_ZIP = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NO_TABLES = {
    b"%PDF": "a PDF document", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"GIF8": "a picture",
    b"\x1f\x8b": "a gzip archive", b"7z\xbc\xaf": "a 7-Zip archive", b"Rar!": "a RAR archive",
    b"BZh": "a bzip2 archive", b"\xfd7zXZ": "an xz archive", b"SQLite format 3": "a database",
}  # fmt: skip


def is_workbook(data: bytes) -> bool:
    return data.startswith((_ZIP, _OLD_EXCEL))


def is_parquet(data: bytes) -> bool:
    return data.startswith(b"PAR1")


def refuse_other_binaries(data: bytes, name: str) -> None:
    """Files that are surely no table we read, each by what it is."""
    for signature, what in _NO_TABLES.items():
        if data.startswith(signature):
            advice = "unpack it and choose the file inside" if "archive" in what else "choose a table"
            raise InputError(f"{name} is {what}; {advice} (CSV, .xlsx or .parquet).")


def read_workbook(
    data: bytes, name: str, sheet: str | None, check_size: CheckSize
) -> tuple[list[list[Any]], str, tuple[str, ...]]:
    """The rows of a sheet, its name, and the names of all sheets. Unless one is named, the first that is not empty."""
    if data.startswith(_OLD_EXCEL):
        _refuse_passwords(data, name)
    else:
        _check_archive(data, name, check_size)
    with _damage_is_said(name):
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        titles = tuple(one.name for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet)
    if sheet is not None and sheet not in titles:
        raise InputError(f'{name} has no sheet "{sheet}"; choose one of {", ".join(titles)}.')
    for title in [sheet] if sheet is not None else titles:
        rows = _sheet_rows(book, title, name, check_size)
        if rows:
            return rows, title, titles
    where = "The workbook" if sheet is None else f'Sheet "{sheet}" of'
    raise InputError(f"{where} {name} is empty; choose a sheet or file with a table in it.")


@contextmanager
def _damage_is_said(name: str) -> Iterator[None]:
    """calamine raises errors of its own, and panics where it expects none."""
    try:
        yield
    except (InputError, MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except PasswordError as error:
        raise _locked(name) from error
    except BaseException as error:
        raise InputError(
            f"{name} is damaged or no Excel workbook; open it in Excel and save it again as .xlsx or CSV."
        ) from error


def _refuse_passwords(data: bytes, name: str) -> None:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise _locked(name)


def _locked(name: str) -> InputError:
    return InputError(f"{name} is protected by a password; open it in Excel, remove the password, and save it.")


def _check_archive(data: bytes, name: str, check_size: CheckSize) -> None:
    """What is no workbook, or would take too much memory, is refused before it is read."""
    with _damage_is_said(name), zipfile.ZipFile(io.BytesIO(data)) as archive:
        inside = {entry.filename: entry.file_size for entry in archive.infolist()}
        is_excel = "[Content_Types].xml" in inside and any(entry.startswith("xl/") for entry in inside)
        if not is_excel and "content.xml" not in inside:
            raise InputError(f"{name} is a zip archive, not an Excel workbook; unpack it and choose the file inside.")
        if sum(inside.values()) > MAX_UNPACKED_BYTES:
            raise InputError(f"{name} unpacks to more than 1 GB; save only the sheet that you need, as CSV.")
        for entry in inside:
            if entry.startswith("xl/worksheets/sheet") and not check_reach(archive.read(entry), check_size):
                raise InputError(f"{name} has rows that Excel cannot have; save it again in Excel, or as CSV.")


def _sheet_rows(book: Any, title: str, name: str, check_size: CheckSize) -> list[list[Any]]:
    """Rows from the first to the last that has anything in it; cells beyond the used width are cut off later."""
    with _damage_is_said(name):
        page = book.get_sheet_by_name(title)
        check_size(page.height - 1, page.width)
        rows = [_used(row) for row in page.to_python(skip_empty_area=True)]
    while rows and not rows[-1]:
        rows.pop()
    first = next((at for at, row in enumerate(rows) if row), 0)
    return rows[first:]


def _used(row: list[Any]) -> list[Any]:
    """Up to the last cell that has anything in it. A workbook has no whole numbers, only numbers without a fraction."""
    while row and _is_blank(row[-1]):
        row.pop()
    return [
        int(cell) if type(cell) is float and cell.is_integer() and abs(cell) < LARGEST_WHOLE else
        None if _is_blank(cell) else cell
        for cell in row
    ]  # fmt: skip


def _is_blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def read_parquet(data: bytes, name: str, check_size: CheckSize) -> tuple[list[str], list[list[Any]]]:
    """Column names and columns."""
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        rows, columns = int(file.metadata.num_rows), len(file.schema_arrow.names)
        check_size(rows, columns)
        table = file.read(use_threads=False)
        return [str(column) for column in table.column_names], [_plain(column) for column in table.columns]
    except (InputError, MemoryError):
        raise
    except Exception as error:  # pyarrow has many, and passes on those of its decoders
        raise InputError(f"{name} is damaged or no Parquet file; write it again, or save the table as CSV.") from error


def _plain(column: Any) -> list[Any]:
    """Python values; nanoseconds are cut, since Python's datetime has none."""
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    values: list[Any] = column.to_pylist()
    return values
