"""Every bad file gets one sentence that says what to do next."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import pytest

from tests.tables.reading.made import PLAIN, excel_file, read
from treeclust.core.errors import InputError
from treeclust.tables.reading import read_file

BAD = {
    "nothing": (b"", "a.csv", "is empty; choose a file"),
    "blank lines": (b"\r\n \r\n", "a.csv", "is empty; choose a file"),
    "only separators": (b",,\n,,\n", "a.csv", "is empty; choose a file"),
    "header only": (b"a,b\n", "a.csv", "has column names but no rows below them; add the data"),
    "web page": (b"<!DOCTYPE html><html><body><table><tr><td>1</td></tr></table></body></html>", "a.csv", "web page"),
    "web page after blanks": (b"\xef\xbb\xbf\n  <html>\n<p>a,b</p></html>", "a.csv", "is a web page, not a table"),
    "XML": (b"<?xml version='1.0'?><a/>", "a.csv", "is XML, not a table; save the table as CSV"),
    "JSON": (b'[{"a": 1}]', "a.csv", "is JSON, not a table; save the table as CSV"),
    "garbage": (bytes(range(256)) * 4, "a.csv", "is not a text file; save the table as CSV"),
    "long row": (b"a,b\n1,2\n1,2,3\n", "a.csv", 'Line 3 of "a.csv" has 3 values where the first line has 2 values'),
    "short row": (b"a,b\n1,2\n1\n", "a.csv", "has 1 value where the first line has 2 values (separator: comma); add"),
    "title above": (b"Report\na,b\n1,2\n3,4\n", "a.csv", "remove title lines above the table"),
    "open quote": (b'a,b\n1,"x\n2,3\n', "a.csv", "a quotation mark is opened and not properly closed"),
    "huge cell": (b'a,b\n1,"' + b"x" * 200_000 + b'"\n', "a.csv", "Line 2 of \"a.csv\": a value is very long"),
    "text as Excel": (b"a,b\n1,2\n", "a.xlsx", "is not a workbook, whatever its name says; save"),
    "text as Parquet": (b"a,b\n1,2\n", "a.parquet", "is not a Parquet file, whatever its name says"),
    "broken zip": (b"PK\x03\x04 and then nothing", "a.xlsx", "is damaged or no Excel workbook; open it in Excel and"),
    "broken Parquet": (b"PAR1 and then nothing PAR1", "a.parquet", "is damaged or no Parquet file; write it again"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.xls", "is damaged or no Excel workbook; open"),
    "password": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a.xlsx",
        "is protected by a password; open it in Excel, remove the password",
    ),
    "PDF": (b"%PDF-1.7 ...", "a.csv", "is a PDF document; choose a table"),
    "picture": (b"\x89PNG\r\n\x1a\n", "a.csv", "is a picture; choose a table"),
    "gzip": (b"\x1f\x8b\x08\x00", "a.csv.gz", "is a gzip archive; unpack it"),
    "pickle": (pickle.dumps(PLAIN), "a.csv", "is not a text file; save the table as CSV"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_files_get_a_sentence(case):
    """One sentence, which names the file and says what to do next."""
    data, name, words = BAD[case]
    with pytest.raises(InputError) as caught:
        read_file(data, name)
    sentence = str(caught.value)
    assert words in sentence
    assert name in sentence
    assert ";" in sentence and sentence.endswith(".") and "\n" not in sentence and len(sentence) < 220


def test_other_archives_get_a_sentence():
    """A zip with no workbook in it, and what only looks like a workbook of another maker."""
    for inside, words in (("data.csv", "zip archive"), ("content.xml", "damaged"), ("xl/workbook.bin", "zip archive")):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr(inside, "x")
        with pytest.raises(InputError, match=words):
            read_file(data.getvalue(), "a.xlsx")


def test_a_workbook_with_broken_insides_gets_a_sentence():
    """Any part of a workbook may be cut short or garbled."""
    whole = excel_file([["a", "b"], [1, "x"], [2, "y"]])
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {entry: archive.read(entry) for entry in archive.namelist()}
    for broken in parts:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for entry, content in parts.items():
                archive.writestr(entry, content[: len(content) // 2] if entry == broken else content)
        try:
            read_file(data.getvalue(), "a.xlsx")
        except InputError as error:
            assert "open it in Excel" in str(error)


def test_empty_workbooks_and_unknown_sheets_get_a_sentence():
    """The sentence names the sheets there are."""
    with pytest.raises(InputError, match="is empty; choose a sheet or file"):
        read_file(excel_file([], [[None, " "]]), "a.xlsx")
    with pytest.raises(InputError, match='has no sheet "Data"; choose one of Sheet1'):
        read_file(excel_file([["a"], [1]]), "a.xlsx", sheet="Data")


def test_paths_that_cannot_be_read_get_a_sentence(tmp_path):
    """Missing, a folder, a file below a file, an impossible name."""
    (tmp_path / "file").write_text("a\n1\n")
    for path, words in (
        (tmp_path / "none.csv", 'There is no file "none.csv"; check'),
        (tmp_path, "is a folder; choose a file in it"),
        (tmp_path / "file" / "x.csv", "There is no file"),
        (tmp_path / ("x" * 400), "cannot be opened"),
        (Path("nul\0.csv"), "cannot be opened"),
    ):
        with pytest.raises(InputError, match=words):
            read_file(path)


def test_unknown_options_get_a_sentence():
    """Options are checked before the file is."""
    with pytest.raises(InputError, match="decimal sign"):
        read("a,b\n1,2\n", decimal="x")
    for separator in ("", ",,", '"', "\n", " ", "\0"):
        with pytest.raises(InputError, match="separator must be a single character"):
            read("a,b\n1,2\n", separator=separator)
