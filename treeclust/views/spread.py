"""Rows on one spot are drawn side by side, in the order of a sunflower's seeds, as far as the spot has room."""

from __future__ import annotations

import numpy as np

from treeclust.views.axes import Floats

MOST_SPREAD = 60
"""More rows than this on one spot stay there, and are counted."""
STEP = 3.2
LEAST_REACH, MOST_REACH = 3.0, 26.0
PLOT = (520.0, 350.0)
"""The size of the plot, about; all in pixels."""
GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))


def spread_equal(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Where to draw the rows; a row that is alone on its spot stays there, and so does the first of several."""
    order = np.lexsort((y, x))
    fresh = np.r_[True, (x[order][1:] != x[order][:-1]) | (y[order][1:] != y[order][:-1])]
    spot = np.cumsum(fresh) - 1
    begins = np.flatnonzero(fresh)
    place, size = np.empty(len(x)), np.empty(len(x))
    place[order] = np.arange(len(x)) - begins[spot]
    size[order] = np.diff(np.r_[begins, len(x)])[spot]
    away = np.where((size > 1) & (size <= MOST_SPREAD), STEP * np.sqrt(place), 0.0)
    widest = STEP * np.sqrt(np.maximum(size - 1, 1))
    drawn = []
    for values, pixels, turn in ((x, PLOT[0], np.cos), (y, PLOT[1], np.sin)):
        unit = (np.ptp(values) or 1.0) / pixels
        shrink = np.minimum(1.0, reach(values, unit) / widest)
        drawn.append(values + away * shrink * turn(place * GOLDEN_ANGLE) * unit)
    return drawn[0], drawn[1]


def reach(values: Floats, unit: float) -> float:
    """How far a row may be drawn from its spot: not half way to the next value."""
    gaps = np.diff(np.unique(values)) / unit
    return float(np.clip(0.45 * np.median(gaps), LEAST_REACH, MOST_REACH)) if len(gaps) else MOST_REACH
