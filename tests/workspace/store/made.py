"""Small tables, small answers, and projects in words that can be compared."""

from __future__ import annotations

import secrets
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from treeclust.ask.solve import solve
from treeclust.core.codec import to_json
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import Table, read_file
from treeclust.workspace.document import Answer, History, Work
from treeclust.workspace.store import Saved

CSV = {
    "blobs.csv": b"x,y,word\n0,0,a\n1,0,b\n0,1,a\n9,9,b\n8,9,\n9,8,c\n4,0,a\n5,1,b\n",
    "line.csv": "when,gruß,flag,=odd\n2024-01-01,1.5,yes,01\n2024-02-01,2.25,no,02\n2024-03-05,9.1,yes,'x\n"
    "2024-03-06,0.1,no,\n".encode(),
}
CHOICES = {
    "blobs.csv": (ColumnChoice(features=("x", "y")), ColumnChoice(features=("x",), label="y")),
    "line.csv": (ColumnChoice(features=("when", "gruß")), ColumnChoice(features=("gruß",), id="=odd")),
}


@cache
def table(name: str) -> Table:
    return read_file(CSV[name], name)


@cache
def data(name: str, choice: int) -> dict[str, Any]:
    """The fields of a work that belong to a table."""
    wanted = CHOICES[name][choice]
    return {"table": table(name), "choice": wanted, "dataset": make_dataset(table(name).frame, wanted)}


@cache
def solved(k: int, objective: str) -> Any:
    return solve(Problem(data("blobs.csv", 0)["dataset"], k, 2), objective)


def answer_to(work: Work, k: int = 3, objective: str = "md") -> Answer:
    """A real answer about the work's dataset, with its clusters shown under other numbers."""
    assert work.dataset is not None
    problem = Problem(work.dataset, k, 2)
    same = work.dataset.hash == data("blobs.csv", 0)["dataset"].hash
    result = solved(k, objective) if same else solve(problem, objective)
    turned = {c: (c + 1) % k for c in range(k)}
    labels = None if result.labels is None else (result.labels + 1) % k
    tree = None if result.tree is None else result.tree.relabelled(turned)
    return Answer(secrets.token_hex(8), Question(problem, objective), result, labels, tree)


def words(work: Work) -> dict[str, Any]:
    """Everything about a work, by value."""
    table = work.table
    return {
        "table": None if table is None else (asdict(replace(table, frame=None)), table.frame.to_dict("list")),
        "types": None if table is None else table.frame.dtypes.astype(str).to_dict(),
        "choice": work.choice,
        "dataset": None if work.dataset is None else (work.dataset.hash, work.dataset.rows.tolist()),
        "links": work.links.items,
        "notes": dict(work.notes),
        "certainty": dict(work.certainty),
        "made": dict(work.made),
        "names": dict(work.names),
        "parameters": work.parameters,
    }


def brief(work: Work) -> tuple[Any, ...]:
    """As `words`, quicker: tables by their object's name."""
    name = None if work.table is None else work.table.name
    rest = words(replace(work, table=None))
    return (name, *(str(rest[key]) if key == "choice" else rest[key] for key in rest))


def history_words(history: History | Saved) -> tuple[Any, ...]:
    past = [(what, brief(work)) for what, work in history.past]
    future = [(what, brief(work)) for what, work in history.future]
    return past, brief(history.present), future


def answer_words(answer: Answer) -> tuple[Any, ...]:
    labels = None if answer.labels is None else answer.labels.tolist()
    tree = to_json(answer.tree)
    problem = answer.problem
    asked = (problem.k, problem.k_min, problem.depth, problem.epsilon, problem.links.items, problem.dataset.hash)
    told = (answer.objective, answer.origin, answer.soft, answer.when, dict(answer.versions))
    return answer.id, asked, told, to_json(answer.result), labels, tree
