"""All runs of a table as jobs, each in a process of its own, on this machine or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treeclust.jobs.batch import run_jobs
from treeclust.jobs.choice import chosen_jobs, on_a_cluster
from treeclust.jobs.machine import machine_memory_mb
from treeclust.jobs.process import COMMAND
from treeclust.jobs.protocol import JobView, Limits
from treeclust.jobs.runner import Runner
from treeclust.jobs.shares import MEMORY_MB, Shares
from treeclust.lab.experiments.plan import LOADING_SECONDS, Job, patience
from treeclust.lab.experiments.request import RunExperiments
from treeclust.lab.experiments.results import lost_row

AHEAD = 4
"""Runs handed out beyond those that can work at once, so that nobody waits for the next."""
CONNECT_SECONDS = 20.0
WORKER = (*COMMAND, "lab.experiments.handler")
"""A worker that has loaded the baselines before it gets a run."""
TWICE = "This run failed twice, the second time alone: {}"
Row = dict[str, Any]


def run_all(jobs: Sequence[Job], workers: int, keep: Callable[[Row], None]) -> None:
    """Every job once, `workers` at a time; `keep` gets each row as soon as it is there. No process outlives this."""
    runner = chosen_jobs(workers, Shares(waiting_each=len(jobs), waiting=len(jobs)), command=WORKER)
    try:
        runner.wait_for_room(1, CONNECT_SECONDS)
        run_with(runner, jobs, keep, None if on_a_cluster() else max(MEMORY_MB, machine_memory_mb()))
    finally:
        runner.close()


def run_with(runner: Runner, jobs: Sequence[Job], keep: Callable[[Row], None], memory_mb: int | None = None) -> None:
    """A run that fails, as when its process dies, is tried once more, alone: others may have taken the memory that it
    needs. If it fails again it gets a row that says so, so that it is not tried for ever."""
    limits = Limits(max(map(patience, jobs), default=LOADING_SECONDS), memory_mb)
    failed: list[Job] = []

    def keep_or_note(place: int, view: JobView) -> None:
        rows = rows_of(view)
        if rows:
            keep(rows[0])
        else:
            failed.append(jobs[place])

    def keep_anyway(place: int, view: JobView) -> None:
        rows = rows_of(view)
        keep(rows[0] if rows else lost_row(failed[place], TWICE.format(view.message or "it was stopped.")))

    run_jobs(runner, map(request_of, jobs), limits, lambda: runner.room() + AHEAD, keep_or_note)
    run_jobs(runner, map(request_of, failed), limits, lambda: 1, keep_anyway)


def request_of(job: Job) -> RunExperiments:
    return RunExperiments((job,))


def rows_of(view: JobView) -> list[Row]:
    rows: list[Row] = [] if view.result is None else view.result["rows"]
    return rows
