"""What the columns of a table hold, guessed once per table; and the datasets that it gives."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from treeclust.core.dataset import Dataset
from treeclust.tables.columns.choice import ColumnChoice
from treeclust.tables.columns.kinds import Column, guess_columns
from treeclust.tables.columns.making import make_dataset
from treeclust.tables.columns.selection import Advice
from treeclust.tables.reading import Table

_GUESSES: WeakKeyDictionary[Table, tuple[Column, ...]] = WeakKeyDictionary()


def columns_of(table: Table) -> tuple[Column, ...]:
    if table not in _GUESSES:
        _GUESSES[table] = guess_columns(table.frame)
    return _GUESSES[table]


def know_columns(table: Table, columns: tuple[Column, ...]) -> None:
    """They were guessed elsewhere."""
    _GUESSES[table] = columns


def dataset_from(table: Table, choice: ColumnChoice | None = None, advice: Advice | None = None) -> Dataset:
    return make_dataset(table.frame, choice, advice, columns=columns_of(table))
