"""Files of every kind: read as meant, or refused in one sentence."""

from __future__ import annotations

import datetime
import io
import os
import pickle
import zipfile
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeclust.errors import InputError
from treeclust.reading import MAX_ROWS, Table, files, read_file, read_table

PLAIN = pd.DataFrame({"size": [1.5, 2.25, -3.0], "colour": ["red", "blue", "red"], "count": [1, 2, 3]})


def text_file(separator: str = ",", decimal: str = ".", encoding: str = "utf-8") -> bytes:
    return PLAIN.to_csv(index=False, sep=separator, decimal=decimal).encode(encoding)


def excel_file(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        page = book.create_sheet(f"Sheet{number + 1}")
        for row in rows:
            page.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def parquet_file(columns: dict[str, object]) -> bytes:
    data = io.BytesIO()
    pq.write_table(pa.table(columns), data)
    return data.getvalue()


def read(text: str, **options: object) -> Table:
    return read_file(text.encode(), "data.csv", **options)


# ---- what is read


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32"])
def test_separator_and_encoding_are_found(separator, encoding):
    """The same table comes out of every separator and encoding."""
    assert read_table(text_file(separator, encoding=encoding), "a.csv").equals(PLAIN)


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_decimal_comma_is_found(separator):
    """A comma between digits is a decimal sign where it cannot be the separator."""
    found = read_file(text_file(separator, decimal=","), "a.csv")
    assert found.frame.equals(PLAIN)
    assert found.decimal == ","


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_accents_survive(encoding):
    """Names and values keep their letters, whatever the encoding."""
    frame = read_table("Größe,café\n1,é\n2,ü\n".encode(encoding))
    assert list(frame.columns) == ["Größe", "café"]
    assert frame["café"].tolist() == ["é", "ü"]


def test_windows_encoding_is_noted():
    """A fallback that may garble letters is said."""
    assert "Windows-1252" in read_file("naïve,b\n1,2\n".encode("cp1252"), "a.csv").notes[0]


def test_a_path_is_read(tmp_path):
    """A Path is opened; the name is taken from it."""
    path = tmp_path / "data.csv"
    path.write_bytes(text_file())
    assert read_file(path).frame.equals(PLAIN)
    assert read_file(path).name == '"data.csv"'


def test_an_uploaded_name_is_never_opened(tmp_path):
    """A name that points at a real file changes nothing: the bytes are what is read."""
    secret = tmp_path / "secret.csv"
    secret.write_text("key\n42\n")
    found = read_file(text_file(), str(secret))
    assert found.frame.equals(PLAIN)
    assert found.name == '"secret.csv"'
    assert read_file(text_file(), "../../etc/pass\x1b[31mwd\n").name == '"pass[31mwd"'


def test_excel_is_read_with_its_types():
    """Numbers, text, dates and truth values keep their types; empty cells are missing."""
    when = datetime.datetime(2024, 5, 31)
    frame = read_table(excel_file([["n", "t", "d", "b"], [1, "x", when, True], [2.5, None, None, False]]), "a.xlsx")
    assert [str(dtype) for dtype in frame.dtypes] == ["float64", "str", "datetime64[us]", "bool"]
    assert frame["d"][0] == pd.Timestamp(when)
    assert frame.isna().sum().tolist() == [0, 1, 1, 0]


def test_excel_sheets_can_be_chosen():
    """The first sheet that is not empty is read and said; another can be asked for."""
    data = excel_file([], [["a"], [1]], [["b"], [2]])
    found = read_file(data, "a.xlsx")
    assert (found.sheet, found.sheets) == ("Sheet2", ("Sheet1", "Sheet2", "Sheet3"))
    assert 'Sheet "Sheet2"' in found.notes[0]
    assert list(read_table(data, "a.xlsx", sheet="Sheet3").columns) == ["b"]


def test_excel_margins_are_cut_off():
    """A table that starts in the middle of a sheet is found."""
    frame = read_table(excel_file([[], [None, None, "a", "b"], [None, None, 1, 2], [None, None, 3, None]]), "a.xlsx")
    assert frame["a"].tolist() == [1, 3]
    assert frame["b"].isna().tolist() == [False, True]


def test_excel_rows_keep_their_numbers():
    """An empty row between two others is a row of missing values, so that later rows keep their numbers."""
    frame = read_table(excel_file([["a", "b"], [1, 2], [], [3, 4]]), "a.xlsx")
    assert frame["a"].isna().tolist() == [False, True, False]


def test_parquet_is_read_with_its_types():
    """Whole numbers, numbers, text, moments, dates and decimals, with gaps."""
    moment = datetime.datetime(2024, 5, 31, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
    data = parquet_file({
        "whole": [1, 2], "gap": [1, None], "text": ["x", None], "moment": [moment, None],
        "day": [datetime.date(2024, 5, 31), None], "money": pa.array([1, 2], pa.decimal128(10, 2)), "list": [[1], [2]],
        "nano": pa.array([1, 2], pa.timestamp("ns")), "category": pa.array(["u", "v"]).dictionary_encode(),
    })  # fmt: skip
    frame = read_table(data, "a.parquet")
    assert frame["whole"].dtype == "int64"
    assert frame["gap"].isna().tolist() == [False, True]
    assert frame["moment"][0] == pd.Timestamp("2024-05-31 10:00")
    assert frame["day"][0] == pd.Timestamp("2024-05-31")
    assert frame["money"].tolist() == [1.0, 2.0]
    assert frame["list"].tolist() == ["[1]", "[2]"]
    assert frame["category"].tolist() == ["u", "v"]


def test_content_decides_not_the_ending():
    """A workbook that is called .csv is read as a workbook."""
    assert read_table(excel_file([["a"], [1]]), "a.csv")["a"].tolist() == [1]


# ---- header


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n", True),
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", False),
        ("1;2\n3;4,5\n7;8\n", True),
        ("3;2\n3;4,5\n", False),
        ("0,1,2\n5.1,3.5,1.4\n", True),
        ("country,2019,2020\nFR,1.5,2.5\n", True),
        ("name,place\nAda,London\n", True),
        ("2024-05-31,red\n2024-06-01,blue\n", False),
    ],
)
def test_header_is_guessed(text, header):
    """Names are no numbers or dates, except 0, 1, 2, … and years."""
    assert read(text).header is header


