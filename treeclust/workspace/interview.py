"""The interview: which question is open, what each answer leads to, and what an answer does to the project."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from treeclust.core.codec import from_json
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.links import Kind
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.suggestions import Ahead, Pair, PairQuestion, Step, Suggestion
from treeclust.jobs.interview_requests import LookAhead
from treeclust.jobs.messages import SuggestPair
from treeclust.jobs.protocol import Jobs
from treeclust.workspace import edits, side_jobs, solving
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.questions import ANSWERED, KIND, answer_question, can_ask, open_question
from treeclust.workspace.side_jobs import SideJob

WORDS: dict[str, Kind | None] = {"together": Kind.MUST, "apart": Kind.CANNOT, "unsure": None}
AHEAD = LookAhead.kind


@dataclass(frozen=True)
class Asked:
    """A question that was answered in this interview, so that the answer can be taken back."""

    suggestion: Suggestion
    word: str


def begin(project: Project) -> None:
    """What the committee agrees on is assumed from now on, visibly; that is a step which can be taken back."""
    parameters = project.work.parameters
    if not parameters.assume:
        edits.set_parameters(project, replace(parameters, assume=True))


def advance(project: Project, jobs: Jobs, watcher: str) -> None:
    """Whatever comes next, as far as it is not under way: solve, ask, look ahead."""
    if project.job is not None:
        solving.look(project, jobs, watcher)
    if project.job is not None:
        return
    answer = can_ask(project)
    if answer is None:
        if project.current_answer is None or project.is_stale:
            solving.start(project, jobs, watcher)
        return
    job = side_jobs.look(project, jobs, watcher, KIND, answer.id)
    question = open_question(project)
    if question is None and (job is None or is_answered(project, job)):
        request = SuggestPair(answer.firm, answer.result, tuple(sorted(project.skipped)))
        side_jobs.start(project, jobs, watcher, answer.id, request)
    elif question is not None and side_jobs.look(project, jobs, watcher, AHEAD, place(answer, question)) is None:
        request_ahead = LookAhead(base_of(project, answer), question.pair, tuple(sorted(project.skipped)))
        side_jobs.start(project, jobs, watcher, place(answer, question), request_ahead)


def is_answered(project: Project, job: SideJob) -> bool:
    """A question that was asked and that somebody could not answer is over."""
    said: Suggestion | None = job.result
    over = said is not None and said.question is not None and said.question.pair in project.skipped
    return not job.running and (said is None or over)


def place(answer: Answer, question: PairQuestion) -> str:
    return f"{answer.id} {question.a}-{question.b}"


def base_of(project: Project, answer: Answer) -> Question:
    """What the project asks, near to the tree on the screen."""
    asked = project.work.question()
    near = None if answer.tree is None else EarlierTree.of(answer.tree)
    return asked.with_(wishes=replace(asked.wishes, near=near))


def suggestion_now(project: Project) -> Suggestion | None:
    job: SideJob | None = project.side.get(KIND)
    answer = can_ask(project)
    return None if job is None or answer is None or job.about != answer.id else job.result


def steps_ahead(project: Project) -> dict[str, Step]:
    """What is known by now of each possible answer to the open question."""
    answer, question = can_ask(project), open_question(project)
    job: SideJob | None = project.side.get(AHEAD)
    if answer is None or question is None or job is None or job.about != place(answer, question) or job.result is None:
        return {}
    ahead: Ahead = job.result
    return {word: step for word in WORDS if (step := getattr(ahead, word)) is not None}


def reply(project: Project, pair: Pair, word: str) -> Asked | None:
    """Take an answer to the open question; None if it is not open any more. Where the look ahead has come so far, the
    next tree and the next question are there at once."""
    answer, question, said = can_ask(project), open_question(project), suggestion_now(project)
    if answer is None or question is None or said is None or question.pair != pair or word not in WORDS:
        return None
    step, base = steps_ahead(project).get(word), base_of(project, answer)
    answer_question(project, question, WORDS[word])
    if word == "unsure":
        project.save_view()
    if step is not None and (word == "unsure" or step.result is not None):
        take_step(project, step, base)
    return Asked(said, word)


def take_step(project: Project, step: Step, base: Question) -> None:
    if step.result is not None:
        question = project.work.question().with_(wishes=base.wishes)
        data: dict[str, Any] = json.loads(step.result)
        solving.take(project, from_json(Result, data, question), question)
    put_question(project, step.suggestion)


def put_question(project: Project, suggestion: Suggestion) -> None:
    """As if it had been asked for and found."""
    answer = can_ask(project)
    if answer is not None:
        request = SuggestPair(answer.firm, answer.result, tuple(sorted(project.skipped)))
        project.side[KIND] = SideJob(request, answer.id, "", suggestion, running=False)


def take_back(project: Project, asked: Asked) -> bool:
    """The last answer of this interview, if nothing was done since."""
    pair = None if asked.suggestion.question is None else asked.suggestion.question.pair
    if asked.word == "unsure":
        project.skipped.discard(pair or (0, 0))
        project.save_view()
    elif project.history.past and project.history.past[-1][0] == ANSWERED:
        edits.undo(project)
    else:
        return False
    put_question(project, asked.suggestion)
    return True
