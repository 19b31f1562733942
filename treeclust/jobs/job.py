"""One job: what was asked, what its worker has said so far, and how it ended."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field, replace
from typing import Any

from treeclust.core.progress import Progress
from treeclust.jobs.end_words import SOLVE_WORDS
from treeclust.jobs.helper_workers import Helpers
from treeclust.jobs.messages import (
    CallForHelpers,
    Failure,
    FinalResult,
    PartialResult,
    ProgressReport,
    Stop,
    Task,
    ToHelper,
    WorkerLoss,
    WorkerStart,
)
from treeclust.jobs.protocol import ENDED, JobView, Limits, State, Worker
from treeclust.jobs.shares import LONG_SECONDS
from treeclust.jobs.wire import Message

KEEP_PROGRESS = 600
OUT_OF_PROCESSOR_TIME = -24
"""The exit code of a worker that was ended by SIGXCPU."""
GROWING = ("front", "repairs", "cells", "prices", "rows")
"""The lists that partial results of other work than solving fill step by step."""
log = logging.getLogger(__name__)


@dataclass
class Job:
    """`starts` counts the workers that began it: more than one when a machine was lost. `head_start`: the seconds that
    had passed when the present one began. `charged`: the seconds that are in its person's account already."""

    id: str
    task: Task | None
    limits: Limits
    watchers: set[str]
    seen: float
    person: str = ""
    charged: float = 0.0
    state: State = State.QUEUED
    starts: int = 0
    began: float | None = None
    head_start: float = 0.0
    ended: float | None = None
    stop_asked: float | None = None
    worker: Worker | None = None
    helpers: Helpers | None = None
    progress: list[Progress] = field(default_factory=list)
    result: dict[str, Any] | None = None
    message: str | None = None

    @property
    def seconds(self) -> float:
        return 0.0 if self.began is None else (self.ended or time.monotonic()) - self.began

    @property
    def is_long(self) -> bool:
        return self.limits.seconds > LONG_SECONDS

    def view(self, place_in_queue: int) -> JobView:
        return JobView(
            self.id,
            self.state,
            place_in_queue,
            self.seconds,
            tuple(self.progress),
            self.result,
            self.message,
            self.stop_asked is not None,
        )

    def hear(self, message: Message) -> None:
        """What the worker says; a job that has ended listens no more."""
        if self.state in ENDED:
            return
        match message:
            case WorkerStart():
                self._begin()
            case WorkerLoss():
                self._wait_again()
            case ProgressReport(said):
                self.progress.append(replace(said, seconds=said.seconds + self.head_start))
                del self.progress[1 : -KEEP_PROGRESS + 1]
            case PartialResult(result):
                self._take(result)
            case FinalResult(result):
                self._take(result)
                self.finish(State.DONE, None)
            case Failure(words):
                self.finish(State.FAILED, words)
            case CallForHelpers() if self.helpers is not None:
                self.helpers.wanted = True
            case ToHelper() if self.helpers is not None:
                self.helpers.tell(message)

    def _begin(self) -> None:
        """A worker has taken it up. The clock of a job that had to start again goes on."""
        self.starts += 1
        self.began = self.began or time.monotonic()
        self.head_start = self.seconds if self.starts > 1 else 0.0
        if self.starts > 1:
            self._dismiss_helpers()
        if self.stop_asked is not None:
            self.say(Stop())

    def _wait_again(self) -> None:
        """The worker is lost with its machine: back into the queue, unless the job was to stop anyway."""
        if self.stop_asked is not None:
            self.conclude(0, "")
            return
        self._dismiss_helpers()
        self.state, self.worker = State.QUEUED, None

    def say(self, message: Message) -> None:
        if self.worker is not None:
            self.worker.say(message)

    def _dismiss_helpers(self) -> None:
        """Whoever called them is gone."""
        if self.helpers is not None:
            self.helpers.wanted = False
            self.helpers.end()

    def _take(self, result: dict[str, Any]) -> None:
        """The latest result is the best, unless the job has started again and an earlier worker had come further."""
        if self.starts < 2 or self.result is None or not falls_behind(result, self.result):
            self.result = result

    def conclude(self, code: int, errors: str) -> None:
        """The worker went without a last word: keep its best verified answer, or say what happened."""
        late = self.seconds > self.limits.seconds or code == OUT_OF_PROCESSOR_TIME
        stopped = self.stop_asked is not None or late
        words = SOLVE_WORDS if self.task is None else self.task.request.words
        if self.result is not None:
            self.finish(State.DONE, None)
        elif stopped:
            self.finish(State.CANCELLED, words.stop)
        elif "MemoryError" in errors or "bad_alloc" in errors or code in (-6, -9):
            self.finish(State.FAILED, words.out_of_memory(self.limits.memory_mb or 0))
        else:
            log.error("worker ended with code %s: %s", code, errors)
            self.finish(State.FAILED, words.crash)

    def finish(self, state: State, message: str | None) -> None:
        self._dismiss_helpers()
        self.helpers, self.task = None, None
        self.state, self.message, self.ended = state, message, time.monotonic()


def falls_behind(new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Is a result less than one that was there before? What is proved or complete never is."""
    if new.get("status") in ("optimal", "infeasible") or new.get("complete") or new.get("finished"):
        return False
    for name in GROWING:
        if name in new:
            return len(new[name]) < len(old[name])
    return score(new) > score(old)


def score(result: dict[str, Any]) -> tuple[float, float]:
    """Of a solve: the objective's value, then the diameter; smaller is better, no clustering is worst."""
    if result.get("labels") is None:
        return float("inf"), float("inf")
    return result.get("value") or 0.0, result.get("md") or 0.0
