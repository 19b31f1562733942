"""A run that somebody else computed: its clustering is measured again here, and what cannot be checked is said so."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np

from treeclust.ask.verify import verify
from treeclust.core.codec import from_json
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Measures, Result, Status
from treeclust.objectives import objective_named
from treeclust.workspace.document import Answer
from treeclust.workspace.store.changes import Make
from treeclust.workspace.store.runs import RunRequest, answer_of, read_question
from treeclust.workspace.store.shared_distances import SharedDistances
from treeclust.workspace.store.untrusted import check_limits, column_choice, moment

ROUNDING = 1e-6
FIGURES = ("md", "ms", "md_lower_bound", "seconds", "first_solution_seconds")
WIDER = "Within {:g} % of the best diameter, says the project file; solve again to prove it here"
SAYS = {
    Status.OPTIMAL: "Optimal within ε = {:g}, says the project file; solve again to prove it here",
    Status.FEASIBLE: "Best so far, from a project file",
    Status.INFEASIBLE: "No such tree exists, says the project file; solve again to prove it here",
    Status.UNKNOWN: "Stopped before an answer was found",
}


def checked_answer(run: dict[str, Any], find: Make, distances: SharedDistances) -> Answer:
    """The answer of a run in a project file, all its figures computed again; InputError if one of them is wrong."""
    if not re.fullmatch("[0-9a-f]{16}", run["id"]):
        raise InputError("one of its runs has no proper name")
    if not all(isinstance(run["asked"][name], list) for name in ("links", "soft")):
        raise InputError("the links of a run cannot be read")
    column_choice(run["asked"]["choice"])
    question = read_question(run["asked"], find)
    if question is None:
        raise InputError("a run is not about the table that is in it")
    check_limits(question.problem)
    Links(tuple(soft.link for soft in question.soft)).check_rows(question.problem.n)
    distances.lend(question.problem)
    result = checked_result(run["result"], question)
    distances.take_back(question.problem)
    origin, asked = SAYS[result.status].format(question.problem.epsilon), RunRequest(run["id"], question)
    if result.is_wider and result.choice is not None:
        origin = WIDER.format(result.choice.slack)
    versions = {str(name)[:40]: str(version)[:40] for name, version in list(run["versions"].items())[:40]}
    when = moment(run["when"]).isoformat()
    plain = answer_of(asked, run["result"], checked_numbers(run, result), origin, when, versions, True)
    return replace(plain, result=result)


def checked_result(data: dict[str, Any], asked: Question) -> Result:
    for name in FIGURES:
        value = data[name]
        if value is not None and (type(value) not in (int, float) or not math.isfinite(value)):
            raise InputError("a figure of a run is no number")
    if data["objective"] != asked.objective or data["seconds"] is None:
        raise InputError("a run answers another question than was asked")
    labels = data["labels"]
    if labels is not None and not all(type(label) is int and 0 <= label < asked.problem.k for label in labels):
        raise InputError("a run has labels that are no clusters")
    result = from_json(Result, data, asked)
    if (result.solution is None) != (result.status in (Status.INFEASIBLE, Status.UNKNOWN)):
        raise InputError("a run says one thing and shows another")
    message = None if data["message"] is None else str(data["message"])[:500]
    figures = {str(name)[:40]: float(x) for name, x in list(data["figures"].items())[:100] if math.isfinite(x)}
    plain = replace(result, engine=str(data["engine"])[:40], version=str(data["version"])[:40], message=message)
    plain = replace(plain, figures=figures)
    if result.solution is None:
        return replace(plain, choice=None)
    check_choice(asked, result)
    check_assumed(asked, result)
    return replace(plain, measures=checked_measures(asked.problem, result))


def check_assumed(asked: Question, result: Result) -> None:
    """Only where it was asked for, between rows that are there, and as the clusters are."""
    if result.assumed and not asked.wishes.assume:
        raise InputError("a run assumes links, which nobody asked for")
    Links(result.assumed).check_rows(asked.problem.n)
    assert result.labels is not None
    if not all(link.holds(result.labels) for link in result.assumed):
        raise InputError("a run does not keep the links that it assumes")


def checked_measures(problem: Problem, result: Result) -> Measures:
    """Measured again; the claims must be the same, and the bounds below them."""
    assert result.solution is not None
    found = verify(problem, objective_named(result.objective).value, result.solution)
    for claimed, measured in ((result.md, found.md), (result.ms, found.ms)):
        if (claimed is None) != (measured is None) or abs((claimed or 0.0) - (measured or 0.0)) > ROUNDING:
            raise InputError("the figures of a run are not those of its tree")
    least, value = result.value_lower_bound, found.value
    if least is not None and (type(least) is not int or (value is not None and least > value)):
        raise InputError("a run claims more than its tree can be")
    if result.md_lower_bound is not None and found.md is not None:
        gap = best_md(result) - result.md_lower_bound
        proved = result.status is Status.OPTIMAL and not objective_named(result.objective).uses_split
        if gap < -ROUNDING or (proved and gap > problem.epsilon + ROUNDING):
            raise InputError("a run claims more than its bound proves")
    return found


def best_md(result: Result) -> float:
    """The diameter that was proved best; a slack allows a wider one."""
    choice, md = result.choice, result.md or 0.0
    return md if choice is None or choice.best_md is None else choice.best_md


def check_choice(asked: Question, result: Result) -> None:
    """What can be counted again: leaves, sum of squares, and how much wider than the best the diameter is."""
    choice, wishes, problem = result.choice, asked.wishes, asked.problem
    if choice is None:
        return
    if (choice.prefer, choice.slack, choice.seed) != (wishes.prefer, wishes.slack, wishes.seed):
        raise InputError("a run was chosen by other wishes than were asked for")
    if result.tree is None or choice.leaves != sum(1 for _ in result.tree.leaves()):
        raise InputError("a run counts other leaves than its tree has")
    if not math.isclose(choice.sum_of_squares, sum_of_squares(problem, result), rel_tol=1e-6, abs_tol=ROUNDING):
        raise InputError("a run claims another sum of squares than its clusters have")
    best, md, near = best_md(result), result.md or 0.0, max(problem.epsilon, ROUNDING)
    if not 0 <= best <= md + near or md > best * (1 + choice.slack / 100) + near:
        raise InputError("a run is wider than was allowed")


def sum_of_squares(problem: Problem, result: Result) -> float:
    labels, points = result.labels, problem.points
    assert labels is not None
    clusters = [points[labels == cluster] for cluster in np.unique(labels)]
    return float(sum(((rows - rows.mean(axis=0)) ** 2).sum() for rows in clusters))


def checked_numbers(run: dict[str, Any], result: Result) -> list[int] | None:
    """The numbers that the clusters are shown with: one each, all different."""
    shown = run["shown"]
    if result.labels is None or shown is None:
        return None
    count = len(np.unique(result.labels))
    if len(shown) != count or len(set(shown)) != count or not all(type(x) is int and 0 <= x < 1024 for x in shown):
        raise InputError("a run shows its clusters under impossible numbers")
    return list(shown)
