"""Runs as JSON: the question without its table, the result with its bounds, and the cluster numbers that were shown."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from treeclust.core.codec import Form, from_json, link_of_row, read_fields, row_of_link, to_json, write_fields
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.wishes import Wishes
from treeclust.tables.columns import ColumnChoice
from treeclust.workspace.document import Answer
from treeclust.workspace.store.changes import Json, Make
from treeclust.workspace.store.tables import Source, about_table

BEFORE_WISHES = {"wishes": to_json(Wishes("first"))}
"""What questions of version 0.1 mean."""
INTERRUPTED = "The server ended during this solve; this is the best answer until then. Solve again to go on."


@dataclass(frozen=True, eq=False)
class RunRequest:
    """A question that was put, under the id that its answer will have."""

    id: str
    question: Question


def write_question(question: Question, source: Source) -> Json:
    """The question with where its table is instead of the table."""
    return {
        "table": about_table(source.table),
        "choice": to_json(source.choice),
        "dataset": question.problem.dataset.hash,
        "links": [row_of_link(link) for link in question.problem.links],
        **write_fields(question.problem, Form(left_out=("dataset", "links", "given_distances"))),
        **write_fields(question, Form(left_out=("problem",))),
    }


def read_question(data: Json, make: Make) -> Question | None:
    """None if the table no longer gives the dataset that was asked about."""
    dataset = make(data["table"], from_json(ColumnChoice, data["choice"])).dataset
    if dataset is None or dataset.hash != data["dataset"]:
        return None
    links = Links(tuple(link_of_row(link) for link in data["links"]))
    problem = read_fields(Problem, data, dataset=dataset, links=links, given_distances=None)
    question: Question = read_fields(Question, BEFORE_WISHES | data, problem=problem)
    return question


def shown_numbers(answer: Answer) -> list[int] | None:
    """The number that each of the result's clusters is shown with."""
    labels = answer.result.labels
    if labels is None or answer.labels is None:
        return None
    first = np.unique(labels, return_index=True)[1]
    return [int(answer.labels[row]) for row in first]


def answer_of(
    asked: RunRequest, result: Json, shown: list[int] | None, origin: str | None, when: str, versions: Json, ended: bool
) -> Answer:
    """The answer as it was; one that was still being looked for says that it was interrupted."""
    found = from_json(Result, result, asked.question)
    if not ended:
        found = replace(found, message=INTERRUPTED)
    seen = found.solution
    if seen is not None and shown:
        seen = seen.relabelled(dict(enumerate(shown)))
    labels, tree = (None, None) if seen is None else (seen.labels, seen.tree)
    moment = datetime.fromisoformat(when)
    return Answer(asked.id, asked.question, found, labels, tree, origin, moment, dict(versions))


def now() -> str:
    return datetime.now(UTC).isoformat()


def row_of(answer: Answer) -> dict[str, Any]:
    """What there is to keep of an answer, beside its question."""
    return {
        "result": json.dumps(to_json(answer.result)),
        "shown": json.dumps(shown_numbers(answer)),
        "origin": answer.origin,
        "made": to_json(answer.when),
        "ended": 1,
        "versions": json.dumps(to_json(answer.versions)),
    }
