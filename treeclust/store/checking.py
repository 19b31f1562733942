"""A run that somebody else computed: its clustering is measured again here, and what cannot be checked is said so."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np

from treeclust.errors import InputError
from treeclust.jobs.messages import result_from_json
from treeclust.objectives import objective_named
from treeclust.problem import Problem
from treeclust.result import Measures, Result, Status
from treeclust.store.changes import Make
from treeclust.store.runs import Asked, answer_from_json, asked_from_json
from treeclust.verify import verify
from treeclust.work import Answer

ROUNDING = 1e-6
FIGURES = ("md", "ms", "md_lower_bound", "seconds", "first_solution_seconds")
SAYS = {
    Status.OPTIMAL: "Optimal within ε = {:g}, says the project file; solve again to prove it here",
    Status.FEASIBLE: "Best so far, from a project file",
    Status.INFEASIBLE: "No such tree exists, says the project file; solve again to prove it here",
    Status.UNKNOWN: "Stopped before an answer was found",
}


def checked_answer(run: dict[str, Any], find: Make) -> Answer:
    """The answer of a run in a project file, all its figures computed again; InputError if one of them is wrong."""
    if not re.fullmatch("[0-9a-f]{16}", run["id"]):
        raise InputError("one of its runs has no proper name")
    if not all(isinstance(run["asked"][name], list) for name in ("links", "soft")):
        raise InputError("the links of a run cannot be read")
    asked = asked_from_json(run["id"], run["asked"], find)
    if asked is None:
        raise InputError("a run is not about the table that is in it")
    result = checked_result(run["result"], asked)
    origin = SAYS[result.status].format(asked.problem.epsilon)
    versions = {str(name)[:40]: str(version)[:40] for name, version in list(run["versions"].items())[:40]}
    plain = answer_from_json(asked, run["result"], checked_numbers(run, result), origin, run["when"], versions, True)
    return replace(plain, result=result)


def checked_result(data: dict[str, Any], asked: Asked) -> Result:
    for name in FIGURES:
        value = data[name]
        if value is not None and (type(value) not in (int, float) or not math.isfinite(value)):
            raise InputError("a figure of a run is no number")
    if data["objective"] != asked.objective or data["seconds"] is None:
        raise InputError("a run answers another question than was asked")
    labels = data["labels"]
    if labels is not None and not all(type(label) is int and 0 <= label < asked.problem.k for label in labels):
        raise InputError("a run has labels that are no clusters")
    result = result_from_json(data, asked.problem)
    if (result.solution is None) != (result.status in (Status.INFEASIBLE, Status.UNKNOWN)):
        raise InputError("a run says one thing and shows another")
    message = None if data["message"] is None else str(data["message"])[:500]
    figures = {str(name)[:40]: float(x) for name, x in list(data["figures"].items())[:100] if math.isfinite(x)}
    plain = replace(result, engine=str(data["engine"])[:40], version=str(data["version"])[:40], message=message)
    plain = replace(plain, figures=figures)
    return plain if result.solution is None else replace(plain, measures=checked_measures(asked.problem, result))


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
        gap = found.md - result.md_lower_bound
        proved = result.status is Status.OPTIMAL and result.objective == "md"
        if gap < -ROUNDING or (proved and gap > problem.epsilon + ROUNDING):
            raise InputError("a run claims more than its bound proves")
    return found


def checked_numbers(run: dict[str, Any], result: Result) -> list[int] | None:
    """The numbers that the clusters are shown with: one each, all different."""
    shown = run["shown"]
    if result.labels is None or shown is None:
        return None
    count = len(np.unique(result.labels))
    if len(shown) != count or len(set(shown)) != count or not all(type(x) is int and 0 <= x < 1024 for x in shown):
        raise InputError("a run shows its clusters under impossible numbers")
    return list(shown)
