"""Work beside the solve, in the background: one job of each type per project, found again after a reload."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from treeclust.jobs.messages import problem_to_json
from treeclust.jobs.protocol import Jobs, JobView, Limits
from treeclust.problem import Problem
from treeclust.ui.project import Answer, Project


@dataclass
class SideJob:
    """`about` says which question it belongs to; `result` is the latest, partial while it runs."""

    type: str
    about: str
    problem: Problem
    objective: str
    id: str
    result: dict[str, Any] | None = None
    view: JobView | None = None
    running: bool = True
    message: str | None = None
    asked: dict[str, Any] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        history = self.view.progress if self.view is not None else ()
        return history[-1].phase if history else "starting"


def start(
    project: Project,
    jobs: Jobs,
    watcher: str,
    kind: str,
    about: str,
    problem: Problem,
    objective: str,
    seconds: float,
    **asked: Any,
) -> None:
    """Begin; an older job of the same type is stopped, because its question is old."""
    stop(project, jobs, kind)
    request = {"type": kind, "problem": problem_to_json(problem), "objective": objective, **asked}
    job = jobs.submit(request, Limits(seconds=seconds), watcher)
    project.side[kind] = SideJob(kind, about, problem, objective, job, asked=asked)


def start_from(project: Project, jobs: Jobs, watcher: str, kind: str, answer: Answer, **asked: Any) -> None:
    """Begin something about an answer that is there already."""
    seconds = float(project.work.parameters.seconds)
    start_with = answer.result.to_json()
    start(project, jobs, watcher, kind, answer.id, answer.firm, answer.objective, seconds, start=start_with, **asked)


def look(project: Project, jobs: Jobs, watcher: str, kind: str, about: str | None = None) -> SideJob | None:
    """The job of this type now, if it is about this question."""
    job: SideJob | None = project.side.get(kind)
    if job is None or (about is not None and job.about != about):
        return None
    if job.running:
        view = jobs.look(job.id, watcher)
        job.running = view is not None and not view.ended
        job.view = view or job.view
        if view is None:
            job.message = "This work was lost when the server restarted; start it again."
        else:
            job.result, job.message = view.result or job.result, view.message
    return job


def stop(project: Project, jobs: Jobs, kind: str) -> None:
    job = project.side.get(kind)
    if job is not None and job.running:
        jobs.cancel(job.id)
