"""What this tab asks of the server's job runner: the solve of a project, and background jobs beside it."""

from __future__ import annotations

from treeclust.jobs.messages import QuestionRequest
from treeclust.jobs.nudge_requests import LookAround
from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.session import jobs, watcher
from treeclust.ui.shared.state import this_tab
from treeclust.workspace import side_jobs, solving
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob


def start_solve(project: Project) -> None:
    """Solve what is asked now; warnings about an earlier solve leave this tab. Nobody waits for a nudge."""
    this_tab().dismiss_warnings(project)
    cancel(project, LookAround.kind)
    attempt(lambda: solving.start(project, jobs(), watcher()))


def solve_if_live(project: Project) -> None:
    """After the links have changed."""
    if this_tab().live:
        start_solve(project)


def look_at(project: Project, kind: str, about: str) -> SideJob | None:
    """The job of this kind about this question, as it is now."""
    return side_jobs.look(project, jobs(), watcher(), kind, about)


def start_job(project: Project, about: str, request: QuestionRequest, seconds: float | None = None) -> None:
    """With the time limit of the project's own solves unless another is given."""
    side_jobs.start(project, jobs(), watcher(), about, request, seconds)


def cancel(project: Project, kind: str) -> None:
    side_jobs.stop(project, jobs(), kind)
