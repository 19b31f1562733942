"""Running jobs, wherever their workers are: a queue that is fair between people, and a thread that starts jobs and
ends what nobody wants."""

from __future__ import annotations

import atexit
import contextlib
import logging
import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from treeclust.core.errors import InputError
from treeclust.jobs.helper_workers import Helpers
from treeclust.jobs.job import Job
from treeclust.jobs.messages import Request, Solve, Stop, Task
from treeclust.jobs.protocol import ENDED, JobView, Limits, OnEnd, OnMessage, State, Worker
from treeclust.jobs.shares import Accounts, Shares, startable
from treeclust.jobs.wire import Message

TICK = 0.1
SPARE_PAUSE = 1.0
"""Seconds between two idle workers, so that one that cannot start is not started over and over."""
KEEP_ENDED = 200
KEEP_SECONDS = 600.0
"""So long an ended job is still known; answers about large tables are large."""
log = logging.getLogger(__name__)


class Runner(ABC):
    """As many workers as there is room for; `shares` says what each person may have. `is_watching(watcher)` tells
    whether a watcher is still there, `person_of(watcher)` which person that is; `grace` seconds without a watcher stop
    a job, and end the idle worker: a page that is loaded again finds both. With `spreads`, workers that no job needs
    help with hard solves."""

    def __init__(
        self,
        shares: Shares,
        grace: float,
        is_watching: Callable[[str], bool],
        person_of: Callable[[str], str],
        spreads: bool,
    ) -> None:
        self.shares, self.grace, self.is_watching, self.spreads = shares, grace, is_watching, spreads
        self.person_of = person_of
        self._accounts = Accounts()
        self._jobs: dict[str, Job] = {}
        self._audience: set[str] = set()
        self._attended = 0.0
        self._spare: Worker | None = None
        self._next_spare = 0.0
        self._lock = threading.RLock()
        self._wake = threading.Event()
        self._closed = False
        threading.Thread(target=self._run, daemon=True, name="treeclust-jobs").start()
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

    def submit(self, request: Request, limits: Limits, watcher: str) -> str:
        limits = replace(limits, memory_mb=limits.memory_mb or self.shares.memory_mb)
        with self._lock:
            if self._closed:
                raise InputError("This server is stopping; ask again when it is back.")
            person = self.person_of(watcher)
            self._find_place(person, request)
            helped = self.spreads and isinstance(request, Solve)
            most = (limits.processor_seconds, limits.output_mb)
            task = Task(request, limits.seconds, limits.memory_mb or 0, helped, *most)
            job = Job(secrets.token_urlsafe(16), task, limits, {watcher}, time.monotonic(), person)
            self._jobs[job.id] = job
            self._forget_oldest()
        self._wake.set()
        return job.id

    def _find_place(self, person: str, request: Request) -> None:
        queue = self._queue()
        if sum(job.person == person for job in queue) >= self.shares.waiting_each:
            raise InputError(request.words.full_share)
        if len(queue) >= self.shares.waiting:
            raise InputError(request.words.full_queue)
        self._charge()
        self._accounts.enter(person, {job.person for job in self._jobs.values() if job.state not in ENDED})

    def attend(self, watcher: str) -> None:
        """Somebody may soon ask: keep a worker ready, loaded and idle, while they are there."""
        with self._lock:
            self._audience.add(watcher)

    def get_ready(self) -> None:
        """Before anybody is there: load what the first job would have to wait for."""
        with self._lock:
            self._attended = time.monotonic()
            if self._spare is None and not self._closed:
                self._spare = self.start_worker()

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
                found.worker.say(Stop())

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

    # -- the runner's own thread: the only one that starts processes --------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            self._wake.wait(TICK)
            self._wake.clear()
            try:
                with self._lock:
                    for job in list(self._jobs.values()):
                        if job.state not in ENDED:
                            self._look_after(job)
                    self._forget_oldest()
                    self._start_next()
                    self._assign_helpers()
                    self._keep_spare()
            except Exception:
                # whatever happened to one job, the others still have to be looked after
                log.exception("a job could not be looked after")

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
        self._charge()
        waiting, free = startable(self._queue(), self._running(), self.shares.at_once, self.room()), self._free()
        if free < 0 or (waiting and free == 0):
            self._take_helper_away()
        for job in waiting[: max(0, free)]:
            if self._closed:
                return
            assert job.task is not None
            job.state = State.RUNNING
            ready, self._spare = self._spare, None
            try:
                job.worker = ready if ready is not None and ready.alive else self.start_worker()
            except OSError:
                job.finish(State.FAILED, job.task.request.words.no_worker)
                continue
            if job.task.helpers:
                job.helpers = Helpers(job.task, job.say, self._lock)
            job.worker.give(job.task, self._hear(job), self._end_of(job))

    def _charge(self) -> None:
        """Put the time that has passed since the last look down to those whose jobs had it."""
        for job in self._jobs.values():
            passed = job.seconds - job.charged
            if passed > 0:
                job.charged += passed
                self._accounts.charge(job.person, passed)

    def _free(self) -> int:
        """Room that neither jobs nor helpers use."""
        helping = sum(len(job.helpers.workers) for job in self._jobs.values() if job.helpers is not None)
        return self.room() - helping - len(self._running())

    def _assign_helpers(self) -> None:
        """What is free goes to the solve with the fewest helpers, as long as no job waits."""
        wanting = [job.helpers for job in self._jobs.values() if job.helpers is not None and job.helpers.wanted]
        for _ in range(self._free() if wanting and not self._queue() else 0):
            with contextlib.suppress(OSError):
                min(wanting, key=lambda helpers: len(helpers.workers)).add(self.start_worker())

    def _take_helper_away(self) -> None:
        """Jobs come before help: those that wait, and those that lost their worker when the cluster shrank."""
        helped = [job.helpers for job in self._jobs.values() if job.helpers is not None and job.helpers.workers]
        if helped:
            max(helped, key=lambda helpers: len(helpers.workers)).end(1)

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

    def _running(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state is State.RUNNING]

    def _queue(self) -> list[Job]:
        """Those that wait, in the order in which they will begin."""
        waiting = [job for job in self._jobs.values() if job.state is State.QUEUED]
        return self._accounts.in_turn(waiting, self._running())

    # -- the reader threads -------------------------------------------------------------------------------------

    def _hear(self, job: Job) -> OnMessage:
        def hear(message: Message) -> None:
            with self._lock:
                job.hear(message)

        return hear

    def _end_of(self, job: Job) -> OnEnd:
        def end(code: int, errors: str) -> None:
            with self._lock:
                if job.state not in ENDED:
                    job.conclude(code, errors)
            self._wake.set()

        return end

    def _forget_oldest(self) -> None:
        ended = [job for job in self._jobs.values() if job.state in ENDED]
        early = time.monotonic() - KEEP_SECONDS
        for place, job in enumerate(ended, KEEP_ENDED - len(ended)):
            if place < 0 or (job.ended or 0.0) < early:
                del self._jobs[job.id]
