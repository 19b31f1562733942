"""One project in the database: knows what is written there, writes only what is new, and does not overwrite others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, update

from treeclust.errors import InputError
from treeclust.reading import Table
from treeclust.store import schema
from treeclust.store.changes import apply, change
from treeclust.store.runs import Asked, answer_from_json, asked_from_json, asked_of, asked_to_json, now, row_of
from treeclust.store.tables import Shared, Source, Sources, content_of, hash_of
from treeclust.work import MOST_STEPS, Answer, History, Work

KEEP_TABLE = text("INSERT INTO datasets VALUES (:hash, :content, :made) ON CONFLICT DO NOTHING")
KEEP_USE = text("INSERT INTO uses VALUES (:project, :dataset) ON CONFLICT DO NOTHING")
PROJECT, STEPS, RUNS, DATASETS = schema.projects, schema.steps, schema.runs, schema.datasets
HERE = PROJECT.c.id == bindparam("here")
READ_PROJECT = select(PROJECT).where(HERE)
READ_REVISION = select(PROJECT.c.revision).where(HERE)
READ_STEPS = select(STEPS).where(STEPS.c.project == bindparam("here")).order_by(STEPS.c.number)
READ_RUNS = select(RUNS).where(RUNS.c.project == bindparam("here")).order_by(RUNS.c.number)
LAST_RUN = select(func.coalesce(func.max(RUNS.c.number), 0)).where(RUNS.c.project == bindparam("here"))
READ_TABLE = select(DATASETS.c.content).where(DATASETS.c.hash == bindparam("wanted"))
FIND_TABLE = select(DATASETS.c.hash).where(DATASETS.c.hash == bindparam("wanted"))
CHANGE_PROJECT = update(PROJECT).where(HERE)
CLAIM_PROJECT = CHANGE_PROJECT.where(PROJECT.c.revision == bindparam("known"))
RAISE_REVISION = CHANGE_PROJECT.values(revision=PROJECT.c.revision + 1)
CHANGE_RUN = update(RUNS).where(RUNS.c.project == bindparam("here"), RUNS.c.id == bindparam("run"))
DROP_STEPS = delete(STEPS).where(STEPS.c.project == bindparam("here"), STEPS.c.number >= bindparam("since"))
Step = tuple[str, Work]
"""What was done, and the work after it."""


class Stale(Exception):
    """Somebody else has saved this project since it was read here."""


@dataclass(frozen=True, eq=False)
class Saved:
    """A project as the database has it. `unanswered` are the questions that nobody has any answer to yet."""

    title: str
    past: list[tuple[str, Work]]
    present: Work
    future: list[tuple[str, Work]]
    answers: list[Answer]
    view: dict[str, Any] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()

    def give(self, history: History) -> None:
        """Let a history be the one that was saved."""
        history.past, history.present, history.future = list(self.past), self.present, list(self.future)


class Ledger:
    """`first` is the number of the earliest step that is still known here, `place` that of the present."""

    def __init__(self, engine: Engine, project: str, token: str, shared: Shared | None = None) -> None:
        self.engine, self.project, self.token = engine, project, token
        self.here = {"here": project}
        self.writing = engine.execution_options(writes=True)
        self.revision, self.first, self.place = 0, 0, 0
        self.steps: list[Step] = [("", Work())]
        self.view: dict[str, Any] = {}
        self.title = ""
        self.sources = Sources(self._content, shared)

    @property
    def present(self) -> Work:
        """The work as it was last read or written here."""
        return self.steps[self.place - self.first][1]

    # -- reading ----------------------------------------------------------------------------------------------------

    def read(self) -> Saved:
        """Everything; from now on this is what is known to be written."""
        with self.engine.connect() as connection:
            row = connection.execute(READ_PROJECT, self.here).one()
            written = connection.execute(READ_STEPS, self.here).all()
            runs = connection.execute(READ_RUNS, self.here).all()
        steps: list[Step] = [("", Work())]
        for step in written:
            steps.append((step.what, apply(steps[-1][1], json.loads(step.change), self.sources.make)))
        self.first = max(0, row.place - MOST_STEPS)
        self.steps, self.place, self.revision = steps[self.first :], row.place, row.revision
        self.view, self.title = json.loads(row.view), row.title
        return self._saved(runs)

    def newest_revision(self) -> int | None:
        """None if the project is gone."""
        with self.engine.connect() as connection:
            return connection.execute(READ_REVISION, self.here).scalar()

    def _saved(self, runs: Sequence[Any]) -> Saved:
        here = self.place - self.first
        past = [(self.steps[i + 1][0], self.steps[i][1]) for i in range(here)]
        answers = [answer for run in runs if run.result is not None for answer in self._answers(run)]
        open_ = tuple(run.id for run in runs if run.result is None and not run.ended)
        return Saved(self.title, past, self.present, self.steps[:here:-1], answers, dict(self.view), open_)

    def _answers(self, run: Any) -> list[Answer]:
        """The run's answer, if the table still gives the dataset that it is about."""
        try:
            asked = asked_from_json(run.id, json.loads(run.asked), self.sources.make)
        except InputError:
            asked = None
        if asked is None:
            return []
        result, shown, versions = json.loads(run.result), json.loads(run.shown or "null"), json.loads(run.versions)
        return [answer_from_json(asked, result, shown, run.origin, run.made, versions, bool(run.ended))]

    def _content(self, table: str) -> bytes:
        with self.engine.connect() as connection:
            return bytes(connection.execute(READ_TABLE, {"wanted": table}).scalar_one())

    # -- writing ----------------------------------------------------------------------------------------------------

    def save(self, history: History) -> None:
        """Write the steps that are new and the place; Stale if somebody else has written meanwhile."""
        steps = steps_of(history)
        unknown = all(work is not steps[0][1] for _, work in self.steps)
        if unknown:
            # more steps than are remembered were made since the last time: the log goes on with what is left
            steps = [self.steps[-1], ("several steps", steps[0][1]), *steps[1:]]
        at = next(i for i, (_, work) in enumerate(self.steps) if work is steps[0][1])
        self._write(at, steps, self.first + at + len(history.past) + unknown, history.present)

    def _write(self, at: int, steps: list[Step], place: int, present: Work) -> None:
        old = self.steps[at:]
        same = next((i for i, (a, b) in enumerate(zip(old, steps, strict=False)) if a[1] is not b[1]), None)
        same = min(len(old), len(steps)) if same is None else same
        if same == len(old) == len(steps) and place == self.place:
            return
        fresh = steps[same:]
        for _, work in fresh:
            if work.table is not None:
                self.sources.know(Source(work.table, work.choice, work.dataset))
        number = self.first + at + same
        with self.writing.begin() as connection:
            self._claim(connection, place=place, summary=json.dumps(summary_of(present)))
            self._keep_tables(connection, [work.table for _, work in fresh])
            connection.execute(DROP_STEPS, self.here | {"since": number})
            before = steps[same - 1][1]
            for i, (what, work) in enumerate(fresh):
                row = {"project": self.project, "number": number + i, "what": what, "made": now()}
                connection.execute(insert(STEPS), row | {"change": json.dumps(change(before, work))})
                before = work
        self.revision += 1
        self.place = place
        self.steps = [*self.steps[:at], *steps]
        extra = max(0, self.place - self.first - MOST_STEPS)
        self.first, self.steps = self.first + extra, self.steps[extra:]

    def _claim(self, connection: Connection, **values: Any) -> None:
        """The next revision is ours, or nobody's."""
        row = {"known": self.revision, "revision": self.revision + 1, "changed": now(), **values}
        if connection.execute(CLAIM_PROJECT, self.here | row).rowcount != 1:
            raise Stale

    def _keep_tables(self, connection: Connection, tables: Iterable[Table | None]) -> None:
        """Tables that are not there yet; one that is there is not written again."""
        for hash_, table in {hash_of(table): table for table in tables if table is not None}.items():
            if connection.execute(FIND_TABLE, {"wanted": hash_}).first() is None:
                connection.execute(KEEP_TABLE, {"hash": hash_, "content": content_of(table), "made": now()})
            connection.execute(KEEP_USE, {"project": self.project, "dataset": hash_})

    def save_view(self, view: dict[str, Any], title: str) -> None:
        """How the person looks at the data; the later one wins."""
        if (view, title) == (self.view, self.title):
            return
        with self.writing.begin() as connection:
            connection.execute(CHANGE_PROJECT, self.here | {"view": json.dumps(view), "title": title})
        self.view, self.title = view, title

    # -- runs -------------------------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> None:
        """Note a question before anybody works at it."""
        with self.writing.begin() as connection:
            self._insert_run(connection, asked, {"made": now(), "ended": 0, "versions": "{}"})

    def keep_best(self, run: str, result: dict[str, Any], versions: dict[str, str]) -> None:
        """The best answer so far to a question that is being worked at."""
        self._set_run(run, result=json.dumps(result), versions=json.dumps(versions), ended=0)

    def close_run(self, run: str) -> None:
        """Nobody works at this question any more."""
        self._set_run(run, ended=1)

    def save_answer(self, answer: Answer) -> None:
        """The answer of a run, new or known; others who have the project open will see it."""
        with self.writing.begin() as connection:
            values = row_of(answer)
            if connection.execute(CHANGE_RUN, self.here | {"run": answer.id} | values).rowcount == 0:
                self._insert_run(connection, asked_of(answer), values)
            connection.execute(RAISE_REVISION, self.here | {"changed": now()})
            newest = connection.execute(READ_REVISION, self.here).scalar_one()
        if newest == self.revision + 1:
            self.revision = newest

    def _insert_run(self, connection: Connection, asked: Asked, values: dict[str, Any]) -> None:
        number = connection.execute(LAST_RUN, self.here).scalar_one() + 1
        home = self.sources.home(asked.problem.dataset)
        self._keep_tables(connection, [home.table])
        question = json.dumps(asked_to_json(asked, home))
        row = {"project": self.project, "id": asked.id, "number": number, "asked": question, **values}
        connection.execute(insert(RUNS), row)

    def _set_run(self, run: str, **values: Any) -> None:
        with self.writing.begin() as connection:
            connection.execute(CHANGE_RUN, self.here | {"run": run} | values)


def steps_of(history: History) -> list[Step]:
    """Every state that undo and redo can reach, in order, each with what led to it."""
    works = [work for _, work in history.past] + [history.present] + [work for _, work in reversed(history.future)]
    names = [what for what, _ in history.past] + [what for what, _ in reversed(history.future)]
    return list(zip(["", *names], works, strict=True))


def summary_of(work: Work) -> dict[str, Any]:
    """What a list of projects shows."""
    if work.table is None:
        return {"table": None, "rows": None, "links": 0}
    return {"table": work.table.name.strip('"'), "rows": len(work.table.frame), "links": len(work.links)}
