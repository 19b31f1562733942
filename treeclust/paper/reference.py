"""The paper's way, unchanged: the whole formula at once, given to a MaxSAT solver. For checking and comparison."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.objective import Objective
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.progress import Watch
from treeclust.core.result import Outcome
from treeclust.core.tree import Solution, flat_solution, grow
from treeclust.paper.formula import Formula, encode
from treeclust.paper.variables import Model
from treeclust.solvers import make_maxsat
from treeclust.solvers.maxsat import MaxSat, write_wcnf


class ReferenceEngine:
    """Encode, solve, decode. `smart` switches the paper's smart pairs; `wcnf_out` also writes the formula to a file."""

    name = "reference"

    def __init__(self, maxsat: MaxSat | None = None, smart: bool = True, wcnf_out: Path | None = None) -> None:
        self.maxsat = make_maxsat() if maxsat is None else maxsat
        self.smart, self.wcnf_out = smart, wcnf_out

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        if problem.is_large:
            raise InputError(
                f"The reference engine takes at most {MATRIX_ROWS} rows, not {problem.n}; use the fast engine."
            )
        watch.phase("encoding")
        began = time.perf_counter()
        formula = encode(problem, objective, self.smart, stopped=watch.stopped)
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
    """At least `violated` soft clauses fail in every solution. None fails where λ⁻ is 0 and λ⁺ counts all classes, and
    each that does costs one; where the split does not count, the value bounds MD, too."""
    classes = problem.classes
    value = violated + objective.value(0, len(classes))
    md = None if objective.uses_split else objective.largest_md_level(value - 1, 0, len(classes)) + 1
    watch.bound(value, classes.start(md) if md is not None and 0 <= md < len(classes) else None)


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
