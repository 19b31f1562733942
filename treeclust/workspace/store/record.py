"""A project as the rows of the database tell it. What is damaged is left out and said; the rest is there."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import sleep
from typing import Any

from treeclust.core.errors import InputError
from treeclust.workspace.document import MOST_STEPS, Answer, Work
from treeclust.workspace.store.changes import Make, apply
from treeclust.workspace.store.runs import RunRequest, answer_of, read_question
from treeclust.workspace.store.trouble import DatabaseTrouble

Step = tuple[str, Work]
"""What was done, and the work after it."""
DAMAGE = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RuntimeError, OSError)
"""What reading a damaged row can end in."""
RUNS_AT_ONCE, PAUSE = 20, 0.001
"""Runs that are read at a stretch, some milliseconds of work, and the seconds after them that are for others."""
NO_TABLE = (
    "The data of this project are damaged in the database, so it cannot be opened; nothing of it was changed. Put a "
    "copy of the database in its place: treeclust check says more."
)
CUT = "What came after step {step} of {steps} of this project is damaged in the database. treeclust check says more."
FEWER_RUNS = (
    "{count} of the runs of this project {verb} damaged in the database and left out. treeclust check says more."
)


@dataclass(frozen=True, eq=False)
class Record:
    """The steps that can be read and that undo and redo can reach, of which `first` is the number of the first one; the
    answers that can be read, and a sentence for each kind of damage."""

    first: int
    steps: list[Step]
    answers: list[Answer]
    damage: tuple[str, ...]


def read_record(written: Sequence[Any], place: int, runs: Iterable[Any], make: Make) -> Record:
    first, steps, damage = read_steps(written, place, make)
    answers: list[Answer] = []
    lost = 0
    for run in in_turns(runs):
        try:
            answers += read_run(run, make)
        except DatabaseTrouble:
            raise
        except DAMAGE:
            lost += 1
    if lost:
        damage.append(FEWER_RUNS.format(count=lost, verb="is" if lost == 1 else "are"))
    return Record(first, steps, answers, tuple(damage))


def in_turns(runs: Iterable[Any]) -> Iterator[Any]:
    """Other threads have their turn between some of many runs. They would wait until the last one otherwise: who gives
    the interpreter up for moments only, as NumPy does, has it back before anybody who waits wakes up."""
    for number, run in enumerate(runs, 1):
        yield run
        if number % RUNS_AT_ONCE == 0:
            sleep(PAUSE)


def read_steps(written: Sequence[Any], place: int, make: Make) -> tuple[int, list[Step], list[str]]:
    """Each step is a change of the one before it, so what comes after a damaged one means nothing. What is too far
    before the present for undo is not kept: each step has all links."""
    first, steps = 0, deque([("", Work())])
    damage: list[str] = []
    for number, step in enumerate(written, 1):
        try:
            if step.number != number:
                raise ValueError("a step is missing")
            steps.append((step.what, apply(steps[-1][1], json.loads(step.change), make)))
        except DatabaseTrouble:
            raise
        except DAMAGE as error:
            if steps[-1][1].table is None:
                raise DatabaseTrouble(NO_TABLE) from error
            damage.append(CUT.format(step=number - 1, steps=len(written)))
            break
        if number <= place and len(steps) > MOST_STEPS + 1:
            steps.popleft()
            first += 1
    return first, list(steps), damage


def read_run(run: Any, make: Make) -> list[Answer]:
    """The run's answer, if the table still gives the dataset that it is about."""
    try:
        question = read_question(json.loads(run.asked), make)
    except DatabaseTrouble:
        raise
    except InputError:
        question = None
    if question is None:
        return []
    asked = RunRequest(run.id, question)
    result, shown, versions = json.loads(run.result), json.loads(run.shown or "null"), json.loads(run.versions)
    return [answer_of(asked, result, shown, run.origin, run.made, versions, bool(run.ended))]


def read_view(text: str) -> dict[str, Any]:
    """How the project was looked at; as a new one where that is damaged."""
    try:
        said = json.loads(text)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
