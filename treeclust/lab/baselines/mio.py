"""The paper's mixed-integer model (its appendix, after Bertsimas et al. 2021): a tree of best silhouette, on SCIP.

Every leaf is a cluster of its own, and the model chooses how many there are; k plays no part. Two families are ours,
without which the printed model overstates the silhouette; the tests show what happens without them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.result import Status
from treeclust.core.stop import ProcessorTime, Stop
from treeclust.core.tree import Solution, grow
from treeclust.lab.baselines.answer import Baseline, Clustering
from treeclust.lab.baselines.mio_model import FAMILIES, Family, Mio, OutOfTime, new_model


@dataclass(frozen=True, eq=False)
class Silhouette:
    """`value` is the model's mean silhouette of `solution`; None where none was found."""

    status: Status
    value: float | None
    solution: Solution | None


def mio(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    found = best_silhouette(problem, seconds, seed)
    if found.solution is None:
        return Clustering(found.status, None)
    return Clustering(found.status, found.solution.labels, found.solution.tree)


def best_silhouette(problem: Problem, seconds: float, seed: int = 0, without: Collection[Family] = ()) -> Silhouette:
    """Solve the model; `without` leaves families out (to see what each is for)."""
    if problem.n > MATRIX_ROWS:
        raise InputError(f"The MIO model takes at most {MATRIX_ROWS} rows, not {problem.n}.")
    model, add = scip(seed)
    began, stop = time.process_time(), ProcessorTime(seconds)
    m = new_model(model, add, stop, problem)
    try:
        for family in FAMILIES:
            if family not in without:
                family(m)
    except OutOfTime:
        return Silhouette(Status.UNKNOWN, None, None)
    model.setObjective(add(m.s) / problem.n, sense="maximize")
    model.setParam("limits/time", max(0.0, seconds - (time.process_time() - began)))
    model.optimize()
    return read(m, model.getStatus())


def scip(seed: int) -> tuple[Any, Callable[[Any], Any]]:
    """An empty model that counts processor seconds, and SCIP's own sum."""
    try:
        from pyscipopt import Model, quicksum
    except ImportError:
        raise InputError("The method mio needs SCIP; install the package pyscipopt.") from None
    model = Model("clustering tree")
    model.hideOutput()
    model.setParam("timing/clocktype", 1)
    model.setParam("randomization/randomseedshift", seed)
    return model, quicksum


def read(m: Mio, said: str) -> Silhouette:
    """What SCIP found; the tree is read from the routes of the rows, so that rounding in thresholds does no harm."""
    if m.model.getNSols() == 0:
        return Silhouette(Status.INFEASIBLE if said == "infeasible" else Status.UNKNOWN, None, None)
    value = m.model.getVal
    leaf = np.array([[value(cell) for cell in row] for row in m.z]).argmax(axis=1)
    depth, first_leaf = m.depth, len(m.leaves)
    solution = grow(
        m.problem.dataset,
        depth,
        feature=lambda t: int(np.argmax([value(cell) for cell in m.a[t - 1]])),
        goes_left=lambda t, rows: turns_left(leaf[rows] + first_leaf, t, depth),
        cluster=lambda t: t - first_leaf,
    )
    status = Status.OPTIMAL if said == "optimal" else Status.FEASIBLE
    return Silhouette(status, float(m.model.getObjVal()), solution)


def turns_left(leaf: NDArray[Any], t: int, depth: int) -> NDArray[np.bool_]:
    """Do rows that pass node t and end at these leaves go left there?"""
    level = t.bit_length() - 1
    left: NDArray[np.bool_] = (leaf >> (depth - level - 1)) & 1 == 0
    return left


BASELINE = Baseline(
    "mio",
    "MIO (silhouette, SCIP)",
    "obeys every link; a tree with one leaf per cluster, proved best if it finishes",
    mio,
)
