"""From a table to a dataset: what each column holds, which of them are wanted, and what to do about gaps."""

from treeclust.columns.choice import ColumnChoice, Missing, suggest_choice
from treeclust.columns.kinds import MAX_CATEGORIES, Column, ColumnKind, guess_columns
from treeclust.columns.making import make_dataset

__all__ = [
    "MAX_CATEGORIES",
    "Column",
    "ColumnChoice",
    "ColumnKind",
    "Missing",
    "guess_columns",
    "make_dataset",
    "suggest_choice",
]
