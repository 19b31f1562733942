"""A k-d tree (Bentley 1975) over points: boxes in boxes, cut at medians, for searches that pass over whole boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from treeclust.core.compiled import compiled
from treeclust.core.distances import Floats
from treeclust.engine.instance.metric_space import added, measure

Ints = NDArray[np.int64]
LEAF = 16
LONELY, MOST_LONELY = 2.5, 0.1
"""So many times as far out as half of all points; and the share of them that may be."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """A binary tree of boxes over points in the order of its leaves: box b holds the points first[b] … last[b] − 1 and
    lies between low[b] and high[b]; its halves are at child[b] and child[b] + 1 (0: a leaf)."""

    points: Floats
    order: Ints
    first: Ints
    last: Ints
    child: Ints
    low: Floats
    high: Floats


def boxes_of(points: Floats) -> Boxes:
    """Cut at medians, level by level; a point far from all that would share its smallest box has one of its own."""
    order = places_in_boxes(points, LEAF)
    lonely = lonely_ones(points[order])
    near = len(points) - int(lonely.sum())
    if near < len(points):
        crowd, few = order[~lonely], order[lonely]
        order = np.concatenate([crowd[places_in_boxes(points[crowd], LEAF)], few[places_in_boxes(points[few], 1)]])
    placed = np.ascontiguousarray(points[order])
    first, last, child = [0], [len(points)], [0]
    at = 0
    while at < len(first):
        if last[at] - first[at] > (LEAF if first[at] < near else 1):
            child[at] = len(first)
            middle = near if at == 0 and near < len(points) else (first[at] + last[at]) // 2
            first += [first[at], middle]
            last += [middle, last[at]]
            child += [0, 0]
        at += 1
    tree = np.array(first), np.array(last), np.array(child)
    return Boxes(placed, order, *tree, *spans(placed, np.zeros(len(points), dtype=np.int64), 0, *tree))


def places_in_boxes(points: Floats, leaf: int) -> Ints:
    """The points in the order of the leaves."""
    return np.asarray(cKDTree(points, leafsize=leaf, compact_nodes=False).indices, dtype=np.int64)


def lonely_ones(placed: Floats) -> NDArray[np.bool_]:
    """Which points, in the order of the leaves, are far from the middle of their neighbours there; none if many are."""
    found = np.zeros(len(placed), dtype=np.bool_)
    whole = len(placed) // LEAF * LEAF
    near = placed[:whole].reshape(-1, LEAF, placed.shape[1])
    out = np.abs(near - np.median(near, axis=1, keepdims=True)).sum(axis=2).ravel()
    found[:whole] = out > LONELY * np.median(out) if whole else False
    return found if found.sum() <= MOST_LONELY * len(placed) else np.zeros_like(found)


@compiled(
    "Tuple((float64[:,::1], float64[:,::1]))(float64[:,::1], int64[::1], int64, int64[::1], int64[::1], int64[::1])"
)
def spans(points: Floats, labels: Ints, label: int, first: Ints, last: Ints, child: Ints) -> tuple[Floats, Floats]:
    """The lowest and highest values, in each box, of the points with this label; inf and −inf where there is none."""
    low, high = np.full((len(first), points.shape[1]), np.inf), np.full((len(first), points.shape[1]), -np.inf)
    for b in range(len(first) - 1, -1, -1):
        if child[b]:
            for half in range(child[b], child[b] + 2):
                for j in range(points.shape[1]):
                    low[b, j], high[b, j] = min(low[b, j], low[half, j]), max(high[b, j], high[half, j])
            continue
        for i in range(first[b], last[b]):
            if labels[i] == label:
                for j in range(points.shape[1]):
                    low[b, j], high[b, j] = min(low[b, j], points[i, j]), max(high[b, j], points[i, j])
    return low, high


@compiled("Tuple((float64[:,::1], float64[::1]))(float64[:,::1], int64[::1], int64[::1], int64)")
def balls(points: Floats, first: Ints, last: Ints, kind: int) -> tuple[Floats, Floats]:
    """A ball around the points of each box: their mean, and how far the farthest is from it."""
    centre, radius = np.zeros((len(first), points.shape[1])), np.zeros(len(first))
    for b in range(len(first)):
        for j in range(points.shape[1]):
            centre[b, j] = points[first[b] : last[b], j].mean()
        for i in range(first[b], last[b]):
            total = 0.0
            for j in range(points.shape[1]):
                total = added(total, abs(points[i, j] - centre[b, j]), kind)
            radius[b] = max(radius[b], measure(total, kind))
    return centre, radius
