"""From a project to a job, and from the job's result back to an answer on the screen."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace

from treeclust.core.codec import from_json
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.question import Question
from treeclust.core.relabel import keep_identity
from treeclust.core.result import Result
from treeclust.core.version import library_versions
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import Jobs, JobView, Limits
from treeclust.workspace.project import LOST, Answer, Project
from treeclust.workspace.quota import check_memory
from treeclust.workspace.store.runs import RunRequest

PATIENCE, AFTER_FIRST = 0.7, 0.25
"""Answers that come this quickly are shown without a detour through the progress panel; where a first tree is there, so
much later: most small tables are proved by then."""


def start(project: Project, jobs: Jobs, watcher: str) -> None:
    """Ask the current question; a solve that is still under way is stopped, because its question is old."""
    project.check_allowed()
    check_memory(project)
    asked = RunRequest(secrets.token_hex(8), next_question(project))
    if project.job is not None:
        jobs.cancel(project.job)
    limits = Limits(seconds=float(project.work.parameters.seconds))
    with project.lock:
        project.job = jobs.submit(Solve(asked.question), limits, watcher)
        project.asked, project.kept = asked, None
        project.write(lambda ledger: ledger.ask(asked))
    wait_a_moment(project, jobs, watcher)


def wait_a_moment(project: Project, jobs: Jobs, watcher: str) -> None:
    until, first = time.monotonic() + PATIENCE, None
    while look(project, jobs, watcher) is not None and time.monotonic() < until:
        if project.kept is not None and first is None:
            first = time.monotonic()
            until = min(until, first + AFTER_FIRST)
        time.sleep(0.02)


def next_question(project: Project) -> Question:
    """What the work asks, with the wish to stay near to the last tree; the same question again is the very same, so
    that it has the same answer."""
    question, shown = project.work.question(), project.current_answer
    if shown is not None and shown.is_about(project.work):
        return shown.question
    trees = (answer.tree for answer in reversed(project.answers) if answer.problem.dataset is project.work.dataset)
    last = next((tree for tree in trees if tree is not None), None)
    near = None if last is None else EarlierTree.of(last)
    return question.with_(wishes=replace(question.wishes, near=near))


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
            take(project, from_json(Result, view.result, asked.question), asked.question, run=asked.id)
        else:
            lost = LOST if view is None else view.message
            if lost is not None:
                project.warnings.add(lost)
            project.write(lambda ledger: ledger.close_run(asked.id))
        return None


def keep_best(project: Project, asked: RunRequest, view: JobView) -> None:
    """Write down a better answer as soon as it is known: the server may be gone before the solve ends."""
    best = view.result
    if best is not None and best is not project.kept:
        project.write(lambda ledger: ledger.keep_best(asked.id, best, library_versions()))
        project.kept = best


def take(
    project: Project, result: Result, question: Question, origin: str | None = None, run: str | None = None
) -> None:
    """Show a result; its clusters take the numbers, colours and names that most of their rows had before."""
    before = project.identity
    old = before[1] if before is not None and before[0] is question.problem.dataset else None
    labels = tree = None
    if result.solution is not None:
        shown = result.solution.relabelled(keep_identity(old, result.solution.labels))
        labels, tree = shown.labels, shown.tree
        project.identity = (question.problem.dataset, labels)
    project.show(Answer(run or secrets.token_hex(8), question, result, labels, tree, origin))
    project.warnings.settle()
