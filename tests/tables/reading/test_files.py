"""Files of every kind, separator and encoding are read as meant."""

from __future__ import annotations

import datetime
import io
import zipfile

import openpyxl.styles
import pandas as pd
import pyarrow as pa
import pytest

from tests.tables.reading.made import PLAIN, TEXT, excel_file, parquet_file, text_file
from treeclust.core.errors import InputError
from treeclust.tables.reading import read_file, read_table


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
    assert "Western European (cp1252)" in read_file("naïve,b\n1,2\n".encode("cp1252"), "a.csv").notes[0]


LETTERS = {
    "cp1251": "имя,город\nИван,Москва\nПётр,Санкт-Петербург\nОльга,Новосибирск\n",
    "cp1250": "jméno,město\nŽofie,Plzeň\nŘehoř,Příbram\nJiří Dvořák,České Budějovice\nVáclav Šťastný,Ústí\n",
    "gb18030": "姓名,城市\n王伟,北京\n李娜,上海\n张敏,广州\n刘洋,深圳\n",
    "cp932": "名前,都市\n田中,東京\nすずき,大阪\n高橋さん,名古屋\nカタカナ,札幌\n",
    "cp1253": "όνομα,πόλη\nΓιώργος,Αθήνα\nΜαρία,Θεσσαλονίκη\nΝίκος,Πάτρα\n",
    "cp949": "이름,도시\n김철수,서울\n이영희,부산\n박민수,대구\n",
    "cp1252": "prénom,ville\nFrançois,Orléans\nHélène Lefèvre,Besançon\nBenoît,Nîmes\n",
}


@pytest.mark.parametrize("encoding", LETTERS)
def test_letters_of_other_encodings_are_found(encoding):
    """Names and places in the encodings that spreadsheets write come out as they went in, and the guess is said."""
    text = LETTERS[encoding]
    found = read_file(text.encode(encoding), "a.csv")
    assert [",".join(found.frame.columns), *(",".join(row) for row in found.frame.to_numpy())] == text.splitlines()
    assert found.encoding == encoding and encoding in found.notes[0]


NAMES = {
    "cp1252": ("Köln Würzburg Größe", "Besançon Nîmes Évreux", "Muñoz nº m³", "São Conceição", "Växjö Åsa", "Århus"),
    "cp1250": (
        "Plzeň Děčín Říčany", "Łódź Gdańsk Paweł", "Győr Szűcs Érd", "Ľubomír Košice", "Đakovo Jurić", "Iaşi Brăila",
    ),
    "cp1254": ("Eskişehir Muğla Ağrı", "Işık Çağla Gülşen"),
}  # fmt: skip


@pytest.mark.parametrize("encoding", NAMES)
def test_a_few_names_tell_the_letters_of_a_language(encoding):
    """Two or three words are enough where no language has the letters that another encoding would make of them."""
    for names in NAMES[encoding]:
        text = "name,x\n" + "".join(f"{name},1\n" for name in names.split())
        assert read_table(text.encode(encoding), "a.csv")["name"].tolist() == names.split()


def test_an_encoding_that_is_given_is_taken():
    """Where a guess must fail, as of one short word, it can be said; what cannot be read so, or is no encoding, is
    refused."""
    data = "цена,x\n1,2\n".encode("koi8_r")
    assert list(read_table(data, "a.csv", encoding="koi8_r").columns) == ["цена", "x"]
    assert read_file(data, "a.csv", encoding="koi8_r").notes == ()
    with pytest.raises(InputError, match=r"cannot be read as Unicode \(UTF-8\); choose another encoding"):
        read_file(data, "a.csv", encoding="utf-8")
    with pytest.raises(InputError, match='encoding "klingon" is not known; choose one of utf-8'):
        read_file(data, "a.csv", encoding="klingon")


def ods_file(rows: list[list[object]]) -> bytes:
    """The least that an OpenDocument spreadsheet is."""

    def cell(value: object) -> str:
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = f'<office:spreadsheet><table:table table:name="One">{lines}</table:table></office:spreadsheet>'
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest:manifest/>")
        archive.writestr("content.xml", f"<office:document-content{names}><office:body>{body}</office:body>"
                         "</office:document-content>")  # fmt: skip
    return data.getvalue()


def test_a_workbook_of_another_maker_is_read():
    """An OpenDocument spreadsheet gives the same columns as the same cells in Excel's format."""
    rows = [["n", "t"], [1, "x"], [2.5, "y"]]
    assert read_table(ods_file(rows), "a.ods").equals(read_table(excel_file(rows), "a.xlsx"))


def test_a_cell_far_away_does_not_take_the_memory_of_all_before_it():
    """A stray value in the last cell that a sheet can have is refused by its place; a stray colour there does not
    matter."""
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    book.active.append([1, 2])
    book.active["XFD1048576"].font = openpyxl.styles.Font(bold=True)
    out = io.BytesIO()
    book.save(out)
    assert read_table(out.getvalue(), "a.xlsx").shape == (1, 2)
    book.active["XFD1048576"] = 1
    book.save(out := io.BytesIO())
    with pytest.raises(InputError, match="more than 500 columns"):
        read_table(out.getvalue(), "a.xlsx")


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
    assert [str(dtype) for dtype in frame.dtypes] == ["float64", TEXT, "datetime64[us]", "bool"]
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


def test_pictures_in_cells_do_not_decide_the_separator():
    """A data address has a semicolon and a comma of its own."""
    picture = "data:image/gif;base64,R0lGODlhAQAB"
    lines = ["x,y,picture", *(f'{row}.5,{row},"{picture}"' for row in range(20))]
    table = read_file("\n".join(lines).encode(), "pictures.csv")
    assert list(table.frame.columns) == ["x", "y", "picture"] and set(table.frame["picture"]) == {picture}
