"""Other answers than the one on the workspace: compromises on the front, and trees of other depths and sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from treeclust.jobs.messages import result_from_json
from treeclust.objectives import objective_named
from treeclust.problem import MAX_DEPTH, Problem
from treeclust.result import Result, Status
from treeclust.tree import Solution, Tree
from treeclust.ui import edits, solving
from treeclust.ui.components import fingerprint
from treeclust.ui.project import Project
from treeclust.ui.side_jobs import SideJob
from treeclust.verify import verify
from treeclust.version import VERSION

CHOSEN = "Chosen on Trade-offs: no tree found is better in both"
PROVED = "Chosen on Trade-offs: no tree is better in both"


@dataclass(frozen=True, eq=False)
class Opened:
    """An answer that is looked at; `origin` is what the workspace says about it once it is used."""

    name: str
    problem: Problem
    objective: str
    result: Result
    origin: str | None = None


def identity(problem: Problem) -> str:
    """Which question a front or a map belongs to; a front depends on k and depth, a map shows them all."""
    return fingerprint(
        problem.dataset.hash, problem.links.items, problem.k, problem.k_min, problem.depth, problem.epsilon
    )


def map_identity(problem: Problem, objective: str) -> str:
    return fingerprint(problem.dataset.hash, problem.links.items, problem.epsilon, objective)


def map_ranges(problem: Problem) -> tuple[list[int], list[int]]:
    """Depths and numbers of clusters around those of the question."""
    assert problem.depth is not None
    deepest = min(MAX_DEPTH, max(4, problem.depth + 1))
    most = min(problem.n, max(6, min(problem.k + 2, 9)))
    return list(range(1, deepest + 1)), list(range(2, most + 1))


def open_point(job: SideJob, place: int) -> Opened | None:
    """A compromise with its tree, measured again."""
    points = [] if job.result is None else job.result["front"]
    if not 0 <= place < len(points):
        return None
    point, problem = points[place], job.problem
    tree = None if point["tree"] is None else Tree.from_json(point["tree"], problem.dataset.features)
    solution = Solution(np.array(point["labels"], dtype=np.intp), tree)
    measures = verify(problem, objective_named("md-ms").value, solution)
    assert job.result is not None
    complete, seconds = bool(job.result["complete"]), float(job.result["seconds"])
    best = complete and place == job.result["papers_choice"]
    status = Status.OPTIMAL if best else Status.FEASIBLE
    result = Result(status, "md-ms", "fast", VERSION, seconds, None, solution, measures)
    origin = None if best else PROVED if complete else CHOSEN
    return Opened(f"Compromise {place + 1} of {len(points)}", problem, "md-ms", result, origin)


def open_cell(job: SideJob, place: int) -> Opened | None:
    """The tree of one depth and k, if there is one."""
    cells = [] if job.result is None else job.result["cells"]
    if not 0 <= place < len(cells):
        return None
    cell = cells[place]
    problem = job.problem.with_(depth=cell["depth"], k=cell["k"], k_min=None)
    result = result_from_json(cell["result"], problem)
    name = f"Depth {cell['depth']}, {cell['k']} clusters"
    return Opened(name, problem, job.objective, result)


def use(project: Project, opened: Opened) -> None:
    """Make it the workspace's answer; the parameters it belongs to are one undoable step."""
    asked = opened.problem
    assert asked.depth is not None
    now = replace(project.work.parameters, k=asked.k, k_min=asked.k_min, depth=asked.depth, objective=opened.objective)
    edits.set_parameters(project, now)
    project.form += 1
    solving.take(project, opened.result, project.work.problem(), opened.objective, opened.origin)
