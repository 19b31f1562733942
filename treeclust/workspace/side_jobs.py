"""Work beside the solve, in the background: one job of each kind per project, found again after a reload."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from treeclust.core.codec import from_json
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.jobs.messages import QuestionRequest
from treeclust.jobs.protocol import Jobs, JobView, Limits
from treeclust.workspace.project import Project


@dataclass
class SideJob:
    """`about` says which question it belongs to; `result` is the latest, partial while it runs, of the class that the
    request promises, read from what was `written`."""

    request: QuestionRequest
    about: str
    id: str
    result: Any = None
    written: dict[str, Any] | None = None
    view: JobView | None = None
    running: bool = True
    message: str | None = None

    @property
    def kind(self) -> str:
        return self.request.kind

    @property
    def question(self) -> Question:
        return self.request.question

    @property
    def problem(self) -> Problem:
        return self.question.problem

    @property
    def phase(self) -> str:
        history = self.view.progress if self.view is not None else ()
        return history[-1].phase if history else "starting"


def start(
    project: Project, jobs: Jobs, watcher: str, about: str, request: QuestionRequest, seconds: float | None = None
) -> None:
    """Begin, for as long as a solve may take or for so many seconds; an older job of the same kind is stopped, because
    its question is old."""
    project.check_allowed()
    stop(project, jobs, request.kind)
    limits = Limits(seconds=float(project.work.parameters.seconds) if seconds is None else seconds)
    project.side[request.kind] = SideJob(request, about, jobs.submit(request, limits, watcher))


def look(project: Project, jobs: Jobs, watcher: str, kind: str, about: str | None = None) -> SideJob | None:
    """The job of this kind now, if it is about this question."""
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
            job.message = view.message
            if view.result is not None and view.result is not job.written:
                job.result, job.written = from_json(job.request.answers, view.result, job.question), view.result
    return job


def stop(project: Project, jobs: Jobs, kind: str) -> None:
    job = project.side.get(kind)
    if job is not None and job.running:
        jobs.cancel(job.id)
