"""Other answers than the one on the workspace: compromises on the front, and trees of other depths and sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from treeclust.ask.verify import verify
from treeclust.core.answers import Front, LeafPrice, MapCell
from treeclust.core.limits import plural, with_most_leaves
from treeclust.core.problem import MAX_DEPTH, Problem
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.version import VERSION
from treeclust.jobs.messages import FillMap
from treeclust.objectives import objective_named
from treeclust.workspace import edits, solving
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.parameters import OF_PROBLEM
from treeclust.workspace.project import Project, Work
from treeclust.workspace.side_jobs import SideJob

CHOSEN = "Chosen on Trade-offs: no tree found is better in both"
PROVED = "Chosen on Trade-offs: no tree is better in both"


class Pick(NamedTuple):
    """One answer of a front or a map: the kind of job that found it, the question it belongs to, its place there."""

    kind: str
    about: str
    place: int


@dataclass(frozen=True, eq=False)
class TradeOff:
    """An answer that is looked at; `origin` is what the workspace says about it once it is used."""

    name: str
    question: Question
    result: Result
    origin: str | None = None

    @property
    def problem(self) -> Problem:
        return self.question.problem


def identity(problem: Problem, *others: object, left_out: tuple[str, ...] = ()) -> str:
    """Which question a front, a map or prices belong to."""
    asked = [getattr(problem, name) for name in OF_PROBLEM if name not in left_out]
    return fingerprint(problem.dataset.hash, problem.dataset.features, problem.links.items, *asked, *others)


def sure_question(work: Work) -> Question:
    """What is asked, with the sure links only."""
    return work.question().with_(soft=())


def map_request(work: Work, seconds: float) -> FillMap:
    """Depths and numbers of clusters around those of the question; the usual size of a cluster changes with k."""
    question, parameters = sure_question(work), work.parameters
    problem = question.problem
    assert problem.depth is not None
    deepest = min(MAX_DEPTH, max(4, problem.depth + 1))
    ks = range(2, min(problem.n, max(6, min(problem.k + 2, 9))) + 1)
    least = tuple(replace(parameters, k=k).of_problem(problem.n)["min_rows"] for k in ks)
    return FillMap(question, tuple(range(1, deepest + 1)), tuple(ks), seconds, least)


def map_identity(work: Work) -> str:
    """A map shows every depth and k, whatever the question's own."""
    question, cells = sure_question(work), ("k", "k_min", "depth", "min_rows")
    others = (work.parameters.min_rows, question.objective, question.wishes)
    return identity(question.problem, *others, left_out=cells)


def open_point(job: SideJob, place: int) -> TradeOff | None:
    """A compromise with its tree, measured again."""
    front: Front | None = job.result
    if front is None or not 0 <= place < len(front.points):
        return None
    solution = front.points[place].solution
    measures = verify(job.problem, objective_named("md-ms").value, solution)
    best = front.complete and place == front.papers_choice
    status = Status.OPTIMAL if best else Status.FEASIBLE
    result = Result(status, "md-ms", "fast", VERSION, front.seconds, None, solution, measures)
    origin = None if best else PROVED if front.complete else CHOSEN
    return TradeOff(f"Compromise {place + 1} of {len(front.points)}", job.question, result, origin)


def open_cell(job: SideJob, place: int) -> TradeOff | None:
    """The tree of one depth and k, if there is one."""
    cells: tuple[MapCell, ...] = () if job.result is None else job.result.cells
    if not 0 <= place < len(cells):
        return None
    cell = cells[place]
    name = f"Depth {cell.depth}, {cell.k} clusters"
    if cell.result.solution is None:
        return TradeOff(name, job.question, cell.result)
    request = job.request
    assert isinstance(request, FillMap)
    return TradeOff(name, request.cell(cell.depth, cell.k), cell.result)


def open_leaves(job: SideJob, place: int) -> TradeOff | None:
    """The tree with at most so many leaves, if there is one."""
    prices: tuple[LeafPrice, ...] = () if job.result is None else job.result.prices
    if not 0 <= place < len(prices):
        return None
    price = prices[place]
    problem = job.problem if place == 0 else with_most_leaves(job.problem, price.leaves)
    question = job.question.with_(problem=problem)
    return TradeOff(f"At most {price.leaves} {plural('leaf', price.leaves)}", question, price.result)


def known_answer(project: Project) -> Result | None:
    """The answer to the question on the screen, where it has no unsure links."""
    answer = project.current_answer
    about = answer is not None and answer.is_about(project.work) and not answer.soft and answer.origin is None
    return answer.result if answer is not None and about else None


def use(project: Project, trade_off: TradeOff) -> None:
    """Make it the workspace's answer; the parameters it belongs to are one undoable step."""
    edits.set_parameters(project, project.work.parameters.asking(trade_off.question))
    solving.take(project, trade_off.result, sure_question(project.work), trade_off.origin)
