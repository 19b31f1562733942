"""Which axes a table is first shown by: columns that tell the rows apart, else principal components."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from treeclust.views.axes import Axis, AxisKind

ENOUGH_VALUES = 15
MOST_TIED = 0.25
ENOUGH_SPOTS = 0.6
MOST_TRIED = 6


def default_view(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """The two axes to begin with, then the others in the order in which they show something."""
    first = first_pair(axes)
    return (*first, *(axis for axis in axes if axis not in first))


def first_pair(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """Two continuous columns if they tell most rows apart; one continuous column against categories; components;
    categories against each other."""
    continuous = sorted((axis for axis in axes if is_continuous(axis)), key=lambda axis: -variation(axis))
    for pair in combinations(continuous[:MOST_TRIED], 2):
        if own_spots(pair) >= ENOUGH_SPOTS:
            return pair
    categories = [axis for axis in axes if axis.kind is AxisKind.CATEGORY]
    if continuous and categories:
        return continuous[0], categories[0]
    components = tuple(axis for axis in axes if axis.kind is AxisKind.COMPONENT)[:2]
    if components and (len(categories) < 2 or own_spots(components) >= ENOUGH_SPOTS):
        return components
    return (*categories, *(axis for axis in axes if axis not in categories))[:2]


def is_continuous(axis: Axis) -> bool:
    """A number with many different values, none of which is too frequent."""
    if axis.kind is not AxisKind.NUMBER:
        return False
    counts = np.unique(axis.values, return_counts=True)[1]
    rows = len(axis.values)
    return bool(len(counts) >= min(ENOUGH_VALUES, rows / 2) and counts.max() <= max(2, MOST_TIED * rows))


def variation(axis: Axis) -> float:
    """The standard deviation over the range."""
    return float(axis.values.std() / (np.ptp(axis.values) or 1.0))


def own_spots(axes: Sequence[Axis]) -> float:
    """How many different places there are, for each row."""
    places = np.column_stack([axis.values for axis in axes])
    return len(np.unique(places, axis=0)) / len(places)
