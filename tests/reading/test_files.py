"""Files of every kind, separator and encoding are read as meant."""

from __future__ import annotations

import datetime

import pandas as pd
import pyarrow as pa
import pytest

from tests.reading.made import PLAIN, excel_file, parquet_file, text_file
from treeclust.reading import read_file, read_table


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
