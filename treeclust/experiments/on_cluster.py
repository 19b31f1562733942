"""The same runs as jobs on a Dask cluster: a lost worker's run starts again elsewhere, so nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treeclust.experiments.plan import LOADING_SECONDS, Job, patience
from treeclust.experiments.run_one import crashed
from treeclust.jobs.batch import map_jobs
from treeclust.jobs.choice import chosen_jobs
from treeclust.jobs.protocol import Limits
from treeclust.jobs.runner import Runner

AHEAD = 4
"""Runs handed out beyond those that can work at once."""
CONNECT_SECONDS = 20.0


def run_on_cluster(jobs: Sequence[Job], keep: Callable[[dict[str, Any]], None]) -> None:
    """Every job once; `keep` gets each row as soon as it is there."""
    runner = chosen_jobs(running=1)
    try:
        runner.wait_for_room(1, CONNECT_SECONDS)
        run_with(runner, jobs, keep)
    finally:
        runner.close()


def run_with(runner: Runner, jobs: Sequence[Job], keep: Callable[[dict[str, Any]], None]) -> None:
    limits = Limits(seconds=max(map(patience, jobs), default=LOADING_SECONDS))
    requests = ({"type": "experiment", "jobs": [job]} for job in jobs)
    for place, view in map_jobs(runner, requests, limits, lambda: runner.room() + AHEAD):
        rows = view.result["rows"] if view.result is not None else []
        keep(rows[0] if rows else crashed(jobs[place], view.message or "This run was stopped."))
