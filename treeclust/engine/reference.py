"""The paper's way, unchanged: the whole formula at once, given to a MaxSAT solver. For checking and comparison."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treeclust.encoding.formula import Formula, encode
from treeclust.encoding.model import Model
from treeclust.errors import InputError
from treeclust.objectives import Objective
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.progress import Watch
from treeclust.result import Outcome
from treeclust.solvers.maxsat import MaxSat, write_wcnf
from treeclust.solvers.pysat_backend import PysatMaxSat
from treeclust.tree import Solution, flat_solution, grow


class ReferenceEngine:
    """Encode, solve, decode. `smart` switches the paper's smart pairs; `wcnf_out` also writes the formula to a file."""

    name = "reference"

    def __init__(self, maxsat: MaxSat | None = None, smart: bool = True, wcnf_out: Path | None = None) -> None:
        self.maxsat = PysatMaxSat() if maxsat is None else maxsat
        self.smart, self.wcnf_out = smart, wcnf_out

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        if problem.n > MATRIX_ROWS:
            raise InputError(
                f"The reference engine takes at most {MATRIX_ROWS} rows, not {problem.n}; use the fast engine."
            )
        watch.phase("encoding")
        began = time.perf_counter()
        formula = encode(problem, objective.soft, objective.wants_split, self.smart, stopped=watch.stopped)
        figures = {"clauses": formula.clauses, "seconds_encoding": time.perf_counter() - began}
        if formula.infeasible:
            return Outcome(True, figures=figures)
        if self.wcnf_out is not None:
            write_formula(self.wcnf_out, formula)
        watch.phase("solving")
        began = time.perf_counter()
        answer = self.maxsat(formula.model.count, formula.hard, formula.soft, watch.stopped)
        figures["seconds_solving"] = time.perf_counter() - began
        if answer.model is not None:
            watch.solution(decode(formula.model, answer.model))
        if not answer.unsatisfiable:
            report_bound(problem, objective, answer.lower_bound, watch)
        return Outcome(answer.optimal or answer.unsatisfiable, figures=figures)


def report_bound(problem: Problem, objective: Objective, violated: int, watch: Watch) -> None:
    """At least `violated` soft clauses fail in every solution: the bound on the objective's value, and on MD for md."""
    classes = problem.classes
    value = violated - (len(classes) if objective.wants_split else 0)
    md = float(classes.starts[value - 1]) if not objective.wants_split and value > 0 else None
    watch.bound(value, md)


def write_formula(path: Path, formula: Formula) -> None:
    try:
        with path.open("w") as out:
            write_wcnf(out, formula.model.count, formula.hard, formula.soft)
    except OSError as error:
        raise InputError(f'The formula cannot be written to "{path}": {error.strerror}.') from None


def decode(m: Model, value: NDArray[np.bool_]) -> Solution:
    """The clustering that a model of the formula stands for."""
    if m.problem.depth is None:
        return flat_solution(value[m.x].sum(axis=1))
    first_leaf = len(m.shape.leaves)
    return grow(
        m.problem.dataset,
        m.problem.depth,
        feature=lambda t: int(np.argmax(value[m.a[t - 1]])),
        goes_left=lambda t, rows: value[m.s[rows, t - 1]],
        cluster=lambda t: int(value[m.g[t - first_leaf]].sum()),
    )
