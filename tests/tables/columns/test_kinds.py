"""What a column holds is guessed, and can be overruled."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

import pandas as pd
import pytest

from tests.tables.columns.made import BOOLEAN, CATEGORY, DATE, MIXED, NUMBER, TEXT, kind_of, table
from treeclust.core.codec import from_json, to_json
from treeclust.tables.columns import ColumnChoice, guess_columns, make_dataset, suggest_choice


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


COUNT = [*range(1, 13)]
MEASURES = {"a": [2.5, 1, 4] * 4, "b": [7, 1, 3, 9] * 3}


@pytest.mark.parametrize(
    ("name", "cells", "why"),
    [
        ("year", [2007, 2008, 2009] * 4, "year"),
        (" Jahr ", [1999.0, None, 2003.0] * 4, "year"),
        ("year", [2007.5, 2008, 2009] * 4, ""),
        ("year", [1, 2, 3] * 4, ""),
        ("year built", [1907, 1998, 2009] * 4, ""),
        ("model_year", [1970, 1971, 1972] * 4, ""),
        ("Serial No.", COUNT, "counts"),
        ("place", [i - 1 for i in COUNT], "counts"),
        ("place", [*COUNT[:-1], 14], ""),
        ("place", COUNT[::-1], ""),
        ("place", [i + 5 for i in COUNT], ""),
        ("place", [*COUNT[:-1], None], ""),
    ],
)
def test_years_and_counts_of_rows_are_proposed_not_to_be_clustered_by(name, cells, why):
    """Where there are two other numbers; they stay numbers for whoever does not take the proposal."""
    frame = pd.DataFrame({name: cells, **MEASURES})
    column = guess_columns(frame)[0]
    assert column.kind is NUMBER and (why in column.aside if why else not column.aside)
    choice = suggest_choice(guess_columns(frame))
    assert choice == ColumnChoice(kinds={name: TEXT} if why else {})
    assert suggest_choice(guess_columns(frame[[name, "a"]])) == ColumnChoice()
    if why:
        assert make_dataset(frame, choice).notes == (f'Column "{name}" was left out: {column.aside}.',)
        assert next(f.name for f in make_dataset(frame, replace(choice, missing="drop", kinds={})).features) == name
        asked = replace(choice, features=(name, "a"), missing="drop")
        assert [str(f.kind) for f in make_dataset(frame, asked).features] == ["number", "number"]


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
