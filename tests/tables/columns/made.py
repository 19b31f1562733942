"""Small tables for the tests to make datasets of."""

from __future__ import annotations

import numpy as np
import pandas as pd

from treeclust.tables.columns import ColumnChoice, ColumnKind, guess_columns
from treeclust.tables.reading import read_table

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
TEXT_TOO = {"colour": CATEGORY}
"""A column that is said to hold categories is clustered by, although there are numbers enough."""
WEIGHTS = (0.0, 0.5, 1.0, 3.0, 10.0)


def random_table(rng: np.random.Generator) -> pd.DataFrame:
    """Numbers, dates, yes or no and text; some columns equal others, some are constant."""
    n, columns = int(rng.integers(4, 8)), {}
    makers = {
        "number": lambda: rng.integers(0, 5, n).astype(float),
        "date": lambda: pd.to_datetime("2024-01-01") + pd.to_timedelta(rng.integers(0, 5, n), unit="D"),
        "glad": lambda: rng.random(n) < 0.5,
        "text": lambda: rng.choice(["red", "blue", "green"], n),
        "twin": lambda: next(iter(columns.values())) if columns else np.zeros(n),
    }
    for j, kind in enumerate(rng.choice(list(makers), int(rng.integers(2, 5)))):
        columns[f"{kind} {j}"] = makers[kind]()
    return pd.DataFrame(columns)


def random_choice(names: list[str], rng: np.random.Generator) -> ColumnChoice:
    measure, split = (tuple(name for name in names if rng.random() < 0.7) or None for _ in range(2))
    weights = {name: float(rng.choice(WEIGHTS)) for name in measure or names if rng.random() < 0.5}
    if measure is not None and not any(weights.get(name, 1) for name in measure):
        weights = {}
    return ColumnChoice(tuple(names), measure=measure, split=split, weights=weights)
