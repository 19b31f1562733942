"""Runs as JSON: the question without its table, the result with its bounds, and the cluster numbers that were shown."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from treeclust.columns import ColumnChoice
from treeclust.jobs.messages import result_from_json, soft_from_json
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.soft import SoftLink
from treeclust.store.changes import Json, Make, link_from_json, link_to_json
from treeclust.store.tables import Source, about_to_json
from treeclust.tree import Labels
from treeclust.work import Answer

INTERRUPTED = "The server ended during this solve; this is the best answer until then. Solve again to go on."


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that was put, under the id that its answer will have."""

    id: str
    problem: Problem
    objective: str
    soft: tuple[SoftLink, ...] = ()


def asked_to_json(asked: Asked, source: Source) -> Json:
    problem = asked.problem
    return {
        "table": about_to_json(source.table),
        "choice": source.choice.to_json(),
        "dataset": problem.dataset.hash,
        "links": [link_to_json(link) for link in problem.links],
        "soft": [soft.to_json() for soft in asked.soft],
        "k": int(problem.k),
        "k_min": problem.k_min,
        "depth": problem.depth,
        "epsilon": float(problem.epsilon),
        "metric": problem.metric,
        "objective": asked.objective,
    }


def asked_from_json(run: str, data: Json, make: Make) -> Asked | None:
    """None if the table no longer gives the dataset that was asked about."""
    dataset = make(data["table"], ColumnChoice.from_json(data["choice"])).dataset
    if dataset is None or dataset.hash != data["dataset"]:
        return None
    links = Links(tuple(link_from_json(link) for link in data["links"]))
    problem = Problem(
        dataset, data["k"], data["depth"], links, data["epsilon"], k_min=data["k_min"], metric=data["metric"]
    )
    return Asked(run, problem, data["objective"], soft_from_json(data["soft"]))


def shown_to_json(answer: Answer) -> list[int] | None:
    """The number that each of the result's clusters is shown with."""
    labels = answer.result.labels
    if labels is None or answer.labels is None:
        return None
    first = np.unique(labels, return_index=True)[1]
    return [int(answer.labels[row]) for row in first]


def answer_from_json(
    asked: Asked, result: Json, shown: list[int] | None, origin: str | None, when: str, versions: Json, ended: bool
) -> Answer:
    """The answer as it was; one that was still being looked for says that it was interrupted."""
    found = result_from_json(result, asked.problem)
    if not ended:
        found = replace(found, message=INTERRUPTED)
    labels: Labels | None = None
    tree = None
    if found.labels is not None:
        numbers = shown or list(range(int(found.labels.max()) + 1))
        labels = np.array(numbers, dtype=np.intp)[found.labels]
        tree = None if found.tree is None else found.tree.relabelled(dict(enumerate(numbers)))
    moment = datetime.fromisoformat(when)
    return Answer(
        asked.id, asked.problem, asked.objective, found, labels, tree, origin, asked.soft, moment, dict(versions)
    )


def now() -> str:
    return datetime.now(UTC).isoformat()


def asked_of(answer: Answer) -> Asked:
    return Asked(answer.id, answer.problem, answer.objective, answer.soft)


def row_of(answer: Answer) -> dict[str, Any]:
    """What there is to keep of an answer, beside its question."""
    return {
        "result": json.dumps(answer.result.to_json()),
        "shown": json.dumps(shown_to_json(answer)),
        "origin": answer.origin,
        "made": answer.when.isoformat(),
        "ended": 1,
        "versions": json.dumps(dict(answer.versions)),
    }
