"""Project files of a single answer."""

from __future__ import annotations

import secrets

from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table
from treeclust.workspace.document import Answer, Work
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.store.opening import open_project_file
from treeclust.workspace.store.project_file import project_file
from treeclust.workspace.store.tables import Source, Sources


def answer_of(question: Question, result: Result) -> Answer:
    return Answer(secrets.token_hex(8), question, result, result.labels, result.tree)


def write(title: str, table: Table, choice: ColumnChoice, answer: Answer) -> bytes:
    question = answer.question
    work = Work(
        table,
        choice,
        question.problem.dataset,
        Links.of([*question.problem.links, *(one.link for one in question.soft)]),
        certainty={one.link.pair: one.word for one in question.soft},
        parameters=Parameters().asking(question),
    )
    sources = Sources(fetch_nothing)
    sources.know(Source(table, choice, question.problem.dataset))
    return project_file(title, work, [answer], {}, sources)


def fetch_nothing(name: str) -> bytes:
    raise KeyError(name)


def read(content: bytes) -> tuple[Answer, Table, ColumnChoice]:
    """The last answer, and what its dataset was made of."""
    opened = open_project_file(content)
    if not opened.answers:
        raise InputError("This project has no answer yet; solve it in the app, or fit a model to its table.")
    answer = opened.answers[-1]
    source = next(one for one in opened.sources if one.dataset is answer.problem.dataset)
    return answer, source.table, source.choice
