"""Small tables for the tests to make datasets of."""

from __future__ import annotations

import pandas as pd

from treeclust.columns import ColumnKind, guess_columns
from treeclust.reading import read_table

NUMBER, BOOLEAN, CATEGORY, DATE, TEXT = ColumnKind


def table(text: str) -> pd.DataFrame:
    return read_table(text.replace(" ", "").encode(), separator=",")


def kind_of(*cells: object, name: str = "x") -> ColumnKind:
    return guess_columns(pd.DataFrame({name: list(cells)}))[0].kind


MIXED = pd.DataFrame(
    {
        "id": [11, 12, 13, 14],
        "size": [1.5, None, 3.5, 2.5],
        "colour": ["red", "blue", None, "red"],
        "when": ["2024-01-01", "2024-01-03", "2024-01-02", None],
        "ok": ["yes", "yes", "yes", "no"],
        "class": ["b", "a", "b", "a"],
    }
)