def test_header_can_be_overruled():
    """The caller knows better."""
    assert list(read("1,5\n3,4\n", header=True).frame.columns) == ["1", "5"]
    assert len(read("a,b\nc,d\n", header=False).frame) == 2


def test_columns_without_header_are_numbered_and_noted():
    """Numbered from 1, and the guess is said."""
    found = read("5.1,red\n4.9,blue\n")
    assert list(found.frame.columns) == ["Column 1", "Column 2"]
    assert found.notes == ("The first row looks like data, so the columns were numbered.",)


def test_names_become_unique():
    """Equal names are told apart and noted; blank names get one; spaces are tidied."""
    found = read("a,a,,a (2), b  c \n1,2,3,4,5\n")
    assert list(found.frame.columns) == ["a", "a (3)", "Column 3", "a (2)", "b c"]
    assert found.notes == ('Two columns are called "a"; the second was renamed "a (3)".',)


def test_leftovers_of_spreadsheets_are_left_out():
    """Lines of separators at the end, and columns with neither name nor value."""
    found = read("a,b,,\n1,2,,\n3,4,,\n,,,\n,,,\n")
    assert found.frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}
    assert found.notes == ("Columns with neither a name nor a value were left out (2).",)


def test_lines_may_end_in_a_separator():
    """An empty value after the last column is no value."""
    assert read("a,b\n1,2,\n3,4,\n").frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}


def test_quoted_values_may_hold_separators_and_lines():
    """Quotation marks protect what is between them."""
    frame = read('a,b\n"x, y","1\n2"\n"say ""hi""",3\n').frame
    assert frame["a"].tolist() == ["x, y", 'say "hi"']


def test_missing_values_of_a_single_column_are_kept():
    """A quoted nothing is a missing value, so that later rows keep their numbers; an empty line is nothing."""
    assert read('x\n1\n""\n\n3\n').frame["x"].isna().tolist() == [False, True, False]


def test_sentences_name_the_line_where_it_begins():
    """Also after values of several lines, and after a line that names the separator."""
    with pytest.raises(InputError, match="Line 4 of"):
        read('a,b\n"1\n2",3\n4,"5\n6,7\n')
    with pytest.raises(InputError, match="Line 4 of"):
        read("sep=,\na,b\n1,2\n3\n")


def test_separator_can_be_named_by_the_file_or_the_caller():
    """Excel's first line sep=; is obeyed, and so is the caller."""
    assert list(read("sep=;\na,x;b\n1;2\n").frame.columns) == ["a,x", "b"]
    assert list(read("a,x;b\n1,2;3\n", separator=";").frame.columns) == ["a,x", "b"]


def test_commas_in_text_do_not_mislead():
    """A semicolon file with a comma in every text stays a semicolon file."""
    assert read("name;size\nDoe, Jane;1\nRoe, Rick;2\n").frame["size"].tolist() == [1, 2]


# ---- numbers


