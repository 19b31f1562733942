"""A tiny histogram of each column of a table: bins of numbers and dates, or how often the most frequent texts occur."""

from __future__ import annotations

import numpy as np
import pandas as pd

from treeclust.core.remembering import remembered
from treeclust.tables.reading import Table

BINS = 12


@remembered
def column_shapes(table: Table) -> tuple[tuple[int, ...], ...]:
    """One for each column, in order; gaps are not counted."""
    return tuple(shape_of(table.frame.iloc[:, j].dropna()) for j in range(table.frame.shape[1]))


def shape_of(cells: pd.Series) -> tuple[int, ...]:
    if cells.dtype.kind == "M":
        cells = cells.astype("int64")
    if cells.dtype.kind in "if" and len(cells):
        numbers = cells.to_numpy(dtype=np.float64)
        numbers = numbers[np.isfinite(numbers)]
        return tuple(np.histogram(numbers, bins=BINS)[0].tolist()) if len(numbers) else ()
    return tuple(int(count) for count in cells.value_counts().to_numpy()[:BINS])
