"""From a project to a job, and from the job's result back to an answer on the screen."""

from __future__ import annotations

import secrets
import time

from treeclust.jobs.messages import problem_to_json, result_from_json
from treeclust.jobs.protocol import Jobs, JobView, Limits
from treeclust.problem import Problem
from treeclust.result import Result
from treeclust.soft import SoftLink
from treeclust.store.runs import Asked
from treeclust.ui.project import LOST, Answer, Project
from treeclust.version import library_versions
from treeclust.views.palette import keep_identity

PATIENCE = 0.4
"""Answers that come this quickly are shown without a detour through the progress panel."""


def start(project: Project, jobs: Jobs, watcher: str) -> None:
    """Ask the current question; a solve that is still under way is stopped, because its question is old."""
    problem = project.work.problem()
    if project.job is not None:
        jobs.cancel(project.job)
    parameters = project.work.parameters
    soft = project.work.sorted_links[1]
    request = {
        "problem": problem_to_json(problem),
        "objective": parameters.objective,
        "engine": None,
        "soft": [one.to_json() for one in soft],
    }
    asked = Asked(secrets.token_hex(8), problem, parameters.objective, soft)
    with project.lock:
        project.job = jobs.submit(request, Limits(seconds=float(parameters.seconds)), watcher)
        project.asked, project.kept, project.message = asked, None, None
        project.write(lambda ledger: ledger.ask(asked))
    until = time.monotonic() + PATIENCE
    while look(project, jobs, watcher) is not None and time.monotonic() < until:
        time.sleep(0.02)


def look(project: Project, jobs: Jobs, watcher: str | None) -> JobView | None:
    """The project's job now, its best answer so far in the store; when it has ended its answer is taken over."""
    with project.lock:
        asked = project.asked
        if project.job is None or asked is None:
            return None
        view = jobs.look(project.job, watcher)
        if view is not None and not view.ended:
            keep_best(project, asked, view)
            return view
        project.job = project.asked = None
        if view is not None and view.result is not None:
            result = result_from_json(view.result, asked.problem)
            take(project, result, asked.problem, asked.objective, soft=asked.soft, run=asked.id)
        else:
            project.message = LOST if view is None else view.message
            project.write(lambda ledger: ledger.close_run(asked.id))
        return None


def keep_best(project: Project, asked: Asked, view: JobView) -> None:
    """Write down a better answer as soon as it is known: the server may be gone before the solve ends."""
    best = view.result
    if best is not None and best is not project.kept:
        project.write(lambda ledger: ledger.keep_best(asked.id, best, library_versions()))
        project.kept = best


def take(
    project: Project,
    result: Result,
    problem: Problem,
    objective: str,
    origin: str | None = None,
    soft: tuple[SoftLink, ...] = (),
    run: str | None = None,
) -> None:
    """Show a result; its clusters take the numbers, colours and names that most of their rows had before."""
    before = project.identity
    old = before[1] if before is not None and before[0] is problem.dataset else None
    labels = tree = None
    if result.labels is not None:
        new = keep_identity(old, result.labels)
        labels = result.labels.copy()
        for c, number in new.items():
            labels[result.labels == c] = number
        tree = None if result.tree is None else result.tree.relabelled(new)
        project.identity = (problem.dataset, labels)
    project.show(Answer(run or secrets.token_hex(8), problem, objective, result, labels, tree, origin, soft))
    project.message = None
