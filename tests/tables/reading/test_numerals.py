"""Numbers in their usual spellings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables.reading.made import read


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
