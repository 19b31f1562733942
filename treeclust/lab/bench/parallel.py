"""One hard question after the other, spread over more and more Dask workers of this machine."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import LocalCluster

from treeclust.core.question import Question
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import JobView, Limits
from treeclust.lab.bench.plan import Case

LIMIT = 600.0
POLL_SECONDS = 0.05
UNDECIDED = "not decided"


def spread_rows(
    cases: Sequence[Case], folder: Path, workers: list[int], limit: float | None, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """How long until it is known whether there is a tree, for each number of workers."""
    rows: list[dict[str, Any]] = []
    for count in workers:
        with cluster_of(count) as jobs:
            for case in cases:
                rows.append(decide(case, folder, jobs, count, limit or LIMIT))
                say("  ".join(f"{key} {_text(value)}" for key, value in rows[-1].items()))
    for line in ratios(rows):
        say(line)
    return rows


@contextmanager
def cluster_of(workers: int) -> Iterator[DaskJobs]:
    """A scheduler with so many worker processes, one job each."""
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster:
        jobs = DaskJobs(cluster.scheduler_address)
        try:
            jobs.wait_for_room(workers)
            yield jobs
        finally:
            jobs.close()


def decide(case: Case, folder: Path, jobs: DaskJobs, workers: int, limit: float) -> dict[str, Any]:
    """Solve until the first verified tree or the proof that there is none."""
    job = jobs.submit(Solve(Question(case.problem(folder), case.objective)), Limits(seconds=limit), "bench")
    while not is_decided(view := seen(jobs, job)):
        time.sleep(POLL_SECONDS)
    first = view.result or {}
    jobs.cancel(job)
    while not (view := seen(jobs, job)).ended:
        time.sleep(POLL_SECONDS)
    last = view.result or {}
    outcome = "tree found" if first.get("labels") else "infeasible" if last.get("status") == "infeasible" else UNDECIDED
    took = first.get("first_solution_seconds") or last.get("seconds") or view.seconds
    figures = last.get("figures", {})
    return {
        **vars(case), "workers": workers, "outcome": outcome, "seconds": took, "message": view.message,
        "pieces": figures.get("pieces", 0), "pieces_refuted_elsewhere": figures.get("pieces_refuted_elsewhere", 0),
    }  # fmt: skip


def seen(jobs: DaskJobs, job: str) -> JobView:
    view = jobs.look(job, "bench")
    assert view is not None
    return view


def is_decided(view: JobView) -> bool:
    return view.ended or bool(view.result and view.result.get("labels"))


def ratios(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Seconds with the fewest workers over seconds with more, where both decided."""
    fewest = min(row["workers"] for row in rows)
    base = {_case(row): row for row in rows if row["workers"] == fewest}
    for row in rows:
        one = base[_case(row)]
        if row is not one and UNDECIDED not in (row["outcome"], one["outcome"]):
            name = f"{row['dataset']} κ {row['kappa']:g} seed {row['seed']} {row['objective']}"
            ratio = one["seconds"] / row["seconds"]
            yield f"{name}: {row['workers']} workers against {fewest}: {ratio:.2f} times faster"


def _case(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["dataset"], row["kappa"], row["seed"], row["objective"]


def _text(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
