"""Rows joined by must-links as weighted points, for the constrained k-means baselines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.problem import Problem

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Groups:
    """`points[g]` is the mean of group g, `weights[g]` its number of rows, `apart[g]` the groups it may not join;
    `of_row[i]` is the group of row i."""

    points: Floats
    weights: Floats
    apart: tuple[tuple[int, ...], ...]
    of_row: Ints

    def seeds(self, k: int, rng: np.random.Generator) -> Floats:
        """k first centres by the rule of k-means++: large groups far from those chosen are likely."""
        chosen = [int(rng.choice(len(self.points), p=self.weights / self.weights.sum()))]
        while len(chosen) < k:
            chance = self.weights * self.distances(self.points[chosen]).min(axis=1)
            total = float(chance.sum())
            even = np.full(len(chance), 1 / len(chance))
            chosen.append(int(rng.choice(len(chance), p=chance / total if total > 0 else even)))
        centres: Floats = self.points[chosen]
        return centres

    def distances(self, centres: Floats) -> Floats:
        """Squared distances from every group's mean to every centre."""
        squared: Floats = ((self.points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        return squared

    def centres(self, labels: Ints, before: Floats) -> Floats:
        """The mean of each cluster; an empty one keeps its centre."""
        new = before.copy()
        for cluster in range(len(before)):
            inside = labels == cluster
            if inside.any():
                new[cluster] = np.average(self.points[inside], axis=0, weights=self.weights[inside])
        return new

    def squares(self, labels: Ints, centres: Floats) -> float:
        """The weighted sum of squares around the centres."""
        return float((self.weights * self.distances(centres)[np.arange(len(labels)), labels]).sum())


def groups_of(problem: Problem) -> Groups:
    component, scaled = problem.closure.component, problem.points
    count = int(component.max()) + 1
    weights = np.bincount(component, minlength=count).astype(np.float64)
    points = np.stack([np.bincount(component, column, count) / weights for column in scaled.T], axis=1)
    apart: list[set[int]] = [set() for _ in range(count)]
    for one, two in problem.closure.exclusive:
        apart[one].add(two)
        apart[two].add(one)
    return Groups(points, weights, tuple(tuple(sorted(others)) for others in apart), component)
