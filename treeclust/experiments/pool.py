"""Many runs, some at a time. Anything that looks like a concurrent.futures Executor will do, a cluster's too."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from treeclust.experiments.plan import Job
from treeclust.experiments.run_one import crashed, run_one
from treeclust.jobs.nursery import ONE_THREAD
from treeclust.worker import die_with_parent

Row = dict[str, Any]
MakeExecutor = Callable[[], AbstractContextManager[Executor]]
AHEAD = 2
"""Runs handed out beyond those that can work at once, so that nobody waits for the next."""
OUT_OF_MEMORY = "This run needs more memory than it may use."
CRASHED = "The process of this run died, twice; it may need more memory than this machine has."


def run_all(jobs: Sequence[Job], make: MakeExecutor, workers: int, keep: Callable[[Row], None]) -> None:
    """Every job once, in order; `keep` gets each row as soon as it is there, also those ready when this is stopped.

    A process that dies takes its neighbours along; those runs are then tried again one by one, and one that dies alone
    gets a row that says so.
    """
    waiting = iter(jobs)
    while (lost := run_until_broken(waiting, make, workers + AHEAD, keep)) is not None:
        for job in lost:
            if run_until_broken(iter([job]), make, 1, keep) is not None:
                keep(crashed(job, CRASHED))


def run_until_broken(
    waiting: Iterator[Job], make: MakeExecutor, at_once: int, keep: Callable[[Row], None]
) -> list[Job] | None:
    """None when all is done; else the jobs that were under way when a process died."""
    under_way: dict[Future[Row], Job] = {}

    def take_done() -> None:
        for future in [future for future in under_way if future.done() and not future.cancelled()]:
            try:
                row = future.result()
            except MemoryError:
                row = crashed(under_way[future], OUT_OF_MEMORY)
            del under_way[future]
            keep(row)

    with make() as executor:
        try:
            while True:
                while len(under_way) < at_once and (job := next(waiting, None)) is not None:
                    under_way[submitted(executor, job)] = job
                if not under_way:
                    return None
                wait(under_way, return_when=FIRST_COMPLETED)
                take_done()
        except BrokenExecutor:
            return list(under_way.values())
        except KeyboardInterrupt:
            take_done()
            raise


def submitted(executor: Executor, job: Job) -> Future[Row]:
    """A pool that is broken already gives a future that says so, and the job is not forgotten."""
    try:
        return executor.submit(run_one, job)
    except BrokenExecutor as error:
        future: Future[Row] = Future()
        future.set_exception(error)
        return future


@contextmanager
def local_processes(workers: int) -> Iterator[Executor]:
    """Worker processes on this machine; whatever happens, none outlives the block."""
    os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=get_ready)
    try:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            pool.submit(os.getpid)  # starts the processes while Ctrl-C is ignored, which they inherit
        finally:
            signal.signal(signal.SIGINT, handler)
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.kill()


def get_ready() -> None:
    """Ctrl-C is the main process's business; a worker ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
