"""Runs of the paper's tables in the background: begun on the page, kept in the results file as they come."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treeclust.core.errors import InputError
from treeclust.jobs.protocol import Jobs, JobView, Limits
from treeclust.lab.experiments.plan import Job, key, patience
from treeclust.lab.experiments.request import RunExperiments
from treeclust.lab.experiments.results import Results
from treeclust.workspace.project import Project

KIND = RunExperiments.kind
MOST_RUNS = 400


@dataclass
class ExperimentJob:
    """`saved` of its rows are in the results file already."""

    id: str
    total: int
    saved: int = 0
    running: bool = True
    view: JobView | None = None
    message: str | None = None

    @property
    def phase(self) -> str:
        history = self.view.progress if self.view is not None else ()
        return history[-1].phase if history else "starting"


def missing(planned: list[Job], path: Path) -> list[Job]:
    """Those that the results file does not have."""
    if not path.exists():
        return planned
    with Results(path) as results:
        there = results.finished()
    return [job for job in planned if key(job) not in there]


def start(project: Project, jobs: Jobs, watcher: str, planned: list[Job]) -> None:
    project.check_allowed()
    if len(planned) > MOST_RUNS:
        raise InputError(
            f"{len(planned)} runs are too many for this page, which takes {MOST_RUNS}; use the command line."
        )
    seconds = sum(map(patience, planned))
    job = jobs.submit(RunExperiments(tuple(planned)), Limits(seconds=seconds), watcher)
    project.side[KIND] = ExperimentJob(job, len(planned))


def look(project: Project, jobs: Jobs, watcher: str, path: Path) -> ExperimentJob | None:
    """The job now; what it has finished since the last look is put into the results file."""
    job: ExperimentJob | None = project.side.get(KIND)
    if job is None or not job.running:
        return job
    view = jobs.look(job.id, watcher)
    if view is None:
        job.running, job.message = False, "This work was lost when the server restarted; start it again."
        return job
    keep(job, [] if view.result is None else view.result["rows"], path)
    job.view, job.message, job.running = view, view.message, not view.ended
    return job


def state_of(job: ExperimentJob | None) -> tuple[int, bool] | None:
    """How many rows are there, and whether more may come."""
    return None if job is None else (job.saved, job.running)


def keep(job: ExperimentJob, rows: list[dict[str, Any]], path: Path) -> None:
    if len(rows) > job.saved:
        with Results(path) as results:
            for row in rows[job.saved :]:
                results.keep(row)
        job.saved = len(rows)


def cancel(project: Project, jobs: Jobs) -> None:
    job: ExperimentJob | None = project.side.get(KIND)
    if job is not None and job.running:
        jobs.cancel(job.id)