@pytest.mark.parametrize(
    ("cells", "options", "values"),
    [
        (["1", "2"], {}, [1, 2]),
        (["1.5", "-2e3"], {}, [1.5, -2000.0]),
        (["1,5", "2"], {}, [1.5, 2.0]),
        (["1.234,5", "7"], {}, [1234.5, 7.0]),
        (["1,234.5", "7"], {}, [1234.5, 7.0]),
        (["1,234,567", "7"], {}, [1234567.0, 7.0]),
        (["1.234.567", "7"], {}, [1234567.0, 7.0]),
        (["1 234,5", "7"], {}, [1234.5, 7.0]),
        (["1'234.5", "7"], {}, [1234.5, 7.0]),
        (["−3", "7"], {}, [-3.0, 7.0]),
        (["0,123", "0,456"], {}, [0.123, 0.456]),
        (["1.234", "2.345"], {}, [1.234, 2.345]),
        (["1,234", "2,345"], {"decimal": ","}, [1.234, 2.345]),
        (["1,234", "2,345"], {"decimal": "."}, [1234.0, 2345.0]),
        (["1.234", "2.345"], {"decimal": ","}, [1234.0, 2345.0]),
        (["NA", "1"], {}, [np.nan, 1.0]),
        (["nan", "null"], {}, ["nan", "null"]),
        (["1,234", "2,345"], {}, ["1,234", "2,345"]),
        (["1_000", "2"], {}, ["1_000", "2"]),
        (["n/a", "2"], {}, ["n/a", "2"]),
        (["12,34,56", "2"], {}, ["12,34,56", "2"]),
        (["9007199254740993", "1"], {}, [9007199254740993, 1]),
    ],
)
def test_numerals(cells, options, values):
    """Numbers in their usual spellings; what is no number, or could be two, stays text."""
    frame = read("x\ty\n" + "".join(f"{cell}\tz\n" for cell in cells), separator="\t", **options).frame
    np.testing.assert_array_equal(frame["x"].tolist(), values)


def test_three_digits_after_a_comma_are_decided_by_the_file():
    """1,234 is read as the other columns are; else as the separator suggests, and that is noted."""
    assert read("x;y\n1,234;0,5\n").frame["x"].tolist() == [1.234]
    assert read('x,y\n"1,234",0.5\n').frame["x"].tolist() == [1234.0]
    assert read("x;y\n2.500;0,5\n").frame["x"].tolist() == [2500.0]
    assert "was read as grouping digits" in read('x,y\n"1,234",2\n').notes[0]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_every_float_is_read_exactly(values):
    """What Python writes is read back to the last bit."""
    frame = read("x,y\n" + "".join(f"{value!r},z\n" for value in values)).frame
    assert frame["x"].tolist() == values


# ---- what is refused

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
    "text as Excel": (b"a,b\n1,2\n", "a.xlsx", "is not an Excel workbook, whatever its name says; save"),
    "text as Parquet": (b"a,b\n1,2\n", "a.parquet", "is not a Parquet file, whatever its name says"),
    "broken zip": (b"PK\x03\x04 and then nothing", "a.xlsx", "is damaged or no Excel workbook; open it in Excel and"),
    "broken Parquet": (b"PAR1 and then nothing PAR1", "a.parquet", "is damaged or no Parquet file; write it again"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.xls", "old kind (.xls); save it as .xlsx"),
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
    """A zip with no workbook in it, and spreadsheets of other makers."""
    for inside, words in (("data.csv", "zip archive"), ("content.xml", "of another kind"), ("xl/workbook.bin", "kind")):
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
        ("MAX_BYTES", text_file(), "larger than 0 MB; keep the rows and columns"),
    ],
)
def test_tables_that_are_too_large_get_a_sentence(monkeypatch, limit, data, words):
    """Each limit is said with its number, for every kind of file."""
    monkeypatch.setattr(files, limit, 2)
    with pytest.raises(InputError, match=words):
        read_file(data, "a")


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
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "x")
        with archive.open("xl/sharedStrings.xml", "w", force_zip64=True) as part:
            for _ in range(101):
                part.write(bytes(10_000_000))
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


# ---- nothing but a table or a sentence

CELLS = st.text(alphabet="abc 019.,;|\t\"'-+eE/:\r\n\u00e9\u202f_#<>", max_size=8)
STARTS = st.sampled_from([b"", b"PK\x03\x04", b"PAR1", b"\xff\xfe", b"\xef\xbb\xbf", b"<", b"{", b"sep=;\n"])


def is_table_or_sentence(data: bytes, **options: object) -> None:
    try:
        found = read_file(data, "upload.csv", **options)
    except InputError as error:
        assert str(error).endswith(".")
        assert "\n" not in str(error)
    else:
        assert len(found.frame) > 0
        assert len(set(found.frame.columns)) == found.frame.shape[1] > 0
        assert {str(dtype) for dtype in found.frame.dtypes} <= {"int64", "float64", "str", "bool", "datetime64[us]"}


@given(STARTS, st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_table_or_a_sentence(start, data):
    """Whatever is uploaded, nothing but an InputError escapes."""
    is_table_or_sentence(start + data)


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=6),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, ".", ","]),
)
@settings(max_examples=500, deadline=None)
def test_any_text_gives_a_table_or_a_sentence(rows, separator, header, decimal):
    """Nearly right files, with every combination of options."""
    text = "\n".join(separator.join(row) for row in rows)
    is_table_or_sentence(text.encode(), header=header, decimal=decimal)


@pytest.mark.parametrize("whole", [excel_file([["a", "b"], [1, "x"], [2, "y"]]), parquet_file({"a": [1, 2]})])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_damaged_binary_files_give_a_table_or_a_sentence(whole, data):
    """Cut anywhere, with any byte changed."""
    cut = data.draw(st.integers(1, len(whole)))
    at = data.draw(st.integers(0, cut - 1))
    damaged = bytearray(whole[:cut])
    damaged[at] = data.draw(st.integers(0, 255))
    is_table_or_sentence(bytes(damaged))
