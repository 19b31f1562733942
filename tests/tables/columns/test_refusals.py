"""Every bad choice gets one sentence that says what to do next."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.tables.columns.made import BOOLEAN, DATE, NUMBER, table
from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import read_table


@pytest.mark.parametrize(
    ("text", "choice", "words"),
    [
        ("x,y\n1,2\n2,inf\n", ColumnChoice(), 'Row 1, column "y": the value is infinite; correct it'),
        ("x,y\n1,2\n2,-1e999\n", ColumnChoice(missing="median"), 'Row 1, column "y": the value is infinite'),
        ("x,y\n1,2\n", ColumnChoice(("z",)), 'There is no column "z"; the columns are x, y.'),
        ("x,y\n1,2\n", ColumnChoice(label="z"), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(id="z"), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(kinds={"z": NUMBER}), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(("x", "y"), label="y"), 'Column "y" holds the known labels, so it cannot be'),
        ("x,y\n1,2\n", ColumnChoice(()), "No feature is chosen; choose at least one column"),
        ("x,y\n1,2\n", ColumnChoice(missing="guess"), 'missing = "guess" is not known; choose refuse, drop or median'),
        ("x,y\n1,2\n", ColumnChoice(kinds={"x": "colour"}), '"colour" is no kind of column'),
        ("x,y\n1,2\n", ColumnChoice(measure=("z",)), 'There is no column "z"; the columns are x, y.'),
        ("x,y\n1,2\n", ColumnChoice(split=("z",)), 'There is no column "z"; the columns are x, y.'),
        ("x,y\n1,2\n", ColumnChoice(weights={"z": 1}), 'There is no column "z"; the columns are x, y.'),
        ("x,y\n1,2\n", ColumnChoice(weights={"x": 11}), 'Column "x" cannot weigh 11; choose a number from 0 to 10.'),
        ("x,y\n1,2\n", ColumnChoice(weights={"x": -1}), 'Column "x" cannot weigh -1; choose a number from 0 to 10.'),
        ("x,y\n1,2\n", ColumnChoice(weights={"x": float("nan")}), 'Column "x" cannot weigh nan; choose a number'),
        ("x,y\n1,2\n", ColumnChoice(weights={"x": True}), 'Column "x" cannot weigh True; choose a number'),
        ("x,y\n1,2\n", ColumnChoice(measure=("x",), weights={"y": 2}), 'Column "y" has a weight but is not measured'),
        ("x,y\n1,2\n", ColumnChoice(("x",), split=("y",)), 'Column "y" has a part to play but is no feature; add it'),
        ("x,y\n1,2\n", ColumnChoice(label="y", split=("y",)), 'Column "y" holds the known labels, so it cannot be'),
        ("x,y\n1,2\n", ColumnChoice(measure=()), "No column is measured; measure at least one"),
        ("x,y\n1,2\n", ColumnChoice(weights={"x": 0, "y": 0}), "No column is measured; measure at least one"),
        ("x,y\n1,2\n", ColumnChoice(split=()), "Tests may ask about no column; let them ask about at least one."),
        ("x,y\n1,2\n1,3\n", ColumnChoice(measure=("x",)), "No column that is measured has two different values"),
        ("x,y\n1,2\n1,3\n", ColumnChoice(split=("x",)), "No column that tests may ask about has two different"),
        ("x,y\n1,2\n1,2\n", ColumnChoice(), "No column has two different values"),
        ("x,y\na,b\nc,d\n", ColumnChoice(), "There is no column to cluster by; mark at least one as number"),
        ("x,y\n1,\n,2\n3,\n", ColumnChoice(missing="drop"), "Every row misses a value in"),
        ("x,y\n1,a\n2,b\n3,a\n", ColumnChoice(kinds={"y": DATE}), '"a" is not a date such as 2024-05-31'),
        ("x,y\n1,a\n2,b\n3,a\n", ColumnChoice(kinds={"y": BOOLEAN}), '"a" is not yes or no'),
        ("x,y\n1,1/2/2024\n2,2/3/2024\n", ColumnChoice(kinds={"y": DATE}), "may be day/month or month/day; write"),
        ("x,y\n1e308,1\n-1e308,2\n", ColumnChoice(), 'values of column "x" are too large'),
        ("x,y\n1,\n2,\n", ColumnChoice(("y",), missing="median"), 'Column "y" has no values to fill its gaps from'),
    ],
)
def test_bad_choices_get_a_sentence(text, choice, words):
    """Each refusal names the place and says what to do next."""
    with pytest.raises(InputError) as caught:
        make_dataset(table(text), choice)
    assert words in str(caught.value)


def test_doubtful_numbers_get_a_sentence():
    """1,234 is not guessed where nothing tells what it means."""
    frame = read_table(b"x\ty\n1,234\t1\n2,345\t2\n")
    with pytest.raises(
        InputError, match=r'Row 0, column "x": "1,234" may mean 1\.234 or 1234; choose the decimal sign'
    ):
        make_dataset(frame)


def test_too_many_categories_are_refused_when_asked_for():
    """Left out with a note unasked, refused with the number when asked for."""
    frame = pd.DataFrame({"x": range(70), "city": [f"city {i % 35}" for i in range(70)]})
    assert 'Column "city" was left out: its 35 different texts are too many' in make_dataset(frame).notes[0]
    with pytest.raises(InputError, match='Column "city" has 35 different values, and at most 30 can become categories'):
        make_dataset(frame, ColumnChoice(features=("city",)))


def test_columns_of_the_same_name_are_refused():
    """A DataFrame may have them; a question about "x" would then have two answers."""
    with pytest.raises(InputError, match='Two columns are called "x"; rename one'):
        make_dataset(pd.DataFrame([[1, 2], [3, 4]], columns=["x", "x"]))
    with pytest.raises(InputError, match="has no rows"):
        make_dataset(pd.DataFrame({"x": []}))
