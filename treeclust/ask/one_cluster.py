"""One cluster: there is a single clustering of that kind, so it is measured and nothing is searched for."""

from __future__ import annotations

import time

import numpy as np

from treeclust.ask.verify import verify
from treeclust.core.errors import VerificationError
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.tree import Leaf, Solution, Tree
from treeclust.core.version import VERSION
from treeclust.objectives import objective_named

ENGINE = "no"
APART = "One cluster breaks every cannot-link; choose n_clusters from 2, or remove the cannot-links."


def solve_one_cluster(question: Question) -> Result:
    """All rows together, which is proved best as there is no other; or no such clustering. The question is one that
    allows a single cluster; links that may break are left out."""
    began, problem = time.perf_counter(), question.problem
    objective = objective_named(question.objective)
    solution = together(problem)
    message = APART if problem.links.cannot else None
    measures = None
    if message is None:
        try:
            measures = verify(problem, objective.value, solution)
        except VerificationError as error:
            message = f"One cluster does not keep to what is asked: {error}"
    return Result(
        Status.INFEASIBLE if measures is None else Status.OPTIMAL,
        objective.name,
        ENGINE,
        VERSION,
        time.perf_counter() - began,
        solution=None if measures is None else solution,
        measures=measures,
        md_lower_bound=None if measures is None else measures.md,
        value_lower_bound=None if measures is None else measures.value,
        message=message,
    )


def together(problem: Problem) -> Solution:
    tree = None if problem.is_flat else Tree(Leaf(0, problem.n), problem.dataset.features)
    return Solution(np.zeros(problem.n, dtype=np.intp), tree)
