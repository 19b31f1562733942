"""A nudge: that another number of clusters or another depth is plainly better, or simpler and as good. It is read off
the map of depths and k around the answer, which is filled while the person looks at the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from treeclust.core.answers import MapCell
from treeclust.core.limits import plural
from treeclust.core.problem import MAX_DEPTH, Problem
from treeclust.core.result import Result
from treeclust.jobs.nudge_requests import LookAround
from treeclust.objectives import objective_named
from treeclust.workspace import trade_offs
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.questions import can_ask
from treeclust.workspace.side_jobs import SideJob

KIND = LookAround.kind
MOST_ROWS = 500
CELL_SECONDS, SECONDS = 2.0, 8.0
FAR_BETTER, FAR_FEWER = 0.75, 0.75
ALIKE = 1.03
"""Of a diameter, and of the leaves: so much is plainly better; and so much of a diameter is as good."""


@dataclass(frozen=True)
class Nudge:
    """`place` is that of the better tree among those that were looked at."""

    words: str
    button: str
    place: int


def can_look(project: Project) -> Answer | None:
    """The answer that a nudge can be about: of a small table, to a question for so many clusters, with sure links."""
    answer = can_ask(project)
    if answer is None or answer.tree is None or answer.origin is not None or not project.may_write:
        return None
    problem, unsure = answer.problem, answer.soft or answer.result.assumed
    if unsure or problem.n > MOST_ROWS or problem.depth is None or problem.k_min not in (None, problem.k):
        return None
    return answer


def look_around(project: Project, answer: Answer) -> LookAround:
    """One cluster more, one level more, one cluster less, one level less, as far as there can be such trees."""
    around = tuple(neighbours(answer.problem))
    ks = tuple(sorted({k for _, k in around}))
    least = tuple(replace(project.work.parameters, k=k).of_problem(answer.problem.n)["min_rows"] for k in ks)
    question = trade_offs.sure_question(project.work)
    return LookAround(question, ks=ks, cell_seconds=CELL_SECONDS, min_rows=least, around=around)


def neighbours(problem: Problem) -> Iterator[tuple[int, int]]:
    k, depth = problem.k, problem.depth
    assert depth is not None
    wider = depth if k + 1 <= 2**depth else depth + 1
    if k < problem.n and wider <= MAX_DEPTH:
        yield wider, k + 1
    if depth < MAX_DEPTH and wider == depth:
        yield depth + 1, k
    if k > 2:
        yield depth, k - 1
    if k <= 2 ** (depth - 1):
        yield depth - 1, k


def nudge(answer: Answer, cells: Sequence[MapCell]) -> Nudge | None:
    """The first of what is plainly better. What is said is true of a tree that was found, whether or not it is proved
    to be the best of its kind."""
    found = {(cell.depth, cell.k): (place, cell.result) for place, cell in enumerate(cells)}
    said = (say(answer, depth, k, *found[depth, k]) for depth, k in neighbours(answer.problem) if (depth, k) in found)
    return next((one for one in said if one is not None), None)


def say(answer: Answer, depth: int, k: int, place: int, other: Result) -> Nudge | None:
    problem, here = answer.problem, answer.result
    assert problem.depth is not None
    if here.md is None or other.md is None:
        return None
    same = f"{other.md:.1f}" == f"{here.md:.1f}"
    diameters = f"the same diameter of {here.md:.1f}" if same else f"diameter {other.md:.1f} instead of {here.md:.1f}"
    if k > problem.k:
        # Rows spread evenly along a line gain as much as k / (k + 1) from any further cluster.
        better = other.md <= FAR_BETTER * here.md * problem.k / k
        deep = "" if depth == problem.depth else f", depth {depth}"
        words = f"{k} clusters{deep} fit far better: {diameters}."
        return Nudge(words, f"Use {k} clusters", place) if better else None
    if depth > problem.depth:
        better = other.md <= FAR_BETTER * here.md
        return Nudge(f"One level more fits far better: {diameters}.", f"Use depth {depth}", place) if better else None
    if not is_as_good(answer, other):
        return None
    if k < problem.k:
        return Nudge(f"{k} clusters are as good: {diameters}.", f"Use {k} clusters", place)
    fewer, many = leaves(other), leaves(here)
    words = f"A tree of {fewer} {plural('leaf', fewer)} instead of {many} is as good: {diameters}."
    return Nudge(words, f"Use depth {depth}", place) if fewer <= FAR_FEWER * many else None


def is_as_good(answer: Answer, other: Result) -> bool:
    here = answer.result
    assert here.md is not None and other.md is not None
    uses_split = objective_named(answer.objective).uses_split
    return other.md <= ALIKE * here.md and (not uses_split or (other.ms or 0.0) * ALIKE >= (here.ms or 0.0))


def leaves(result: Result) -> int:
    return 0 if result.tree is None else sum(1 for _ in result.tree.leaves())


def follow(project: Project, job: SideJob) -> None:
    """Do what the nudge says: the tree is there already."""
    answer = can_look(project)
    said = None if answer is None or job.result is None else nudge(answer, job.result.cells)
    better = None if said is None else trade_offs.open_cell(job, said.place)
    if better is not None:
        trade_offs.use(project, better)
