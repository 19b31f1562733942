"""Files that are too large, or pretend to be small."""

from __future__ import annotations

import io
import os
import zipfile

import pytest

from tests.hostile import workbooks
from tests.tables.reading.made import excel_file, parquet_file, read, text_file
from treeclust.core import given_files
from treeclust.core.errors import InputError
from treeclust.tables.reading import MAX_ROWS, files, read_file


@pytest.mark.parametrize(
    ("limit", "data", "words"),
    [
        ("MAX_ROWS", text_file(), "more than 2 rows; keep a random sample"),
        ("MAX_COLUMNS", text_file(), "more than 2 columns; keep those that matter"),
        ("MAX_CELLS", text_file(), "more than 2 cells; keep fewer rows or fewer columns"),
        ("MAX_ROWS", excel_file([["a"], [1], [2], [3]]), "more than 2 rows"),
        ("MAX_COLUMNS", excel_file([["a", "b", "c"], [1]]), "more than 2 columns"),
        ("MAX_ROWS", parquet_file({"a": [1, 2, 3]}), "more than 2 rows"),
        ("MAX_COLUMNS", parquet_file({"a": [1], "b": [1], "c": [1]}), "more than 2 columns"),
    ],
)
def test_tables_that_are_too_large_get_a_sentence(monkeypatch, limit, data, words):
    """Each limit is said with its number, for every kind of file."""
    monkeypatch.setattr(files, limit, 2)
    with pytest.raises(InputError, match=words):
        read_file(data, "a")


def test_a_file_that_is_too_large_gets_a_sentence(monkeypatch):
    """Whatever is in it."""
    monkeypatch.setattr(given_files, "MOST_BYTES", 2)
    with pytest.raises(InputError, match="larger than 0 MB; keep the rows and columns"):
        read_file(text_file(), "a")


def test_a_real_table_of_too_many_rows_is_refused():
    """The limit holds as it stands, not only when lowered by a test."""
    with pytest.raises(InputError, match="more than 200,000 rows"):
        read("x\n" + "1\n" * (MAX_ROWS + 1))


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    """A sparse file of 101 MB is refused by its size."""
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 101_000_000)
    with pytest.raises(InputError, match="larger than 100 MB"):
        read_file(path)


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    """A workbook that says it unpacks to more than 1 GB is refused by what it says."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", "x")
        archive.writestr("xl/sharedStrings.xml", "x")
        archive.infolist()[-1].file_size = 1_000_000_000  # what the archive's list will say
    with pytest.raises(InputError, match="unpacks to more than 1 GB"):
        read_file(data.getvalue(), "a.xlsx")


def test_a_row_number_beyond_excel_is_refused():
    """A sheet that claims a row far below the last possible one does not keep the reader busy for ever."""
    with zipfile.ZipFile(io.BytesIO(excel_file([["a"], [1]]))) as archive:
        parts = {entry: archive.read(entry) for entry in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'<row r="2"', b'<row r="99999999"').replace(b'r="A2"', b'r="A99999999"')
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for entry, content in parts.items():
            archive.writestr(entry, content)
    with pytest.raises(InputError, match=r"save it again in Excel|open it in Excel"):
        read_file(data.getvalue(), "a.xlsx")


@pytest.mark.parametrize(
    "make", [lambda text: parquet_file({"a": ["b", text]}), lambda text: excel_file([["a"], [text]])]
)
def test_a_very_long_text_is_refused_in_every_format(monkeypatch, make):
    """As in a CSV file, where the reader itself has this limit."""
    monkeypatch.setattr(files, "MAX_CHARACTERS", 20)
    with pytest.raises(InputError, match='column "a": more than 20 characters; shorten'):
        read_file(make("x" * 21), "a")
    assert read_file(make("x" * 20), "a").frame["a"].iloc[-1] == "x" * 20


@pytest.mark.parametrize("said", ["&e9;", "&outside;"])
def test_a_workbook_that_defines_entities_is_refused(said):
    """Neither entities in entities, which a few bytes make a billion of, nor the text of another file."""
    nested = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10 if i else "ha"}">' for i in range(10))
    before = f'<!DOCTYPE x [{nested}<!ENTITY outside SYSTEM "file:///etc/hostname">]>'
    with pytest.raises(InputError, match="damaged or no Excel workbook"):
        read_file(workbooks.strings(f"<si><t>{said}</t></si>", before), "a.xlsx")
    with pytest.raises(InputError, match="damaged or no Excel workbook"):
        read_file(workbooks.sheet(f'<row r="1"><c r="A1" t="str"><v>{said}</v></c></row>', before), "a.xlsx")
