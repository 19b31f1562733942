"""The independent check: everything claimed about a solution is computed again from the tree and the table alone.

Imports neither the encoding nor an engine, so that a bug there cannot hide itself here.
"""

from __future__ import annotations

import numpy as np

from treeclust.distances import Value, max_diameter, min_split
from treeclust.equations import equation
from treeclust.errors import VerificationError
from treeclust.far_pairs import measure_diameter
from treeclust.links import Kind, Link
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.result import Measures
from treeclust.tree import Labels, Solution


def verify(problem: Problem, value: Value, solution: Solution) -> Measures:
    """The measures of a solution that obeys the whole problem; raises VerificationError if it does not."""
    check_shape(problem, solution)
    measures = measure(problem, value, solution.labels)
    if measures.links_broken:
        raise VerificationError(f"The solution breaks link {measures.links_broken[0]}.")
    return measures


def check_shape(problem: Problem, solution: Solution) -> None:
    """Labels come from the tree, every cluster has rows, the number of clusters and the depth fit."""
    labels = solution.labels
    if labels.shape != (problem.n,):
        raise VerificationError(f"{labels.shape} labels for {problem.n} rows.")
    present = np.unique(labels)
    if not np.array_equal(present, np.arange(len(present))):
        raise VerificationError(f"The clusters are numbered {present.tolist()}, not from 0 without gaps.")
    if not problem.least_clusters <= len(present) <= problem.k:
        raise VerificationError(f"{len(present)} clusters, not {problem.least_clusters} to {problem.k}.")
    if problem.depth is None:
        return
    if solution.tree is None:
        raise VerificationError("The solution has no tree.")
    if solution.tree.depth > problem.depth:
        raise VerificationError(f"The tree has depth {solution.tree.depth}, not {problem.depth}.")
    if not np.array_equal(solution.tree.predict(problem.dataset.values), labels):
        raise VerificationError("The tree does not give the labels of the solution.")


def measure(problem: Problem, value: Value, labels: Labels) -> Measures:
    """MD, MS, the pairs that attain them, the objective's value, and which links hold.

    Above MATRIX_ROWS rows only MD is measured: there are no classes to count in, and no matrix to find MS in.
    """
    large = problem.n > MATRIX_ROWS
    if large:
        diameter, split = measure_diameter(problem.dataset.scaled, labels, problem.metric), None
    else:
        diameter, split = max_diameter(problem.distances, labels), min_split(problem.distances, labels)
    md, ms = (None if found is None else found[0] for found in (diameter, split))
    return Measures(
        md,
        ms,
        None if large else value(problem.classes, md, ms),
        None if diameter is None else diameter[1:],
        None if split is None else split[1:],
        tuple(link for link in problem.links if holds(link, labels)),
        tuple(link for link in problem.links if not holds(link, labels)),
    )


def holds(link: Link, labels: Labels) -> bool:
    return must_link_holds(link, labels) if link.kind is Kind.MUST else cannot_link_holds(link, labels)


@equation(
    1,
    "rows of a must-link share a cluster",
    deviates="the paper writes x₁ on both sides; x₁ and x₂ are meant",
)
def must_link_holds(link: Link, labels: Labels) -> bool:
    return bool(labels[link.a] == labels[link.b])


@equation(2, "rows of a cannot-link do not share a cluster", deviates="as at (1), x₁ and x₂ are meant")
def cannot_link_holds(link: Link, labels: Labels) -> bool:
    return bool(labels[link.a] != labels[link.b])
