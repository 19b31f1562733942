"""A project in the server's memory: its work, its answers, its running job; what changes is written to the store."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, fields
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from treeclust.dataset import Dataset
from treeclust.store import Ledger, Merged, Opened, Saved, Store, open_project_file, project_file, save_merged
from treeclust.store.runs import INTERRUPTED, Asked
from treeclust.tree import Labels
from treeclust.work import MOST_STEPS, SURE, Answer, History, Made, Parameters, View, Work

__all__ = [
    "MOST_STEPS",
    "SURE",
    "Answer",
    "History",
    "Made",
    "Parameters",
    "Project",
    "Projects",
    "View",
    "Work",
]
UNSAVED = (
    "This project could not be saved just now. Your work is still here while the server runs; make sure that the disk "
    "is not full and the database can be reached."
)
MERGED = "Another window changed this project at the same time; both changes are kept."
LOST = "The solve was lost when the server restarted; solve again."
log = logging.getLogger(__name__)


class Project:
    """One person's work, found again by its token. Without a ledger it lives in memory only."""

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
        self.asking = False
        self.asked: Asked | None = None
        self.kept: dict[str, Any] | None = None
        self.message: str | None = None
        self.told: str | None = None
        self.unsaved = False
        self.live = False
        self.form = 0
        self.lock = threading.RLock()
        self._unwritten: list[Answer] = []
        if ledger is not None:
            self._adopt(ledger.read())
        self.history.changed = self.save

    @property
    def work(self) -> Work:
        return self.history.present

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
            self.write(lambda ledger: ledger.save_view(self._view_to_json(), self.title))

    def refresh(self) -> None:
        """Take over what another server has written since."""
        with self.lock:
            self.write(self._refresh)

    def become(self, opened: Opened) -> None:
        """Take over what was in a project file, as one step."""
        with self.lock:
            assert self.ledger is not None
            for source in opened.sources:
                self.ledger.sources.know(source)
            work = opened.work
            self.history.step("open a project file", **{f.name: getattr(work, f.name) for f in fields(Work)})
            for answer in opened.answers:
                self.show(answer)
            self.title = opened.title
            self._take_view(opened.view)
            self.save_view()

    def to_file(self) -> bytes:
        """The whole project, to hand over."""
        with self.lock:
            assert self.ledger is not None
            return project_file(self.title, self.work, self.answers, self._view_to_json(), self.ledger.sources)

    def write(self, action: Callable[[Ledger], None]) -> None:
        """Do something with the ledger, if there is one; a database that fails is no reason to stop working."""
        if self.ledger is None:
            return
        try:
            action(self.ledger)
            self.unsaved = False
        except (SQLAlchemyError, OSError):
            log.exception("a project could not be saved")
            self.unsaved = True

    def _save(self, ledger: Ledger) -> None:
        merged = save_merged(ledger, self.history)
        if merged is not None:
            self._take_answers(merged.saved)
            self.form += 1
            self.told = merged_words(merged)
        while self._unwritten:
            ledger.save_answer(self._unwritten[0])
            self._unwritten.pop(0)

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

    def _take_view(self, view: dict[str, Any]) -> None:
        known = dict(view)
        self.live, self.asking = bool(known.pop("live", False)), bool(known.pop("asking", False))
        self.skipped = {(int(a), int(b)) for a, b in known.pop("skipped", ())}
        self.view = View(**known | {"axes": tuple(known.get("axes", ()))})
        self.form += 1

    def _take_answers(self, saved: Saved) -> None:
        """Every run; one that was cut off when the server ended is shown with the best that it had found."""
        ours = None if self.asked is None else self.asked.id
        self.answers = [*(answer for answer in saved.answers if answer.id != ours), *self._unwritten]
        self.answer = self.answers[-1] if self.answers else None
        shown = next((answer for answer in reversed(self.answers) if answer.labels is not None), None)
        self.identity = None if shown is None or shown.labels is None else (shown.problem.dataset, shown.labels)
        if self.answer is not None and self.answer.result.message == INTERRUPTED:
            self.message = INTERRUPTED
        for run in set(saved.unanswered) - {ours}:
            self.message = LOST
            self.write(partial(Ledger.close_run, run=run))

    def _view_to_json(self) -> dict[str, Any]:
        skipped = sorted([int(a), int(b)] for a, b in self.skipped)
        view = {**asdict(self.view), "axes": list(self.view.axes)}
        return view | {"live": self.live, "asking": self.asking, "skipped": skipped}


def merged_words(merged: Merged) -> str:
    if not merged.refused:
        return MERGED
    left_out = ", ".join(str(link) for link in merged.refused[:5])
    return f"{MERGED} Not added, because links drawn there contradict it: {left_out}."


class Projects:
    """Projects by unguessable token. The ones used last stay in memory, and those with a running job."""

    def __init__(self, store: Store, most: int = 200) -> None:
        self.store, self.most = store, most
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._lock = threading.Lock()

    def create(self) -> tuple[str, Project]:
        return self._open(self.store.create())

    def open_file(self, content: bytes) -> str:
        """A new project with what is in a project file; its token."""
        opened = open_project_file(content)
        token, project = self.create()
        project.become(opened)
        return token

    def find(self, token: str | None) -> Project | None:
        """The project of exactly this token, or None."""
        if token is None:
            return None
        with self._lock:
            known = self._projects.get(token)
            if known is not None:
                self._projects.move_to_end(token)
                return known
        ledger = self.store.find(token)
        return None if ledger is None else self._open(ledger)[1]

    def known(self, token: str) -> Project | None:
        """The project, if it is in memory."""
        with self._lock:
            return self._projects.get(token)

    def with_jobs(self) -> list[Project]:
        with self._lock:
            return [project for project in self._projects.values() if project.job is not None]

    def forget(self, token: str) -> None:
        """Deleted projects are not found in memory either."""
        with self._lock:
            self._projects.pop(token, None)

    def _open(self, ledger: Ledger) -> tuple[str, Project]:
        made = Project(ledger)
        with self._lock:
            project = self._projects.setdefault(ledger.token, made)
            idle = [token for token, one in self._projects.items() if one.job is None and one is not project]
            for token in idle[: max(0, len(self._projects) - self.most)]:
                del self._projects[token]
        return ledger.token, project
