"""What can be put on an axis: a feature, or a principal component of the scaled features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.dataset import Dataset, FeatureKind

COMPONENTS = 3
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Axis:
    """`feature` is the index of the feature shown, None for a principal component."""

    name: str
    title: str
    values: Floats
    feature: int | None = None
    ticks: tuple[tuple[float, str], ...] = ()


def axes_of(dataset: Dataset) -> tuple[Axis, ...]:
    """Every axis the data offers: its features first, then up to three principal components."""
    return (*(feature_axis(dataset, j) for j in range(len(dataset.features))), *component_axes(dataset))


def feature_axis(dataset: Dataset, j: int) -> Axis:
    feature = dataset.features[j]
    ticks: tuple[tuple[float, str], ...] = ()
    if feature.kind is FeatureKind.DATE:
        days = np.unique(np.linspace(feature.low, feature.high, 6).round())
        ticks = tuple((float(day), feature.value_text(float(day))) for day in days)
    elif feature.kind is not FeatureKind.NUMBER:
        ticks = ((0.0, "no"), (1.0, "yes"))
    return Axis(feature.name, feature.name, dataset.values[:, j], j, ticks)


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
        axes.append(Axis(name, title, left[:, c] * sizes[c] * sign))
    return tuple(axes)


def default_axes(dataset: Dataset) -> tuple[int, ...]:
    """The (up to three) features that vary most over their range: usually those that show something."""
    order = np.argsort(-dataset.scaled.std(axis=0), kind="stable")[:3]
    return tuple(int(j) for j in order)
