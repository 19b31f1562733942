"""Jobs on this machine: one worker process per solve, a short queue, and a keeper that ends what nobody wants."""

from __future__ import annotations

import atexit
import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from treeclust.errors import InputError
from treeclust.jobs.process import COMMAND, WorkerProcess
from treeclust.jobs.protocol import ENDED, JobView, Limits, State
from treeclust.progress import Progress
from treeclust.worker import out_of_memory

TICK = 0.1
SPARE_PAUSE = 1.0
"""Seconds between two idle workers, so that one that cannot start is not started over and over."""
KEEP_ENDED = 200
KEEP_PROGRESS = 600
log = logging.getLogger(__name__)


@dataclass
class Job:
    id: str
    request: dict[str, Any]
    limits: Limits
    watchers: set[str]
    seen: float
    state: State = State.QUEUED
    began: float | None = None
    ended: float | None = None
    stop_asked: float | None = None
    worker: WorkerProcess | None = None
    progress: list[Progress] = field(default_factory=list)
    result: dict[str, Any] | None = None
    message: str | None = None

    @property
    def seconds(self) -> float:
        return 0.0 if self.began is None else (self.ended or time.monotonic()) - self.began


class LocalJobs:
    """At most `running` workers at a time and `waiting` jobs in the queue. `is_watching(watcher)` tells whether
    a watcher is still there; `grace` seconds without one stop a job, and end the idle worker: a page that is loaded
    again finds both."""

    def __init__(
        self,
        running: int = 2,
        waiting: int = 8,
        grace: float = 10.0,
        is_watching: Callable[[str], bool] = lambda watcher: True,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self.running, self.waiting, self.grace = running, waiting, grace
        self.is_watching, self.command = is_watching, command
        self._jobs: dict[str, Job] = {}
        self._audience: set[str] = set()
        self._attended = 0.0
        self._spare: WorkerProcess | None = None
        self._next_spare = 0.0
        self._lock = threading.RLock()
        self._wake = threading.Event()
        self._closed = False
        self._keeper = threading.Thread(target=self._keep, daemon=True, name="treeclust-jobs")
        self._keeper.start()
        atexit.register(self.close)

    def submit(self, request: dict[str, Any], limits: Limits, watcher: str) -> str:
        with self._lock:
            if sum(job.state is State.QUEUED for job in self._jobs.values()) >= self.waiting:
                raise InputError("Too many solves are waiting on this server; try again in a minute.")
            full = {"type": "solve"} | request | {"seconds": limits.seconds, "memory_mb": limits.memory_mb}
            job = Job(secrets.token_urlsafe(16), full, limits, {watcher}, time.monotonic())
            self._jobs[job.id] = job
            self._forget_oldest()
        self._wake.set()
        return job.id

    def attend(self, watcher: str) -> None:
        """Somebody may soon ask: keep a worker ready, loaded and idle, while they are there."""
        with self._lock:
            self._audience.add(watcher)

    def look(self, job: str, watcher: str | None = None) -> JobView | None:
        with self._lock:
            found = self._jobs.get(job)
            if found is None:
                return None
            if watcher is not None:
                found.watchers.add(watcher)
                found.seen = time.monotonic()
            return JobView(
                found.id,
                found.state,
                self._queue().index(found) + 1 if found.state is State.QUEUED else 0,
                found.seconds,
                tuple(found.progress),
                found.result,
                found.message,
                found.stop_asked is not None,
            )

    def cancel(self, job: str) -> None:
        with self._lock:
            found = self._jobs.get(job)
            if found is None or found.state in ENDED or found.stop_asked is not None:
                return
            found.stop_asked = time.monotonic()
            if found.worker is None:
                self._finish(found, State.CANCELLED, "Stopped before it began.")
            else:
                found.worker.say({"type": "stop"})

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                if job.worker is not None and job.state not in ENDED:
                    job.worker.kill()
            if self._spare is not None:
                self._spare.kill()
        self._wake.set()

    def worker_pids(self) -> list[int]:
        """The processes that live now."""
        with self._lock:
            live = [job.worker for job in self._jobs.values() if job.state is State.RUNNING and job.worker]
        return [worker.pid for worker in live]

    # -- the keeper's thread: the only one that starts processes ------------------------------------------------

    def _keep(self) -> None:
        while not self._closed:
            self._wake.wait(TICK)
            self._wake.clear()
            try:
                with self._lock:
                    for job in list(self._jobs.values()):
                        if job.state not in ENDED:
                            self._look_after(job)
                    self._start_next()
                    self._keep_spare()
            except Exception:
                # whatever happened to one job, the others still need their keeper
                log.exception("the keeper of the jobs stumbled")

    def _look_after(self, job: Job) -> None:
        now = time.monotonic()
        if any(self._watches(watcher) for watcher in job.watchers):
            job.seen = now
        if now - job.seen > self.grace:
            self.cancel(job.id)
        if job.worker is None:
            return
        disobeys = job.stop_asked is not None and now - job.stop_asked > job.limits.patience
        overdue = job.seconds > job.limits.seconds + 2 * job.limits.patience + 5
        if disobeys or overdue:
            job.worker.kill()

    def _start_next(self) -> None:
        free = self.running - sum(job.state is State.RUNNING for job in self._jobs.values())
        for job in self._queue()[: max(0, free)]:
            if self._closed:
                return
            job.state, job.began = State.RUNNING, time.monotonic()
            ready, self._spare = self._spare, None
            try:
                job.worker = ready if ready is not None and ready.alive else WorkerProcess(self.command)
            except OSError:
                self._finish(job, State.FAILED, "The server could not start a solver just now; try again in a minute.")
                continue
            job.worker.give(job.request, self._hear(job), self._end_of(job))
            job.request = {}

    def _keep_spare(self) -> None:
        now = time.monotonic()
        self._audience = {watcher for watcher in self._audience if self._watches(watcher)}
        if self._audience:
            self._attended = now
        deserted = now - self._attended > self.grace
        if self._spare is not None and (deserted or not self._spare.alive):
            self._spare.kill()
            self._spare = None
        if self._spare is None and self._audience and now >= self._next_spare and not self._closed:
            self._next_spare = now + SPARE_PAUSE
            self._spare = WorkerProcess(self.command)

    def _watches(self, watcher: str) -> bool:
        try:
            return self.is_watching(watcher)
        except RuntimeError:
            return False

    def _queue(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state is State.QUEUED]

    # -- the reader threads -------------------------------------------------------------------------------------

    def _hear(self, job: Job) -> Callable[[dict[str, Any]], None]:
        def hear(message: dict[str, Any]) -> None:
            with self._lock:
                match message["type"]:
                    case "progress":
                        job.progress.append(Progress(**message["progress"]))
                        del job.progress[1 : -KEEP_PROGRESS + 1]
                    case "incumbent":
                        job.result = message["result"]
                    case "result":
                        job.result = message["result"]
                        self._finish(job, State.DONE, None)
                    case "error":
                        self._finish(job, State.FAILED, str(message["message"]))

        return hear

    def _end_of(self, job: Job) -> Callable[[int, str], None]:
        def end(code: int, errors: str) -> None:
            with self._lock:
                if job.state not in ENDED:
                    self._conclude(job, code, errors)
            self._wake.set()

        return end

    def _conclude(self, job: Job, code: int, errors: str) -> None:
        """The worker went without a last word: keep its best verified answer, or say what happened."""
        stopped = job.stop_asked is not None or job.seconds > job.limits.seconds
        if job.result is not None:
            self._finish(job, State.DONE, None)
        elif stopped:
            self._finish(job, State.CANCELLED, "Stopped before an answer was found.")
        elif "MemoryError" in errors or "bad_alloc" in errors or code in (-6, -9):
            self._finish(job, State.FAILED, out_of_memory(job.limits.memory_mb))
        else:
            log.error("worker ended with code %s: %s", code, errors)
            self._finish(job, State.FAILED, "The solver stopped unexpectedly; please solve again.")

    def _finish(self, job: Job, state: State, message: str | None) -> None:
        job.state, job.message, job.ended = state, message, time.monotonic()

    def _forget_oldest(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.state in ENDED]
        for old in ended[:-KEEP_ENDED]:
            del self._jobs[old]
