"""The next question: what is asked, and what an answer does."""

from __future__ import annotations

from treeclust.links import Kind, Link
from treeclust.suggest import Question, suggestion_from_json
from treeclust.ui import edits
from treeclust.ui.project import Answer, Project
from treeclust.ui.side_jobs import SideJob

KIND = "suggest"
MARKED = "marked_in_plot"
"""(pair asked about, clashing links) as the plot was last drawn; what finds more has the page drawn again."""


def can_ask(project: Project) -> Answer | None:
    """The answer that questions can be about."""
    answer = project.current_answer
    return None if answer is None or answer.labels is None or project.is_stale or project.job else answer


def open_question(project: Project) -> Question | None:
    """The question on the screen, if it has not been answered yet."""
    job: SideJob | None = project.side.get(KIND)
    answer = can_ask(project)
    if job is None or answer is None or job.about != answer.id or job.result is None:
        return None
    question = suggestion_from_json(job.result).question
    return None if question is None or question.pair in project.skipped else question


def answer_question(project: Project, question: Question, kind: Kind | None) -> None:
    """Must or cannot becomes a link; don't know is remembered and not asked again."""
    project.asking = True
    if kind is None:
        project.skipped.add(question.pair)
    else:
        edits.add_links(project, [Link(*question.pair, kind)], "answer a question")
