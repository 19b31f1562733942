"""Every message is one line of JSON and comes back as what it was; requests name handlers that exist."""

from __future__ import annotations

import json
from inspect import getmembers, isclass

import numpy as np
import pytest

from treeclust.ask.solve import solve
from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.explanations import Conflict
from treeclust.core.links import Kind, Link
from treeclust.core.problem import Problem
from treeclust.core.progress import Progress
from treeclust.core.question import Question
from treeclust.jobs import messages
from treeclust.jobs.messages import (
    ClusterMembers,
    FillMap,
    FindAlternatives,
    FindConflict,
    FromHelper,
    ProgressReport,
    Request,
    Solve,
    Stop,
    SuggestPair,
    Task,
    ToHelper,
    WorkerStart,
)
from treeclust.jobs.piece_messages import (
    CandidateTree,
    HelperReady,
    PieceOutcome,
    PieceRequest,
    RootsOutcome,
    RootsRequest,
)
from treeclust.jobs.wire import Message, decode, encode, load
from treeclust.lab.experiments.request import RunExperiments

PROBLEM = Problem(Dataset.from_array(np.random.default_rng(3).random((12, 3))), 3, 2)
QUESTION = Question(PROBLEM, "md")
TREE = CandidateTree(1, np.array([0, 2]), np.array([0, 5]), np.array([1, 0]))
SAID = [
    Stop(),
    WorkerStart("tcp://somewhere", 7),
    ProgressReport(Progress("searching", 1.5, 41.2)),
    ToHelper("helper 1", PieceRequest(0, -1, 5, 3, 2, 9, 400)),
    FromHelper("helper 1", HelperReady()),
    FromHelper("helper 2", PieceOutcome(False, TREE, 1.5)),
    ToHelper("helper 1", RootsRequest(0, (1, 2, 5), True, 3, 2, 400)),
    FromHelper("helper 1", RootsOutcome((1, 5), (2,), ((0, -1), (3, 2)), 40, 0.5)),
    ClusterMembers(frozenset({"a", "b"})),
    Task(Solve(QUESTION), 60.0, 4096, True),
    Task(FindConflict(QUESTION, (Conflict((Link(0, 1, Kind.MUST),), True),)), 60.0, 4096),
    Task(FillMap(QUESTION, (1, 2), (2, 3), 5.0), 60.0, 4096),
    Task(SuggestPair(QUESTION, None, ((1, 2),)), 60.0, 4096),
    Task(RunExperiments(({"dataset": "iris", "seed": 1},)), 60.0, 4096),
]


@pytest.mark.parametrize("message", SAID, ids=lambda message: type(message).__name__)
def test_a_message_comes_back_as_what_it_was(message: Message) -> None:
    """One line, of the same class, with the same content."""
    line = encode(message)
    back = decode(line)
    assert "\n" not in line and type(back) is type(message) and to_json(back) == to_json(message)


def test_an_answer_to_begin_with_comes_back_with_its_tree() -> None:
    """It is read with the question that travels beside it."""
    start = solve(PROBLEM, "md")
    back = decode(encode(FindAlternatives(QUESTION, start, 3)))
    assert isinstance(back, FindAlternatives) and back.start is not None
    assert (back.start.tree, back.start.measures, back.limit) == (start.tree, start.measures, 3)


def requests() -> list[type[Request]]:
    listed = [kind for _, kind in getmembers(messages, isclass) if issubclass(kind, Request) and hasattr(kind, "kind")]
    return [*listed, RunExperiments]


@pytest.mark.parametrize("request_class", requests(), ids=lambda kind: kind.__name__)
def test_every_request_has_a_handler_of_its_own(request_class: type[Request]) -> None:
    """In this room or above; no two requests have the same kind or handler."""
    assert callable(load(request_class.handler))
    others = [one for one in requests() if one is not request_class]
    assert request_class.kind not in {one.kind for one in others}
    assert request_class.handler not in {one.handler for one in others}


@pytest.mark.parametrize(
    "line", ['{"type": "core.links.Link", "a": 1}', '{"type": "os.system"}', "[]", "no JSON", "{}"]
)
def test_what_is_no_message_is_not_read(line: str) -> None:
    """Only classes of the package that are messages; the error is one that readers expect."""
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError, ImportError)):
        decode(line)


def test_a_message_says_where_its_class_is() -> None:
    """So that a room above can have messages of its own."""
    assert json.loads(encode(Stop())) == {"type": "jobs.messages.Stop"}
    assert json.loads(encode(RunExperiments(())))["type"] == "lab.experiments.request.RunExperiments"
