"""Whatever is uploaded, the answer is a table or a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables.reading.made import TEXT, excel_file, parquet_file
from treeclust.core.errors import InputError
from treeclust.tables.reading import read_file

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
        assert {str(dtype) for dtype in found.frame.dtypes} <= {"int64", "float64", TEXT, "bool", "datetime64[us]"}


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
