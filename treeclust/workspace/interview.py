"""The interview: which question is open, what each answer leads to, and what an answer does to the project."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from treeclust.core.codec import from_json
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.experts import SURE, agreements
from treeclust.core.links import Kind, Link
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.suggestions import Ahead, Pair, PairQuestion, Step, Suggestion
from treeclust.jobs.interview_requests import LookAhead
from treeclust.jobs.messages import SuggestPair
from treeclust.jobs.protocol import Jobs
from treeclust.workspace import edits, side_jobs, solving
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.questions import ANSWERED, KIND, answer_question, can_ask, not_again, open_question
from treeclust.workspace.side_jobs import SideJob

WORDS: dict[str, Kind | None] = {"together": Kind.MUST, "apart": Kind.CANNOT, "unsure": None}
AHEAD = LookAhead.kind


@dataclass(frozen=True)
class Asked:
    """A question that was answered in this interview, so that the answer can be taken back. `skipped` are the pairs
    that somebody could not answer."""

    suggestion: Suggestion
    word: str
    skipped: tuple[Pair, ...] = ()


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
        request = SuggestPair(answer.firm, answer.result, not_again(project))
        side_jobs.start(project, jobs, watcher, answer.id, request)
    elif question is not None and side_jobs.look(project, jobs, watcher, AHEAD, place(answer, question)) is None:
        request_ahead = LookAhead(base_of(project, answer), question.pair, not_again(project))
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


def reply(project: Project, pair: Pair, word: str, certainty: str = SURE) -> Asked | None:
    """Take an answer to the open question; None if it is not open any more. Where the look ahead has come so far, the
    next tree and the next question are there at once; it takes answers to be sure."""
    answer, question, said = can_ask(project), open_question(project), suggestion_now(project)
    if answer is None or question is None or said is None or question.pair != pair or word not in WORDS:
        return None
    step, base = steps_ahead(project).get(word), base_of(project, answer)
    answer_question(project, question, WORDS[word], certainty)
    if word == "unsure":
        project.save_view()
    if step is not None and (word == "unsure" or (step.result is not None and certainty == SURE)):
        take_step(project, step, base)
    return Asked(said, word, (pair,) if word == "unsure" else ())


def reply_group(project: Project, chosen: int | None, knows: bool, certainty: str = SURE) -> Asked | None:
    """Which of the options a row goes with; None for none of them. Who does not `know` is not asked again."""
    said = suggestion_now(project)
    if said is None or said.group is None or (chosen is not None and chosen not in said.group.options):
        return None
    return take_links(project, said, said.group.links(chosen), knows, certainty)


def reply_kind(project: Project, odd: Collection[int], knows: bool, certainty: str = SURE) -> Asked | None:
    """Rows of one kind, but for the odd ones."""
    said = suggestion_now(project)
    if said is None or said.kind is None or not set(odd) < set(said.kind.rows):
        return None
    return take_links(project, said, said.kind.links(odd), knows, certainty)


def take_links(project: Project, said: Suggestion, links: Sequence[Link], knows: bool, certainty: str) -> Asked:
    """What an answer about a group says, as one step; or nothing about these pairs any more."""
    pairs = tuple(link.pair for link in links)
    if knows:
        edits.add_links(project, links, ANSWERED, dict.fromkeys(pairs, certainty))
        return Asked(said, "group")
    new = tuple(pair for pair in pairs if pair not in project.skipped)
    project.skipped.update(new)
    project.save_view()
    return Asked(said, "unsure", new)


def second_pairs(project: Project) -> tuple[Pair, ...]:
    """What other experts have answered, and whoever is here has neither answered nor passed over."""
    work, who = project.work, project.history.who()
    if not who:
        return ()
    mine = {pair for pair, said in work.opinions.items() if any(one.made.author == who for one in said)}
    pairs = (link.pair for link in work.links if edits.is_of_another(work, link.pair, who))
    return tuple(dict.fromkeys(pair for pair in pairs if pair not in mine and pair not in project.skipped))


def reply_second(project: Project, pair: Pair, word: str, certainty: str = SURE) -> Asked | None:
    """A further expert's answer, kept beside the first."""
    if pair not in second_pairs(project) or word not in WORDS:
        return None
    kind, nothing = WORDS[word], Suggestion(None, 0, False, "")
    said = suggestion_now(project) or nothing
    if kind is not None:
        edits.add_opinion(project, Link(*pair, kind), certainty)
        return Asked(said, word)
    project.skipped.add(pair)
    project.save_view()
    return Asked(said, word, (pair,))


def agreement_words(project: Project) -> str:
    """How far whoever is here agrees with others, in one sentence each."""
    work, who = project.work, project.history.who()
    n = 0 if work.dataset is None else work.dataset.n
    return " ".join(one.words for one in agreements(work.said, n) if who in (one.one, one.two))


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
        request = SuggestPair(answer.firm, answer.result, not_again(project))
        project.side[KIND] = SideJob(request, answer.id, "", suggestion, running=False)


def take_back(project: Project, asked: Asked) -> bool:
    """The last answer of this interview, if nothing was done since."""
    if asked.skipped:
        project.skipped.difference_update(asked.skipped)
        project.save_view()
    elif project.history.past and project.history.past[-1][0] in (ANSWERED, edits.SECOND):
        edits.undo(project)
    else:
        return False
    put_question(project, asked.suggestion)
    return True
