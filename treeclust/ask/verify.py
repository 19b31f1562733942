"""The independent check: everything claimed about a solution is computed again from the tree and the table alone.

Imports neither the paper's formula nor an engine, at any size of table, so that a bug there cannot hide itself here.
"""

from __future__ import annotations

import numpy as np

from treeclust.ask.blockwise import widest_pair
from treeclust.ask.closest import closest_pair
from treeclust.core.distances import max_diameter, min_split
from treeclust.core.equations import equation
from treeclust.core.errors import VerificationError
from treeclust.core.links import Kind, Link
from treeclust.core.objective import Objective, Value
from treeclust.core.problem import Problem
from treeclust.core.result import Measures, Result, Status
from treeclust.core.rules import broken_rule
from treeclust.core.tree import Labels, Solution

ROUNDING = 1e-8
"""More than the rounding of a distance."""


def verify(problem: Problem, value: Value, solution: Solution) -> Measures:
    """The measures of a solution that obeys the whole problem; raises VerificationError if it does not."""
    check_shape(problem, solution)
    measures = measure(problem, value, solution.labels)
    if measures.links_broken:
        raise VerificationError(f"The solution breaks link {measures.links_broken[0]}.")
    check_limits(problem, solution, measures)
    return measures


def check_limits(problem: Problem, solution: Solution, measures: Measures) -> None:
    """Rows of clusters and leaves, diameter and split, and the rules about the tree."""
    rows = np.bincount(solution.labels)
    if rows.min() < problem.min_rows or (problem.max_rows is not None and rows.max() > problem.max_rows):
        raise VerificationError(f"Clusters have {rows.min()} to {rows.max()} rows.")
    if problem.max_diameter is not None and (measures.md or 0.0) > problem.max_diameter:
        raise VerificationError(f"MD is {measures.md}, above {problem.max_diameter}.")
    if problem.min_split is not None and measures.ms is not None and measures.ms < problem.min_split:
        raise VerificationError(f"MS is {measures.ms}, below {problem.min_split}.")
    if solution.tree is not None:
        broken = broken_rule(solution.tree, problem.rules, problem.min_leaf_rows)
        if broken is not None:
            raise VerificationError(f"A rule is broken: {broken}.")


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

    In tables too large for their distances MS is measured only where it counts, and the value given only then.
    """
    counts = value(1, 1) != value(1, 0)
    large = problem.is_large
    if large:
        diameter, split = widest_pair(problem.points, labels, problem.metric), None
        if counts or problem.min_split is not None:
            split = closest_pair(problem.points, labels, problem.metric)
    else:
        diameter, split = max_diameter(problem.distances, labels), min_split(problem.distances, labels)
    md, ms = (None if found is None else found[0] for found in (diameter, split))
    kept = [holds(link, labels) for link in problem.links]
    return Measures(
        md,
        ms,
        None if large and not counts else value(problem.classes.lambda_minus(md), problem.classes.lambda_plus(ms)),
        None if diameter is None else diameter[1:],
        None if split is None else split[1:],
        tuple(link for link, holding in zip(problem.links, kept, strict=True) if holding),
        tuple(link for link, holding in zip(problem.links, kept, strict=True) if not holding),
    )


def check_proof(problem: Problem, objective: Objective, result: Result) -> Result:
    """The same result if what it claims as proved fits what was measured: no bound is above its value, and those of an
    optimal answer meet it, exactly in classes or within ε where there are too many rows for classes."""
    measures = result.measures
    if measures is None:
        return result
    md, md_bound = measures.md or 0.0, result.md_lower_bound
    if md_bound is not None and md_bound > md + ROUNDING:
        raise VerificationError(f"MD is {md}, yet it is said to be proved that none is below {md_bound}.")
    value, bound = measures.value, result.value_lower_bound
    if value is not None and bound is not None and bound > value:
        raise VerificationError(f"The value is {value}, yet it is said to be proved that none is below {bound}.")
    if result.status is Status.OPTIMAL and value is not None and bound != value:
        raise VerificationError(f"The answer is said to be optimal, yet its value is {value} and {bound} is proved.")
    large = result.status is Status.OPTIMAL and value is None and not objective.uses_split
    if large and md - (md_bound or 0.0) > problem.epsilon + ROUNDING:
        raise VerificationError(f"The answer is said to be optimal, yet MD is {md} and {md_bound} is proved.")
    return result


def check_choice(problem: Problem, objective: Objective, before: Result, after: Result) -> Result:
    """The chosen result, if it is as good as the one it was chosen beside: the same value, or a diameter within the
    slack and no smaller split."""
    assert before.measures is not None and after.measures is not None and after.choice is not None
    if not after.choice.slack:
        return check_proof(problem, objective, after)
    most = (before.md or 0.0) * (1 + after.choice.slack / 100) + max(problem.epsilon, ROUNDING)
    if (after.md or 0.0) > most:
        raise VerificationError(f"MD is {after.md}, beyond the slack of {after.choice.slack} % above {before.md}.")
    return after


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
