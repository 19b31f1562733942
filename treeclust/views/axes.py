"""What can be put on an axis: a number, a category column with its rows spread a little (jitter), a principal
component; and for a table of one column nothing, which makes the plot a strip."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from treeclust.core.dataset import Dataset, FeatureKind

COMPONENTS = 3
JITTER = 0.34
"""Half the width of the band that the rows of one category lie in; categories are 1 apart."""
FEW_VALUES, MANY_EACH = 8, 3
"""A number with so few values, and so many rows for each, is drawn as categories are."""
OTHER = "other"
STRIP = "Spread"
Floats = NDArray[np.float64]
Ticks = tuple[tuple[float, str], ...]


class AxisKind(StrEnum):
    NUMBER = "number"
    CATEGORY = "category"
    COMPONENT = "component"
    DISCRIMINANT = "discriminant"
    STRIP = "strip"


@dataclass(frozen=True, eq=False)
class Axis:
    """`values` are where the rows are drawn. `feature` is the index of the feature shown, None where there is not
    exactly one."""

    name: str
    title: str
    values: Floats
    feature: int | None = None
    ticks: Ticks = ()
    kind: AxisKind = AxisKind.NUMBER


def axes_of(dataset: Dataset) -> tuple[Axis, ...]:
    """Every axis that the data offers: its columns first, then up to three principal components."""
    columns: dict[str, Axis] = {}
    for j, feature in enumerate(dataset.features):
        if feature.kind is not FeatureKind.CATEGORY:
            columns[feature.name] = feature_axis(dataset, j)
        elif feature.column not in columns:
            columns[feature.column] = category_axis(dataset, feature.column)
    axes = (*columns.values(), *component_axes(dataset))
    return axes if len(axes) > 1 else (*axes, strip_axis(dataset))


def feature_axis(dataset: Dataset, j: int) -> Axis:
    feature = dataset.features[j]
    values = dataset.values[:, j]
    if feature.kind is FeatureKind.DATE:
        days = np.unique(np.linspace(feature.low, feature.high, 6).round())
        ticks = tuple((float(day), feature.value_text(float(day))) for day in days)
        return Axis(feature.name, feature.name, values, j, ticks)
    steps = np.unique(values)
    if feature.kind is FeatureKind.NUMBER and (len(steps) > FEW_VALUES or dataset.n < MANY_EACH * len(steps)):
        return Axis(feature.name, feature.name, values, j)
    names = ("no", "yes") if feature.kind is FeatureKind.BOOLEAN else tuple(map(feature.value_text, steps.tolist()))
    drawn = values + jitter(dataset.n, j) * float(np.diff(steps).min(initial=np.inf))
    return Axis(feature.name, feature.name, drawn, j, tuple(zip(steps.tolist(), names, strict=True)), AxisKind.CATEGORY)


def category_axis(dataset: Dataset, column: str) -> Axis:
    """One axis for a text column, whatever number of yes-or-no features it gives."""
    found = [(j, str(f.category)) for j, f in enumerate(dataset.features) if f.column == column and f.category]
    codes = np.full(dataset.n, len(found), dtype=np.float64)
    for code, (j, _) in enumerate(found):
        codes[dataset.values[:, j] > 0.5] = code
    names = [name for _, name in found] + ([OTHER] if (codes == len(found)).any() else [])
    ticks = tuple((float(code), name) for code, name in enumerate(names))
    return Axis(column, column, codes + jitter(dataset.n, found[0][0]), None, ticks, AxisKind.CATEGORY)


def strip_axis(dataset: Dataset) -> Axis:
    return Axis(STRIP, "", jitter(dataset.n, 0), kind=AxisKind.STRIP)


def jitter(rows: int, seed: int) -> Floats:
    """The same for the same axis, so that a row stays where it was."""
    spread: Floats = np.random.default_rng(seed).uniform(-JITTER, JITTER, rows)
    return spread


def exact(values: Floats) -> Floats:
    """Without the last digits, in which the projections of equal rows can differ."""
    return values.round(7)


def component_axes(dataset: Dataset) -> tuple[Axis, ...]:
    """Principal components of the scaled features, with the share of the variance each explains in its title."""
    centred = dataset.scaled - dataset.scaled.mean(axis=0)
    count = min(COMPONENTS, *centred.shape)
    if len(dataset.features) < 2 or count < 2:
        return ()
    left, sizes, directions = np.linalg.svd(centred, full_matrices=False)
    total = float((sizes**2).sum()) or 1.0
    axes = []
    for c in range(count):
        sign = 1.0 if directions[c, np.argmax(np.abs(directions[c]))] >= 0 else -1.0
        name = f"Component {c + 1}"
        title = f"{name} ({sizes[c] ** 2 / total:.0%} of the variance)"
        axes.append(Axis(name, title, exact(left[:, c] * sizes[c] * sign), kind=AxisKind.COMPONENT))
    return tuple(axes)
