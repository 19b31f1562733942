"""PCK-means: k-means in which a broken link costs.

Basu, Banerjee, Mooney: Active semi-supervision for pairwise constrained clustering, SDM 2004. Written by hand: no
package of it is maintained. A broken link costs the mean squared distance of the rows from their mean.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.links import Kind
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import flat_solution
from treeclust.lab.baselines.answer import Baseline, Clustering
from treeclust.lab.baselines.groups import groups_of

STARTS = 10
ROUNDS = 100
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Partners = list[list[tuple[int, bool]]]
"""For each row the rows it is linked to, and whether they must share a cluster."""


def pck_means(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    """The cheapest of ten starts."""
    rng = np.random.default_rng(seed)
    best: tuple[float, Ints] | None = None
    for _ in range(STARTS):
        found = one_start(problem, rng, stop)
        if best is None or found[0] < best[0]:
            best = found
        if stop():
            break
    assert best is not None
    return Clustering(Status.FEASIBLE, flat_solution(best[1]).labels)


def one_start(problem: Problem, rng: np.random.Generator, stop: Stop) -> tuple[float, Ints]:
    """(sum of squares and price of broken links, labels)."""
    scaled = problem.points
    cost = float(((scaled - scaled.mean(axis=0)) ** 2).sum(axis=1).mean())
    partners = partners_of(problem)
    centres = groups_of(problem).seeds(problem.k, rng)
    labels = ((scaled[:, None, :] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
    for _ in range(ROUNDS):
        for cluster in np.unique(labels):
            centres[cluster] = scaled[labels == cluster].mean(axis=0)
        new = assign(scaled, centres, labels, partners, cost, rng.permutation(problem.n))
        settled, labels = np.array_equal(new, labels), new
        if settled or stop():
            break
    broken = sum(not link.holds(labels) for link in problem.links)
    return float(((scaled - centres[labels]) ** 2).sum() + cost * broken), labels


def partners_of(problem: Problem) -> Partners:
    found: Partners = [[] for _ in range(problem.n)]
    for link in problem.links:
        together = link.kind is Kind.MUST
        found[link.a].append((link.b, together))
        found[link.b].append((link.a, together))
    return found


def assign(scaled: Floats, centres: Floats, labels: Ints, partners: Partners, cost: float, order: Ints) -> Ints:
    """Each row in turn to the cluster where distance and broken links together cost least."""
    prices = ((scaled[:, None, :] - centres[None]) ** 2).sum(axis=2)
    labels = labels.copy()
    for row in order:
        price = prices[row].copy()
        for other, together in partners[row]:
            at = labels[other]
            if together:
                price += cost
                price[at] -= cost
            else:
                price[at] += cost
        labels[row] = price.argmin()
    return labels


BASELINE = Baseline("pck-means", "PCK-means", "links may break at a price; no tree", pck_means)
