"""Running jobs, wherever their workers are: a short queue, and a keeper that ends what nobody wants."""

from __future__ import annotations

import atexit
import contextlib
import logging
import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from treeclust.errors import InputError
from treeclust.jobs.job import Job
from treeclust.jobs.lending import Helpers
from treeclust.jobs.protocol import ENDED, JobView, Limits, State, Worker

TICK = 0.1
SPARE_PAUSE = 1.0
"""Seconds between two idle workers, so that one that cannot start is not started over and over."""
KEEP_ENDED = 200
log = logging.getLogger(__name__)


class Runner(ABC):
    """As many workers as there is room for, and `waiting` jobs in the queue. `is_watching(watcher)` tells whether
    a watcher is still there; `grace` seconds without one stop a job, and end the idle worker: a page that is loaded
    again finds both. With `spreads`, workers that no job needs help with hard solves."""

    def __init__(self, waiting: int, grace: float, is_watching: Callable[[str], bool], spreads: bool) -> None:
        self.waiting, self.grace, self.is_watching, self.spreads = waiting, grace, is_watching, spreads
        self._jobs: dict[str, Job] = {}
        self._audience: set[str] = set()
        self._attended = 0.0
        self._spare: Worker | None = None
        self._next_spare = 0.0
        self._lock = threading.RLock()
        self._wake = threading.Event()
        self._closed = False
        self._keeper = threading.Thread(target=self._keep, daemon=True, name="treeclust-jobs")
        self._keeper.start()
        atexit.register(self.close)

    @abstractmethod
    def room(self) -> int:
        """How many workers may run now."""

    @abstractmethod
    def start_worker(self) -> Worker:
        """A worker that waits for its request; OSError if there can be none."""

    def wait_for_room(self, workers: int = 1, seconds: float = 60.0) -> None:
        """Return when so many workers may run, or when that takes too long."""
        until = time.monotonic() + seconds
        while self.room() < workers and time.monotonic() < until:
            time.sleep(TICK)

    def submit(self, request: dict[str, Any], limits: Limits, watcher: str) -> str:
        with self._lock:
            if self._closed:
                raise InputError("This server is stopping; ask again when it is back.")
            if sum(job.state is State.QUEUED for job in self._jobs.values()) >= self.waiting:
                raise InputError("Too many solves are waiting on this server; try again in a minute.")
            full = {"type": "solve"} | request | {"seconds": limits.seconds, "memory_mb": limits.memory_mb}
            full["spread"] = self.spreads and full["type"] == "solve"
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
            return found.view(self._queue().index(found) + 1 if found.state is State.QUEUED else 0)

    def cancel(self, job: str) -> None:
        with self._lock:
            found = self._jobs.get(job)
            if found is None or found.state in ENDED or found.stop_asked is not None:
                return
            found.stop_asked = time.monotonic()
            if found.worker is None and not found.starts:
                found.finish(State.CANCELLED, "Stopped before it began.")
            elif found.worker is None:
                found.conclude(0, "")
            else:
                found.worker.say({"type": "stop"})

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                if job.worker is not None and job.state not in ENDED:
                    job.worker.kill()
                    if job.helpers is not None:
                        job.helpers.end()
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
                    self._lend_helpers()
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
        if job.starts > 1 and job.seconds > job.limits.seconds:
            self.cancel(job.id)  # the worker counts from its own start, people from the first
        overdue = job.seconds > job.limits.seconds + 2 * job.limits.patience + 5
        if disobeys or overdue:
            job.worker.kill()

    def _start_next(self) -> None:
        waiting, free = self._queue(), self._free()
        if free < 0 or (waiting and free == 0):
            self._take_helper_away()
        for job in waiting[: max(0, free)]:
            if self._closed:
                return
            job.state = State.RUNNING
            ready, self._spare = self._spare, None
            try:
                job.worker = ready if ready is not None and ready.alive else self.start_worker()
            except OSError:
                job.finish(State.FAILED, "The server could not start a solver just now; try again in a minute.")
                continue
            if job.request["spread"]:
                job.helpers = Helpers(job.request, job.say, self._lock)
            job.worker.give(job.request, self._hear(job), self._end_of(job))

    def _free(self) -> int:
        """Room that neither jobs nor helpers use."""
        helping = sum(len(job.helpers.workers) for job in self._jobs.values() if job.helpers is not None)
        return self.room() - helping - sum(job.state is State.RUNNING for job in self._jobs.values())

    def _lend_helpers(self) -> None:
        """What is free goes to the solve with the fewest helpers, as long as no job waits."""
        wanting = [job.helpers for job in self._jobs.values() if job.helpers is not None and job.helpers.wanted]
        for _ in range(self._free() if wanting and not self._queue() else 0):
            with contextlib.suppress(OSError):
                min(wanting, key=lambda helpers: len(helpers.workers)).add(self.start_worker())

    def _take_helper_away(self) -> None:
        """Jobs come before help: those that wait, and those that lost their worker when the cluster shrank."""
        lent = [job.helpers for job in self._jobs.values() if job.helpers is not None and job.helpers.workers]
        if lent:
            max(lent, key=lambda helpers: len(helpers.workers)).end(1)

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
            self._spare = self.start_worker()

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
                job.hear(message)

        return hear

    def _end_of(self, job: Job) -> Callable[[int, str], None]:
        def end(code: int, errors: str) -> None:
            with self._lock:
                if job.state not in ENDED:
                    job.conclude(code, errors)
            self._wake.set()

        return end

    def _forget_oldest(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.state in ENDED]
        for old in ended[:-KEEP_ENDED]:
            del self._jobs[old]
