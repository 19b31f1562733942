"""The tiny histograms of the Data page."""

from __future__ import annotations

import numpy as np
import pandas as pd

from treeclust.tables.reading import Table
from treeclust.views.column_shapes import BINS, column_shapes


def test_every_column_has_a_shape():
    """Numbers and dates in bins that count every value but gaps, texts by frequency, nothing for an empty column."""
    frame = pd.DataFrame(
        {
            "n": [1.0, 2.0, np.nan, 4.0],
            "t": ["a", "b", "a", None],
            "d": pd.to_datetime(["2024-01-01", "2024-06-01", None, "2024-12-31"]),
            "e": [np.nan] * 4,
            "b": [True, False, True, True],
        }
    )
    numbers, texts, dates, empty, truths = column_shapes(Table(frame, "t.csv"))
    assert len(numbers) == len(dates) == BINS and sum(numbers) == sum(dates) == 3
    assert texts == (2, 1) and empty == () and truths == (3, 1)
