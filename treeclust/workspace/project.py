"""A project in the server's memory: its work, its answers, its running job; what changes is written to the store."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.experts import SURE
from treeclust.core.remembering import remembered
from treeclust.core.tree import Labels
from treeclust.tables.columns import dataset_from
from treeclust.workspace.document import MOST_STEPS, Answer, History, View, Work
from treeclust.workspace.notices import Notices
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.store import (
    READ_ONLY,
    Access,
    Ledger,
    Merged,
    Saved,
    project_file,
    save_merged,
)
from treeclust.workspace.store.runs import INTERRUPTED, RunRequest
from treeclust.workspace.store.trouble import DatabaseTrouble, words_for

__all__ = ["MOST_STEPS", "SURE", "Answer", "Parameters", "Project", "View", "Work"]
UNSAVED = "This project could not be saved just now; your work is still here while the server runs."
MERGED = "Another window changed this project at the same time; both changes are kept."
LOST = "The solve was lost when the server restarted; solve again."
log = logging.getLogger(__name__)


class Project:
    """One person's work, found again by its token. Without a ledger it lives in memory only. All browser tabs on it
    share this object, so what belongs to one tab is not here. `warnings` say what went wrong, `news` what another
    server has changed, `unsaved` why the last change is not in the database; `tabs` are those that have looked at it.
    `allow` is called before anything is changed, and raises InputError if whoever does that may not."""

    def __init__(self, ledger: Ledger | None = None) -> None:
        self.ledger = ledger
        self.history = History(Work())
        self.title = ""
        self.view = View()
        self.answer: Answer | None = None
        self.identity: tuple[Dataset, Labels] | None = None
        self.answers: list[Answer] = []
        self.job: str | None = None
        self.side: dict[str, Any] = {}
        self.skipped: set[tuple[int, int]] = set()
        self.asked: RunRequest | None = None
        self.kept: dict[str, Any] | None = None
        self.warnings = Notices()
        self.news = Notices()
        self.unsaved: str | None = None
        self.lock = threading.RLock()
        self.tabs: set[str] = set()
        self.allow: Callable[[], None] = lambda: None
        self._unwritten: list[Answer] = []
        if ledger is not None and ledger.birth is None:
            self._adopt(ledger.read())
        elif ledger is not None:
            ledger.view, ledger.steps = self.view_settings(), [("", self.work)]
        self.history.changed = self.save
        self.history.allow = self.check_allowed

    @property
    def work(self) -> Work:
        return self.history.present

    @property
    def may_write(self) -> bool:
        return self.ledger is None or self.ledger.may_write

    @property
    def is_draft(self) -> bool:
        """Nothing was done to it yet, so it is not in the database."""
        return self.ledger is not None and self.ledger.birth is not None

    def is_of(self, access: Access) -> bool:
        """Whether this is what such an access opens."""
        return self.ledger is not None and Access(self.ledger.project, self.ledger.may_write) == access

    @property
    def is_saved(self) -> bool:
        return not self.unsaved and not self._unwritten

    def check_allowed(self) -> None:
        """InputError if whoever wants to change the project now may only read it."""
        if not self.may_write:
            raise InputError(READ_ONLY)
        self.allow()

    @property
    def current_answer(self) -> Answer | None:
        """The answer to the question on the screen if there was one, else the last one about the same data."""
        for answer in reversed(self.answers):
            if answer.is_about(self.work):
                return answer
        last = self.answer
        return last if last is not None and last.problem.dataset is self.work.dataset else None

    @property
    def is_stale(self) -> bool:
        """Links or parameters changed since the answer on the screen."""
        answer = self.current_answer
        return answer is not None and not answer.is_about(self.work)

    def show(self, answer: Answer) -> None:
        """The newest answer; the ones before it are remembered."""
        if not self.may_write:
            raise InputError(READ_ONLY)
        with self.lock:
            self.answer = answer
            self.answers = [*self.answers, answer]
            self._unwritten.append(answer)
            self.save()

    # -- the store --------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write what is new; if somebody else was faster, take over what they did too, and say so."""
        with self.lock:
            self.write(self._save)

    def save_view(self) -> None:
        """Write how the person looks at the data, if that changed."""
        with self.lock:
            if self.may_write:
                self.write(lambda ledger: ledger.save_view(self.view_settings(), self.title))

    def refresh(self) -> None:
        """Take over what another server has written since."""
        with self.lock:
            self.write(self._refresh)

    def to_file(self) -> bytes:
        """The whole project, to hand over."""
        with self.lock:
            assert self.ledger is not None
            return project_file(self.title, self.work, self.answers, self.view_settings(), self.ledger.sources)

    def write(self, action: Callable[[Ledger], None]) -> None:
        """Do something with the ledger, if there is one; a database that fails is no reason to stop working."""
        if self.ledger is None:
            return
        try:
            action(self.ledger)
        except (DatabaseTrouble, SQLAlchemyError, OSError) as error:
            log.exception("a project could not be saved")
            why = str(error) if isinstance(error, DatabaseTrouble) else words_for(error, None)
            self.unsaved = f"{UNSAVED} {why}"

    def _save(self, ledger: Ledger) -> None:
        merged = save_merged(ledger, self.history)
        if merged is not None:
            self._take_answers(merged.saved)
            self.news.add(merged_words(merged))
        while self._unwritten:
            ledger.save_answer(self._unwritten[0])
            self._unwritten.pop(0)
        self.unsaved = None

    def _refresh(self, ledger: Ledger) -> None:
        newest = ledger.newest_revision()
        if self.unsaved:
            self._save(ledger)
        elif newest is not None and newest != ledger.revision:
            self._adopt(ledger.read())

    def _adopt(self, saved: Saved) -> None:
        """Become what the store has."""
        saved.give(self.history)
        self._take_answers(saved)
        self.title = saved.title
        self._take_view(saved.view)
        for words in saved.damage:
            self.warnings.add(words)

    def _take_view(self, view: dict[str, Any]) -> None:
        """As it was looked at last; one that is damaged begins anew."""
        known = dict(view)
        try:
            self.skipped = {(int(a), int(b)) for a, b in known.pop("skipped", ())}
            self.view = View(**known | {"axes": tuple(map(str, known.get("axes", ())))})
        except (TypeError, ValueError):
            self.skipped, self.view = set(), View()

    def _take_answers(self, saved: Saved) -> None:
        """Every run; one that was cut off when the server ended is shown with the best that it had found."""
        ours = None if self.asked is None else self.asked.id
        known = None if self.answer is None else self.answer.id
        self.answers = [*(answer for answer in saved.answers if answer.id != ours), *self._unwritten]
        self.answer = self.answers[-1] if self.answers else None
        shown = next((answer for answer in reversed(self.answers) if answer.labels is not None), None)
        self.identity = None if shown is None or shown.labels is None else (shown.problem.dataset, shown.labels)
        if self.answer is not None and self.answer.id != known and self.answer.result.message == INTERRUPTED:
            self.warnings.add(INTERRUPTED)
        lost = set(saved.unanswered) - {ours} if self.may_write else set()
        for run in lost:
            self.write(partial(Ledger.close_run, run=run))
        if lost:
            self.warnings.add(LOST)

    def view_settings(self) -> dict[str, Any]:
        return {**to_json(self.view), "skipped": to_json(self.skipped)}


@remembered
def why_unusable(work: Work) -> str | None:
    """Why a table that is there gives no dataset."""
    if work.table is None or work.dataset is not None:
        return None
    try:
        dataset_from(work.table, work.choice)
    except InputError as error:
        return str(error)
    return None


def merged_words(merged: Merged) -> str:
    if not merged.refused:
        return MERGED
    left_out = ", ".join(str(link) for link in merged.refused[:5])
    return f"{MERGED} Not added, because links drawn there contradict it: {left_out}."
