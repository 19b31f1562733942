"""The next question: what is asked, and what an answer does."""

from __future__ import annotations

from treeclust.core.experts import SURE
from treeclust.core.links import Kind, Link
from treeclust.core.suggestions import PairQuestion, Suggestion
from treeclust.jobs.messages import SuggestPair
from treeclust.workspace import edits
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.side_jobs import SideJob

KIND = SuggestPair.kind
ANSWERED = "answer a question"


def can_ask(project: Project) -> Answer | None:
    """The answer that questions can be about."""
    answer = project.current_answer
    return None if answer is None or answer.labels is None or project.is_stale or project.job else answer


def open_question(project: Project) -> PairQuestion | None:
    """The question that was found for the answer on the screen, if nobody has answered it yet."""
    job: SideJob | None = project.side.get(KIND)
    answer = can_ask(project)
    if job is None or answer is None or job.about != answer.id or job.result is None:
        return None
    suggestion: Suggestion = job.result
    question = suggestion.question
    return None if question is None or question.pair in project.skipped else question


def answer_question(project: Project, question: PairQuestion, kind: Kind | None, certainty: str = SURE) -> None:
    """Must or cannot becomes a link; don't know is remembered and not asked again."""
    if kind is None:
        project.skipped.add(question.pair)
    else:
        edits.add_links(project, [Link(*question.pair, kind)], ANSWERED, {question.pair: certainty})


def not_again(project: Project) -> tuple[tuple[int, int], ...]:
    """Pairs that nobody is asked about again: those that somebody could not answer, and those that were answered, also
    where the answer is not sure and the tree breaks it."""
    return tuple(sorted(project.skipped | {link.pair for link in project.work.links}))
