"""What a worker does for runs of the paper's tables. Loading it loads all that the runs need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from treeclust.jobs.channel import Channel
from treeclust.lab.experiments.request import ExperimentRows, RunExperiments
from treeclust.lab.experiments.run_one import run_one

for name in ("sklearn.cluster", "sklearn.metrics", "sklearn.tree"):
    import_module(name)  # for the baselines and the scores; workers that are forked from here have it then


def experiment_job(request: RunExperiments, channel: Channel) -> ExperimentRows:
    total = len(request.runs)
    rows: list[dict[str, Any]] = []
    for number, run in enumerate(request.runs, start=1):
        channel.phase(f"run {number} of {total}: {run['dataset']}, κ = {run['kappa']:g}, {run['method']}")
        row = run_one(run, channel.stop)
        if channel.stop():  # cut short from outside: not the answer of this run
            break
        rows.append(row)
        channel.partial(lambda: ExperimentRows(tuple(rows), total, False))
    return ExperimentRows(tuple(rows), total, len(rows) == total)
