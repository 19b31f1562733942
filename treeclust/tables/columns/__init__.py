"""From a table to a dataset: what each column holds, which of them are wanted, and what to do about gaps."""

from treeclust.tables.columns.choice import OLDEST, ColumnChoice, Missing
from treeclust.tables.columns.kinds import MAX_CATEGORIES, Column, ColumnKind, guess_columns
from treeclust.tables.columns.labels import suggest_choice
from treeclust.tables.columns.making import make_dataset
from treeclust.tables.columns.of_table import columns_of, dataset_from, know_columns
from treeclust.tables.columns.selection import Advice, Selection, select_columns

__all__ = [
    "MAX_CATEGORIES",
    "OLDEST",
    "Advice",
    "Column",
    "ColumnChoice",
    "ColumnKind",
    "Missing",
    "Selection",
    "columns_of",
    "dataset_from",
    "guess_columns",
    "know_columns",
    "make_dataset",
    "select_columns",
    "suggest_choice",
]
