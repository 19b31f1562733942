"""Hard questions with two clusters on one worker and on several, each to its end.

Two ratios: wall time, which only an idle machine tells, and work, which a busy one tells, too: the processor seconds
of the only worker over those of the busiest of several.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import JobView, Limits
from treeclust.lab.bench.parallel import LIMIT, cluster_of, seen
from treeclust.lab.bench.plan import Case
from treeclust.lab.bench.runs_file import append_run, read_runs

POLL_SECONDS = 0.2
"""The time of a question is the engine's own, so looking seldom costs no accuracy, and workers have the machine."""
HARD_FROM = 5.0
"""Processor seconds on one worker, from which on a question is asked of several, too."""


def worker_rows(
    cases: Iterable[Case], folder: Path, workers: list[int], limit: float | None, path: Path | None,
    say: Callable[[str], None],
) -> list[dict[str, Any]]:  # fmt: skip
    """All cases on the fewest workers, then those that took long on the other numbers of them, one cluster at a time,
    because an idle one takes its share of the machine, too; goes on where the file ends."""
    rows, chosen = [as_row(row) for row in read_runs(path)], list(cases)
    for count in sorted(workers):
        with cluster_of(count) as jobs:
            warm_up(jobs, count)
            for case in chosen:
                one = row_of(rows, case, min(workers))
                if row_of(rows, case, count) is None and (one is None or one["busiest"] >= HARD_FROM):
                    rows.append(run_to_the_end(case, folder, jobs, count, limit or LIMIT))
                    append_run(path, rows[-1])
                    say("  ".join(f"{key} {_text(value)}" for key, value in rows[-1].items()))
    for line in summary(rows):
        say(line)
    return rows


def warm_up(jobs: DaskJobs, workers: int) -> None:
    """A quick question for each worker at once, so that all have loaded what they need before the clock starts."""
    table = Dataset.from_array(np.arange(8.0).reshape(-1, 1))
    quick = [Solve(Question(Problem(table, 2, 1), "md")) for _ in range(workers)]
    started = [jobs.submit(one, Limits(seconds=LIMIT), "bench") for one in quick]
    for job in started:
        to_the_end(jobs, job)


def to_the_end(jobs: DaskJobs, job: str) -> JobView:
    while not (view := seen(jobs, job)).ended:
        time.sleep(POLL_SECONDS)
    return view


def run_to_the_end(case: Case, folder: Path, jobs: DaskJobs, workers: int, limit: float) -> dict[str, Any]:
    job = jobs.submit(Solve(Question(case.problem(folder), case.objective)), Limits(seconds=limit), "bench")
    view = to_the_end(jobs, job)
    result = view.result or {}
    figures = result.get("figures", {})
    own, helper = figures.get("processor_seconds", 0.0), figures.get("busiest_helper_seconds", 0.0)
    return {
        **vars(case), "workers": workers, "status": result.get("status", view.state), "value": result.get("value"),
        "seconds": result.get("seconds", view.seconds), "own": own, "helper": helper, "busiest": max(own, helper),
        "pieces": figures.get("root_pieces_elsewhere", 0),
    }  # fmt: skip


def as_row(row: dict[str, str]) -> dict[str, Any]:
    """A row of the file with its numbers."""
    numbers = {key: float(row[key]) for key in ("kappa", "seconds", "own", "helper", "busiest")}
    return {**row, **numbers, "seed": int(row["seed"]), "workers": int(row["workers"])}


def row_of(rows: Sequence[dict[str, Any]], case: Case, workers: int) -> dict[str, Any] | None:
    return next((row for row in rows if row["workers"] == workers and _is_of(row, case)), None)


def summary(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """For each number of workers how much faster they are than the fewest: median and worst, of work and of wall."""
    fewest = min((row["workers"] for row in rows), default=0)
    for count in sorted({row["workers"] for row in rows} - {fewest}):
        pairs = [
            (one, row)
            for row in rows
            if row["workers"] == count and (one := row_of(rows, _case(row), fewest)) is not None
        ]
        same = sum(str(one["value"]) == str(row["value"]) and one["status"] == row["status"] for one, row in pairs)
        yield f"{count} workers against {fewest}: {len(pairs)} questions above {HARD_FROM:g} s, {same} the same answer"
        for name, key in (("work (processor seconds of the busiest)", "busiest"), ("wall", "seconds")):
            ratios = [one[key] / max(row[key], 1e-6) for one, row in pairs]
            yield f"  {name}: median {statistics.median(ratios):.2f}, worst {min(ratios):.2f}, best {max(ratios):.2f}"


def _case(row: dict[str, Any]) -> Case:
    return Case(row["dataset"], row["kappa"], row["seed"], row["objective"])


def _is_of(row: dict[str, Any], case: Case) -> bool:
    return _case(row) == case


def _text(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
