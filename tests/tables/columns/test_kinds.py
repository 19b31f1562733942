"""What a column holds is guessed, and can be overruled."""

from __future__ import annotations

import datetime
import json

import pandas as pd
import pytest

from tests.tables.columns.made import BOOLEAN, CATEGORY, DATE, MIXED, NUMBER, TEXT, kind_of, table
from treeclust.core.codec import from_json, to_json
from treeclust.tables.columns import ColumnChoice, guess_columns, suggest_choice


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([1, 2, 2], NUMBER),
        ([1.5, None, 2.5], NUMBER),
        ([0, 1, 1], NUMBER),
        (["1", "2", "n/a"], NUMBER),
        (["1,5", "2,5", "x"], NUMBER),
        ([True, False, True], BOOLEAN),
        ([True, None, False], BOOLEAN),
        (["yes", "No", None], BOOLEAN),
        (["TRUE", "false", "true"], BOOLEAN),
        (["red", "blue", "red"], CATEGORY),
        (["red", "1", "red"], CATEGORY),
        (["NA", "EU", "EU"], CATEGORY),
        ([datetime.date(2024, 1, 1), None, datetime.date(2024, 1, 2)], DATE),
        (["2024-05-31", "2024-06-01", ""], DATE),
        (["31.05.2024", "01.06.2024", "oops"], DATE),
        (["05/31/2024", "06/01/2024", "06/01/2024"], DATE),
        (["03/04/2024", "04/05/2024", "05/06/2024"], TEXT),
        (["ada", "bob", "eve"], TEXT),
        ([None, None, None], TEXT),
        ([*"abcdefghijklmnopqrstuvwxyzABCDEF", "a"], TEXT),
        ([*"abcdefghijklmnopqrstuvwxyzABC", "a"], CATEGORY),
    ],
)
def test_kinds_are_guessed(cells, kind):
    """The majority of a column decides; ids, free text and doubtful dates are left alone."""
    assert kind_of(*cells) is kind


@pytest.mark.parametrize("name", ["id", "ID", "Customer ID", "customer_id", "customerId", "uuid", "row", "#", "index"])
def test_ids_are_known_by_name(name):
    """A column of different whole numbers with such a name names the rows."""
    column = guess_columns(pd.DataFrame({name: [7, 9, 8]}))[0]
    assert column.is_id
    assert column.kind is TEXT


@pytest.mark.parametrize("name", ["paid", "humid", "width", "grid", "note", "x"])
def test_numbers_are_no_ids_without_such_a_name(name):
    """Different whole numbers alone make no id: every numeric column is a feature."""
    assert kind_of(0, 1, 2, name=name) is NUMBER


def test_repeated_values_are_no_ids():
    """An id that names two rows names neither."""
    assert kind_of(7, 7, 8, name="id") is NUMBER


def test_row_numbers_without_a_name_are_ids():
    """The unnamed first column that programs write before their tables."""
    columns = guess_columns(table(",x\n0,5\n1,6\n2,5\n"))
    assert [column.is_id for column in columns] == [True, False]


def test_columns_are_described():
    """Missing, distinct, unreadable and constant are counted; the example is the first value."""
    frame = table("a,b,c\n 1,NA,5\n n/a,2,5\n ,3,5\n 4,3,5\n 6,3,5\n")
    a, b, c = guess_columns(frame)
    assert (a.missing, a.unreadable, a.example) == (1, 1, "1")
    assert (b.missing, b.distinct, b.constant) == (1, 2, False)
    assert (c.distinct, c.constant) == (1, True)


def test_a_choice_is_suggested():
    """The first id, and a column whose name says that it holds the known labels."""
    assert suggest_choice(guess_columns(MIXED)) == ColumnChoice(label="class", id="id")
    assert suggest_choice(guess_columns(pd.DataFrame({"x": [1, 2]}))) == ColumnChoice()


def test_a_choice_survives_json():
    """What was chosen comes back as it was."""
    choice = ColumnChoice(("a", "b"), "c", "d", "median", {"a": CATEGORY}, ("a",), ("b",), {"a": 2.5})
    assert from_json(ColumnChoice, json.loads(json.dumps(to_json(choice)))) == choice
    assert from_json(ColumnChoice, to_json(ColumnChoice())) == ColumnChoice()
