"""One project in the database: knows what is written there, writes only what is new, and does not overwrite others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, text, update

from treeclust.core.errors import InputError
from treeclust.tables.reading import Table
from treeclust.workspace.document import MOST_STEPS, Answer, History, Work
from treeclust.workspace.store import schema
from treeclust.workspace.store.changes import change
from treeclust.workspace.store.record import Record, Step, read_record, read_view
from treeclust.workspace.store.runs import RunRequest, now, row_of, write_question
from treeclust.workspace.store.tables import Shared, Source, Sources, content_of, hash_of

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


READ_ONLY = "This address is for reading only; ask for one that is for editing, or save the project file and open it."


Contents = dict[str, tuple[Table, bytes | None]]
"""Tables by their hash, with their content where that is known to be needed."""


class Stale(Exception):
    """Somebody else has saved this project since it was read here."""


@dataclass(frozen=True, eq=False)
class Saved:
    """A project as the database has it. `unanswered` are the questions that nobody has any answer to yet;
    `damage` says what could not be read."""

    title: str
    past: list[tuple[str, Work]]
    present: Work
    future: list[tuple[str, Work]]
    answers: list[Answer]
    view: dict[str, Any] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()

    def give(self, history: History) -> None:
        """Let a history be the one that was saved."""
        history.past, history.present, history.future = list(self.past), self.present, list(self.future)


class Ledger:
    """`first` is the number of the earliest step that is still known here, `place` that of the present. `token` is the
    address that led here. A ledger with a `birth` is of a project that is not in the database: what it does to a
    connection is done with the first thing that is written."""

    def __init__(
        self,
        engine: Engine,
        project: str,
        token: str,
        shared: Shared | None = None,
        may_write: bool = True,
        birth: Callable[[Connection], None] | None = None,
    ) -> None:
        self.engine, self.project, self.token = engine, project, token
        self.may_write, self.birth = may_write, birth
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
        # one that is being worked at is not lost
        answered = [run for run in runs if run.result is not None and (run.ended or self.may_write)]
        found = read_record(written, row.place, answered, self.sources.make)
        self.first, self.steps, self.revision = found.first, found.steps, row.revision
        self.place = min(max(self.first, row.place), self.first + len(self.steps) - 1)
        self.view, self.title = read_view(row.view), row.title
        return self._saved(runs, found)

    def newest_revision(self) -> int | None:
        """None if the project is gone."""
        with self.engine.connect() as connection:
            return connection.execute(READ_REVISION, self.here).scalar()

    def _saved(self, runs: Sequence[Any], found: Record) -> Saved:
        here = self.place - self.first
        past = [(self.steps[i + 1][0], self.steps[i][1]) for i in range(here)]
        future = self.steps[:here:-1]
        open_ = tuple(run.id for run in runs if run.result is None and not run.ended)
        return Saved(self.title, past, self.present, future, found.answers, dict(self.view), open_, found.damage)

    def _content(self, table: str) -> bytes:
        with self.engine.connect() as connection:
            content = connection.execute(READ_TABLE, {"wanted": table}).scalar() or b""
        if hashlib.sha256(content).hexdigest() != table:
            raise ValueError("a table in the database is not the one that was put there")
        return bytes(content)

    # -- writing ----------------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """All or nothing; the project itself is written with the first of them."""
        if not self.may_write:
            raise InputError(READ_ONLY)
        with self.writing.begin() as connection:
            if self.birth is not None:
                self.birth(connection)
            yield connection
        self.birth = None

    def be_born(self) -> None:
        """Into the database with nothing in it."""
        with self._transaction():
            pass

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
        contents = self._new_tables(work.table for _, work in fresh)
        with self._transaction() as connection:
            self._claim(connection, place=place, summary=json.dumps(summary_of(present)))
            self._keep_tables(connection, contents)
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

    def _new_tables(self, tables: Iterable[Table | None]) -> Contents:
        """The tables by their hash, with their content where the database does not have it. A large one takes a second
        to write down, for which nobody else who writes should have to wait: so this is done before the transaction."""
        wanted = {hash_of(table): table for table in tables if table is not None}
        if not wanted:
            return {}
        with self.engine.connect() as connection:
            there = {name for name in wanted if connection.execute(FIND_TABLE, {"wanted": name}).first()}
        return {name: (table, None if name in there else content_of(table)) for name, table in wanted.items()}

    def _keep_tables(self, connection: Connection, contents: Contents) -> None:
        """Tables that are not there yet; one that is there is not written again."""
        for hash_, (table, content) in contents.items():
            if connection.execute(FIND_TABLE, {"wanted": hash_}).first() is None:
                row = {"hash": hash_, "content": content or content_of(table), "made": now()}
                connection.execute(KEEP_TABLE, row)
            connection.execute(KEEP_USE, {"project": self.project, "dataset": hash_})

    def save_view(self, view: dict[str, Any], title: str) -> None:
        """How the person looks at the data; the later one wins."""
        if (view, title) == (self.view, self.title):
            return
        with self._transaction() as connection:
            connection.execute(CHANGE_PROJECT, self.here | {"view": json.dumps(view), "title": title})
        self.view, self.title = view, title

    # -- runs -------------------------------------------------------------------------------------------------------

    def ask(self, asked: RunRequest) -> None:
        """Note a question before anybody works at it."""
        with self._transaction() as connection:
            self._insert_run(connection, asked, {"made": now(), "ended": 0, "versions": "{}"})

    def keep_best(self, run: str, result: dict[str, Any], versions: dict[str, str]) -> None:
        """The best answer so far to a question that is being worked at."""
        self._set_run(run, result=json.dumps(result), versions=json.dumps(versions), ended=0)

    def close_run(self, run: str) -> None:
        """Nobody works at this question any more."""
        self._set_run(run, ended=1)

    def save_answer(self, answer: Answer) -> None:
        """The answer of a run, new or known; others who have the project open will see it."""
        with self._transaction() as connection:
            values = row_of(answer)
            if connection.execute(CHANGE_RUN, self.here | {"run": answer.id} | values).rowcount == 0:
                self._insert_run(connection, RunRequest(answer.id, answer.question), values)
            connection.execute(RAISE_REVISION, self.here | {"changed": now()})
            newest = connection.execute(READ_REVISION, self.here).scalar_one()
        if newest == self.revision + 1:
            self.revision = newest

    def _insert_run(self, connection: Connection, asked: RunRequest, values: dict[str, Any]) -> None:
        number = connection.execute(LAST_RUN, self.here).scalar_one() + 1
        home = self.sources.home(asked.question.problem.dataset)
        self._keep_tables(connection, {hash_of(home.table): (home.table, None)})
        question = json.dumps(write_question(asked.question, home))
        row = {"project": self.project, "id": asked.id, "number": number, "asked": question, **values}
        connection.execute(insert(RUNS), row)

    def _set_run(self, run: str, **values: Any) -> None:
        with self._transaction() as connection:
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
