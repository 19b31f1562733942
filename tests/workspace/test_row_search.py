"""Rows are found by name, number and value, and meant by name."""

from __future__ import annotations

import gc
import re
import time
import weakref

import pandas as pd
import pytest

from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, dataset_from
from treeclust.tables.reading import Table
from treeclust.workspace.row_search import find_rows, row_named

NAMES = ["Anna", "Bert", "anna", "Carla", "Bert", "7"]


@pytest.fixture
def table() -> Table:
    frame = pd.DataFrame({"who": NAMES, "age": [31, 42, 53, 64, 75, 86], "town": ["Ulm", "Bonn"] * 3})
    return Table(frame, "people.csv")


@pytest.fixture
def dataset(table):
    return dataset_from(table, ColumnChoice(features=("age",), id="who"))


def test_every_word_must_occur_somewhere_in_the_row(dataset, table):
    """In its name or in any cell, whatever the case; also in columns that are not clustered by."""
    assert find_rows(dataset, table, "ULM").tolist() == [0, 2, 4]
    assert find_rows(dataset, table, "bert 42").tolist() == [1]
    assert find_rows(dataset, table, "nobody").tolist() == []


def test_rows_of_that_very_name_come_first(dataset, table):
    """The row called 7 before one whose age has a 7."""
    assert find_rows(dataset, table, "7").tolist() == [5, 4]


def test_a_row_is_meant_by_its_name_or_its_number(dataset):
    """The exact name before the same in other letters, a name before a number."""
    assert row_named(dataset, "Anna") == 0
    assert row_named(dataset, "carla") == 3
    assert row_named(dataset, " 4 ") == 4
    assert row_named(dataset, "7") == 5


@pytest.mark.parametrize(
    "text, words",
    [
        ("Bert", '2 rows are called "Bert"; give the number of the one you mean: 1, 4.'),
        ("Carl", "did you mean Carla?"),
        ("99", "numbers go from 0 to 5."),
        ("", 'No row is called ""'),
    ],
)
def test_what_is_not_one_row_is_refused_with_a_way_on(dataset, text, words):
    """One sentence that says what to type instead."""
    with pytest.raises(InputError, match=re.escape(words)):
        row_named(dataset, text)


def test_many_rows_of_one_name_and_many_words_cost_little():
    """The same name a hundred thousand times, and a search of a million letters: linear in both."""
    frame = pd.DataFrame({"who": ["a"] * 100_000, "age": range(100_000)})
    table = Table(frame, "same.csv")
    same = dataset_from(table, ColumnChoice(features=("age",), id="who"))
    start = time.process_time()
    assert find_rows(same, table, "a").tolist() == list(range(100_000))
    assert len(find_rows(same, table, "a " * 500_000)) == 100_000
    assert time.process_time() - start < 5


def test_what_was_searched_goes_with_its_table():
    """Nothing here keeps a dataset that no project has any more."""
    table = Table(pd.DataFrame({"age": range(30)}), "short.csv")
    dataset = dataset_from(table, ColumnChoice(features=("age",)))
    watched = weakref.ref(dataset)
    assert find_rows(dataset, table, "7").tolist() == [7, 17, 27]
    del dataset, table
    gc.collect()
    assert watched() is None
