"""Shortcuts for whole columns read what cell by cell reading does, and no text takes more than linear time."""

from __future__ import annotations

import contextlib
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeclust.core.errors import InputError
from treeclust.tables.reading import read_file
from treeclust.tables.reading.cells import may_be_numeric, read_dates, read_numbers, to_days
from treeclust.tables.reading.delimited import is_web_page

CELLS = st.one_of(
    st.none(),
    st.sampled_from(
        ["2024-05-31", "2024-13-01", "2024-05-31 23:59", "2024-05-31T07:08:09", "0000-01-01", "1.5", "-3e4"]
    ),
    st.sampled_from(
        ["nan", "NA", "#N/A", "inf", "-Infinity", "31.12.2024", "03/04/2024", "1,234", "−7", "٣", "x1", "a"]
    ),
    st.text(alphabet="0123456789-:T .,/x", max_size=20),
)


@given(st.lists(CELLS, max_size=8))
def test_dates_at_once_are_dates_one_by_one(texts):
    """A column that is read as a whole has the days that its cells have."""
    stripped = [None if text is None else text.strip() for text in texts]
    read = read_dates(stripped)
    if not read.bad.any() and read.doubtful is None:
        alone = [np.nan if text is None or (day := to_days(text)) is None else day for text in stripped]
        by_month = [np.nan if text is None or (day := to_days(text, True)) is None else day for text in stripped]
        assert np.array_equal(read.values, alone, equal_nan=True) or np.array_equal(
            read.values, by_month, equal_nan=True
        )


@given(st.lists(CELLS, min_size=1, max_size=8))
def test_what_cannot_be_numeric_is_not(texts):
    """Where the characters say no, neither numbers nor dates are read from most cells."""
    stripped = [None if text is None else text.strip() for text in texts]
    if not may_be_numeric(stripped):
        assert not read_dates(stripped).mostly_read
        assert not read_numbers(stripped, hint=",").mostly_read


@given(st.lists(CELLS, min_size=1, max_size=8), st.sampled_from([0.0, 0.5]))
def test_giving_up_early_changes_no_verdict(texts, most_bad):
    """Whether any cell, or most cells, cannot be read is known without reading on."""
    whole, part = read_numbers(texts), read_numbers(texts, most_bad=most_bad)
    assert whole.bad.any() == part.bad.any()
    assert most_bad == 0.0 or whole.mostly_read == part.mostly_read


@pytest.mark.parametrize("comments", [0, 36, 20_000])
def test_comments_before_a_table_are_passed_in_linear_time(comments):
    """Thirty-six took minutes when one pattern looked for all of them."""
    start = time.process_time()
    assert is_web_page("<!---->" * comments + " <HTML>")
    assert is_web_page("\n" + "<!-- a --> " * comments + "<!doctype  html>")
    assert not is_web_page("<!---->" * comments + "a,b\n1,2\n")
    assert not is_web_page("<!--" * comments)
    assert time.process_time() - start < 1


def test_a_long_run_of_digits_is_quick():
    """A cell as long as a cell may be, of every sign that a number can have."""
    start = time.process_time()
    for sign in ("1", "1,", "1.000.", " ", "-", "1e", "12/"):
        text = (sign * 130_000)[:130_000]
        with contextlib.suppress(InputError):
            read_file(f'a;b\n"{text}";2\n1;2\n'.encode(), "a.csv")
    assert time.process_time() - start < 5
