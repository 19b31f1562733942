"""Everything that is said between a server, its workers and their helpers: one data class for each message.

A request names its handler by where it is, as in "jobs.handlers.solve_job", so that rooms above this one can have
requests of their own; `treeclust.lab.experiments.request` is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from treeclust.core.answers import Alternatives, DepthMap, Front
from treeclust.core.codec import from_json, read_fields
from treeclust.core.explanations import Conflict, Conflicts, Explanation
from treeclust.core.link_prices import Prices
from treeclust.core.progress import Progress
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.suggestions import Pair, Suggestion
from treeclust.jobs.end_words import SOLVE_WORDS, EndWords
from treeclust.jobs.wire import Message

# -- requests ----------------------------------------------------------------------------------------------------------


class Request(Message):
    """Work for a worker. `kind` is its name for people and pages, `handler` the function that does it, with the request
    and a channel; `answers` is the class of its result, partial or final; `words` are for an end without one."""

    kind: ClassVar[str]
    handler: ClassVar[str]
    answers: ClassVar[type]
    words: ClassVar[EndWords] = SOLVE_WORDS


@dataclass(frozen=True, eq=False)
class QuestionRequest(Request):
    """Work on a question; a `start`, if there is one, is its answer."""

    question: Question

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        question = from_json(Question, data["question"])
        request: Self = read_fields(cls, data, question, question=question)
        return request


@dataclass(frozen=True, eq=False)
class Solve(QuestionRequest):
    """`engine` None means the default one, with helpers where there are some."""

    engine: str | None = None
    kind: ClassVar[str] = "solve"
    handler: ClassVar[str] = "jobs.handlers.solve_job"
    answers: ClassVar[type] = Result


@dataclass(frozen=True, eq=False)
class FindFront(QuestionRequest):
    kind: ClassVar[str] = "pareto"
    handler: ClassVar[str] = "jobs.handlers.pareto_job"
    answers: ClassVar[type] = Front


@dataclass(frozen=True, eq=False)
class Explain(QuestionRequest):
    kind: ClassVar[str] = "explain"
    handler: ClassVar[str] = "jobs.handlers.explain_job"
    answers: ClassVar[type] = Explanation


@dataclass(frozen=True, eq=False)
class FindConflict(QuestionRequest):
    """One more set of links that clash, besides those `known`."""

    known: tuple[Conflict, ...] = ()
    kind: ClassVar[str] = "conflicts"
    handler: ClassVar[str] = "jobs.handlers.conflicts_job"
    answers: ClassVar[type] = Conflicts


@dataclass(frozen=True, eq=False)
class FillMap(QuestionRequest):
    """`min_rows`, if given, are those of each k."""

    depths: tuple[int, ...] = ()
    ks: tuple[int, ...] = ()
    cell_seconds: float = 15.0
    min_rows: tuple[int, ...] = ()
    kind: ClassVar[str] = "map"
    handler: ClassVar[str] = "jobs.handlers.map_job"
    answers: ClassVar[type] = DepthMap

    def cell(self, depth: int, k: int) -> Question:
        """InputError if that cannot be asked."""
        least = dict(zip(self.ks, self.min_rows, strict=False)).get(k, self.question.problem.min_rows)
        return self.question.with_problem(depth=depth, k=k, k_min=None, min_rows=least)


@dataclass(frozen=True, eq=False)
class FindAlternatives(QuestionRequest):
    start: Result | None = None
    limit: int = 10
    kind: ClassVar[str] = "alternatives"
    handler: ClassVar[str] = "jobs.handlers.alternatives_job"
    answers: ClassVar[type] = Alternatives


@dataclass(frozen=True, eq=False)
class SuggestPair(QuestionRequest):
    """`skip`: pairs that the expert could not answer."""

    start: Result | None = None
    skip: tuple[Pair, ...] = ()
    kind: ClassVar[str] = "suggest"
    handler: ClassVar[str] = "jobs.handlers.suggest_job"
    answers: ClassVar[type] = Suggestion


@dataclass(frozen=True, eq=False)
class PriceLinks(QuestionRequest):
    start: Result | None = None
    kind: ClassVar[str] = "prices"
    handler: ClassVar[str] = "jobs.handlers.prices_job"
    answers: ClassVar[type] = Prices


@dataclass(frozen=True, eq=False)
class HelpSolve(QuestionRequest):
    """Pieces of somebody else's solve; there is nothing left to say at the end."""

    kind: ClassVar[str] = "help"
    handler: ClassVar[str] = "jobs.handlers.help_job"
    answers: ClassVar[type] = type(None)


# -- to a worker -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Task(Message):
    """The first line that a worker gets: what to do, and how much of the machine it may use for it. `helpers` says that
    it may call for some; the rest is as in `treeclust.jobs.protocol.Limits`."""

    request: Request
    seconds: float
    memory_mb: int
    helpers: bool = False
    processor_seconds: int | None = None
    output_mb: int | None = None


@dataclass(frozen=True)
class Stop(Message):
    """End soon, with what there is."""


@dataclass(frozen=True, eq=False)
class FromHelper(Message):
    """One of its helpers says HelperReady, PieceOutcome, RootsOutcome or, by whoever runs them, HelperLoss."""

    helper: str
    message: Message


# -- from a worker -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WorkerReady(Message):
    """The worker can begin; its first words."""

    pid: int


@dataclass(frozen=True)
class ProgressReport(Message):
    progress: Progress


@dataclass(frozen=True)
class PartialResult(Message):
    """The best so far, in JSON."""

    result: Any


@dataclass(frozen=True)
class FinalResult(Message):
    """The last word of a worker, or a Failure is."""

    result: Any


@dataclass(frozen=True)
class Failure(Message):
    message: str


@dataclass(frozen=True)
class CallForHelpers(Message):
    """There is work for helpers."""


@dataclass(frozen=True, eq=False)
class ToHelper(Message):
    """PieceRequest, RootsRequest or DropPieces for one of its helpers."""

    helper: str
    message: Message


# -- by whoever runs a worker ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WorkerStart(Message):
    """A worker has taken up the task, perhaps again on another machine."""

    address: str = ""
    pid: int = 0


@dataclass(frozen=True)
class WorkerEnd(Message):
    code: int
    errors: str


@dataclass(frozen=True)
class WorkerLoss(Message):
    """The machine of the worker is lost."""


@dataclass(frozen=True)
class ClusterMembers(Message):
    """The addresses of a cluster's machines now."""

    addresses: frozenset[str]
