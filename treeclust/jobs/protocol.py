"""What a job runner offers, whatever runs the jobs: submit, look, cancel, close."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from treeclust.core.progress import Progress
from treeclust.jobs.messages import Request, Task
from treeclust.jobs.wire import Message


class State(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    """The worker answered; the answer may be "stopped early" or "no such tree"."""
    CANCELLED = "cancelled"
    """Ended before anything was found, by the person or because nobody watched any more."""
    FAILED = "failed"


ENDED = frozenset({State.DONE, State.CANCELLED, State.FAILED})


@dataclass(frozen=True)
class Limits:
    """What one job may use. The time limit is kept by the search itself; `patience` is how long a worker may take to
    obey a stop before it is ended from outside. The system ends a worker that takes more than `processor_seconds`, and
    keeps the files that it writes below `output_mb`. Memory is counted beyond what a worker has loaded; None
    is as much as the runner gives to each."""

    seconds: float = 60.0
    memory_mb: int | None = None
    patience: float = 3.0
    processor_seconds: int | None = None
    output_mb: int | None = None


@dataclass(frozen=True)
class JobView:
    """A job as seen at one moment. `result` is the JSON form of the best verified answer, when there is one."""

    id: str
    state: State
    place_in_queue: int
    seconds: float
    progress: tuple[Progress, ...]
    result: dict[str, Any] | None
    message: str | None
    stopping: bool

    @property
    def ended(self) -> bool:
        return self.state in ENDED


class Jobs(Protocol):
    """Runs solve requests. A watcher is whoever looks at the job; a job that nobody watches is ended."""

    def submit(self, request: Request, limits: Limits, watcher: str) -> str:
        """Queue a request; returns the job's unguessable id, InputError if too many wait already."""

    def attend(self, watcher: str) -> None:
        """Somebody who may soon submit is there; a runner can get ready."""

    def look(self, job: str, watcher: str | None = None) -> JobView | None:
        """The job now, or None if there is no such job; a watcher given here counts as watching from now on."""

    def cancel(self, job: str) -> None:
        """Stop the job; its best verified answer so far stays."""

    def close(self) -> None:
        """End every job and every process."""


OnMessage = Callable[[Message], None]
OnEnd = Callable[[int, str], None]


class Worker(Protocol):
    """One worker, wherever it runs: it loads what it needs, gets one task, and can be spoken to until it ends."""

    @property
    def alive(self) -> bool: ...

    @property
    def pid(self) -> int:
        """Its process, on the machine where it runs."""

    def give(self, task: Task, on_message: OnMessage, on_end: OnEnd) -> None:
        """Hand the task over. `on_message` gets WorkerStart when a worker takes it up, then what that worker says;
        WorkerLoss is the last thing heard if its machine is lost. Otherwise `on_end` is called once, with the exit code
        and the last error text."""

    def say(self, message: Message) -> None:
        """One message to the worker; lost if it has not begun or is gone."""

    def kill(self) -> None:
        """End it, whether it obeys or not."""
