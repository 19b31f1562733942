"""Missing values are counted, and never filled or dropped unasked."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.tables.columns.made import MIXED, TEXT_TOO, table
from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, make_dataset


def test_missing_values_are_refused_with_columns_and_counts():
    """The refusal says where, how many, and what the choices are."""
    with pytest.raises(InputError) as caught:
        make_dataset(MIXED, ColumnChoice(label="class", kinds=TEXT_TOO))
    assert str(caught.value) == (
        'Values are missing in "size" (1), "colour" (1), "when" (1); drop the 3 rows concerned, or fill the gaps with '
        "the median (in text: the most frequent value), or leave these columns out."
    )


def test_dropped_rows_leave_the_numbers_of_the_others():
    """`rows` tells where each row stood in the file; id and label stay beside their row."""
    data = make_dataset(
        table("id,x,y,class\n a,1,5,u\n b,,6,v\n c,3,7,v\n d,4,,u\n e,5,9,w\n"),
        ColumnChoice(label="class", id="id", missing="drop"),
    )
    assert data.rows.tolist() == [0, 2, 4]
    assert data.row_names == ("a", "c", "e")
    assert data.known is not None
    assert [data.known_names[label] for label in data.known] == ["u", "v", "w"]
    assert data.notes == ("2 rows of 5 dropped for missing values.",)


def test_gaps_are_filled_and_said():
    """Numbers and dates by the median, categories and yes/no by the most frequent value."""
    data = make_dataset(MIXED, ColumnChoice(label="class", id="id", missing="median", kinds=TEXT_TOO))
    assert data.values[1, 0] == 2.5
    assert data.values[2, 2] == 1.0
    assert data.notes == (
        'Column "size": 1 missing value was filled with the median 2.5.',
        'Column "colour": 1 missing value was filled with the most frequent value "red".',
        'Column "when": 1 missing value was filled with the median 2024-01-02.',
    )
    assert data.rows.tolist() == [0, 1, 2, 3]


def test_gaps_in_unused_columns_do_not_matter():
    """Only the chosen columns, and the label, must be complete."""
    assert make_dataset(MIXED, ColumnChoice(features=("ok",))).n == 4


def test_missing_labels_are_dropped_but_never_invented():
    """A known label is knowledge; the median is not."""
    frame = pd.DataFrame({"x": [1, 2, 3], "y": ["a", None, "b"]})
    with pytest.raises(InputError, match=r'missing in "y" \(1\); drop the 1 row'):
        make_dataset(frame, ColumnChoice(label="y"))
    with pytest.raises(InputError, match="cannot be filled; drop these rows, or choose no label column"):
        make_dataset(frame, ColumnChoice(label="y", missing="median"))
    assert make_dataset(frame, ColumnChoice(label="y", missing="drop")).rows.tolist() == [0, 2]


def test_unreadable_cells_count_as_missing_once_a_choice_is_made():
    """ "n/a" among numbers is refused by row and column; with a choice it is a gap like any other, and said."""
    frame = table("x,income\n 1,2\n 2,n/a\n 3,4\n")
    with pytest.raises(InputError) as caught:
        make_dataset(frame)
    assert str(caught.value) == (
        'Row 1, column "income": "n/a" is not a number. Mark the column as text, or choose how to fill missing values.'
    )
    data = make_dataset(frame, ColumnChoice(missing="median"))
    assert data.values[1, 1] == 3.0
    assert data.notes[0] == 'Row 1, column "income": "n/a" is not a number; counted as missing.'
