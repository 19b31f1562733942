"""The view that tells the clusters apart best: two columns of the tree, else Fisher's linear discriminants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import scipy.linalg
from scipy.spatial import KDTree

from treeclust.core.dataset import Dataset
from treeclust.core.tree import Labels, Tree
from treeclust.views.axes import Axis, AxisKind, Floats, exact
from treeclust.views.default_view import default_view, own_spots
from treeclust.views.regions import used_features

MOST_ROWS = 600
MOST_TRIED = 6
NEIGHBOURS = 5
SHRINKAGE = 0.05
"""How much of the whole variance is added within the clusters, so that few rows in many columns do not mislead."""
BETTER = 0.05
"""Columns can be read and projections cannot: a projection must tell this much more of the rows apart; and a view that
is on the screen stays until another is better by this."""
CROWDED = 0.5


def separating_view(
    dataset: Dataset, axes: Sequence[Axis], labels: Labels, tree: Tree, now: Sequence[str] = ()
) -> tuple[Axis, ...]:
    """Two axes first, then the others. `axes` include the discriminants; `now` are the names of those on the screen."""
    rest = default_view(axes)
    asked = tree_axes(dataset, axes, tree)
    if len(asked) == 1:
        asked += [axis for axis in rest if axis not in asked]

    def score(pair: tuple[Axis, ...]) -> float:
        return separation(pair, labels) - BETTER * any(axis.kind is AxisKind.COMPONENT for axis in pair)

    best: tuple[Axis, ...] = max(combinations(asked[:MOST_TRIED], 2), key=score, default=rest[:2])
    projected = tuple(axis for axis in axes if axis.kind is AxisKind.DISCRIMINANT)[:2]
    if len(projected) == 2 and score(projected) > score(best) + BETTER:
        best = projected
    shown = tuple(axis for name in now[:2] for axis in axes if axis.name == name)
    if len(shown) == 2 and score(shown) >= score(best) - BETTER:
        best = shown
    return (*best, *(axis for axis in rest if axis not in best))


def tree_axes(dataset: Dataset, axes: Sequence[Axis], tree: Tree) -> list[Axis]:
    """Those of the columns that the tree asks about."""
    used = [dataset.features[j] for j in sorted(used_features(tree))]
    names = {feature.name for feature in used} | {feature.column for feature in used}
    return [axis for axis in axes if axis.name in names and axis.kind in (AxisKind.NUMBER, AxisKind.CATEGORY)]


def separation(axes: Sequence[Axis], labels: Labels) -> float:
    """The share of a row's nearest neighbours in the view that are in its cluster; less where rows share few spots."""
    rows = np.arange(len(labels))
    if len(rows) > MOST_ROWS:
        rows = np.random.default_rng(0).choice(len(rows), MOST_ROWS, replace=False)
    places = np.column_stack([axis.values[rows] / (np.ptp(axis.values) or 1.0) for axis in axes])
    near = KDTree(places).query(places, min(NEIGHBOURS + 1, len(rows)))[1][:, 1:]
    purity = float((labels[rows][near] == labels[rows][:, None]).mean()) if near.size else 0.0
    return purity - 0.3 * max(0.0, CROWDED - own_spots(axes))


def discriminant_axes(dataset: Dataset, labels: Labels) -> tuple[Axis, ...]:
    """The two directions along which the clusters lie farthest apart for their width; none where they are not two."""
    if len(np.unique(labels)) < 2 or len(dataset.features) < 3:
        return ()
    centred = dataset.scaled - dataset.scaled.mean(axis=0)
    whole = centred.T @ centred / len(centred)
    within = np.zeros_like(whole)
    for cluster in np.unique(labels):
        rows = centred[labels == cluster] - centred[labels == cluster].mean(axis=0)
        within += rows.T @ rows / len(centred)
    ridge = SHRINKAGE * np.trace(whole) / len(whole) * np.eye(len(whole))
    directions = scipy.linalg.eigh(whole - within + 1e-6 * whole, within + ridge)[1][:, ::-1][:, :2]
    return tuple(discriminant_axis(dataset, centred, directions[:, c], c) for c in range(2))


def discriminant_axis(dataset: Dataset, centred: Floats, direction: Floats, number: int) -> Axis:
    loads = np.abs(direction) * centred.std(axis=0)
    strongest = np.argsort(-loads, kind="stable")
    sign = 1.0 if direction[strongest[0]] >= 0 else -1.0
    mostly = ", ".join(dataset.features[j].name for j in strongest[:2])
    name = f"Discriminant {number + 1}"
    return Axis(name, f"{name} (mostly {mostly})", exact(centred @ direction * sign), kind=AxisKind.DISCRIMINANT)
