"""One question at a time to the person who knows: do these two rows belong together?"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from treeclust.dataset import Dataset
from treeclust.links import Kind
from treeclust.suggest import Question, suggestion_from_json
from treeclust.ui import edits, side_jobs, solving
from treeclust.ui.following import ended_words, follow, working
from treeclust.ui.project import Answer, Project
from treeclust.ui.questions import KIND, MARKED, answer_question, can_ask, open_question
from treeclust.ui.session import attempt, jobs, obey, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.escape import markdown_text

HEIGHT = 270
MOST_FEATURES = 8


def question_panel(project: Project) -> None:
    with st.container(height=HEIGHT, border=False):
        answer = can_ask(project)
        if answer is None:
            st.caption(
                "Not sure which rows to link? After a solve, this asks about the two rows that tell most: "
                "those on which equally good trees disagree."
            )
            return
        if project.asking and side_jobs.look(project, jobs(), watcher(), KIND, answer.id) is None:
            begin(project, answer)
        follow(project, KIND, answer.id, lambda job: draw(project, answer, job))


def begin(project: Project, answer: Answer) -> None:
    skip = [list(pair) for pair in sorted(project.skipped)]
    attempt(lambda: side_jobs.start_from(project, jobs(), watcher(), KIND, answer, skip=skip))


def draw(project: Project, answer: Answer, job: SideJob | None) -> None:
    if job is not None and job.running:
        working(project, job)
        return
    ended_words(job)
    question = open_question(project)
    if (question and question.pair) != st.session_state[MARKED][0]:
        st.rerun()
    if question is not None:
        ask(project, answer, question)
        return
    if job is not None and job.result is not None:
        said = suggestion_from_json(job.result)
        if said.question is None:
            (st.success if said.agreed else st.info)(markdown_text(said.reason))
    st.button("Ask me something", key="suggest-begin", type="primary", on_click=obey, args=(begin, project, answer))


def ask(project: Project, answer: Answer, question: Question) -> None:
    dataset = answer.problem.dataset
    names = [markdown_text(edits.row_label(dataset, row)) for row in (question.a, question.b)]
    st.markdown(f"Do rows **{names[0]}** and **{names[1]}** belong together?", help=markdown_text(question.why))
    with st.container(horizontal=True, gap="small"):
        for words, kind, key in (
            ("Must", Kind.MUST, "must"),
            ("Cannot", Kind.CANNOT, "cannot"),
            ("Don't know", None, "skip"),
        ):
            st.button(words, key=f"question-{key}", on_click=obey, args=(reply, project, answer, question, kind))
    st.dataframe(two_rows(dataset, question), hide_index=True, width="stretch", height=38 + 35 * 2)
    st.caption("Both are ringed in blue in the plot. Each answer becomes a link, and the tree is solved again.")


def two_rows(dataset: Dataset, question: Question) -> pd.DataFrame:
    """Both rows side by side, the features in which they differ most first."""
    rows = (question.a, question.b)
    gaps = abs(dataset.scaled[question.a] - dataset.scaled[question.b])
    shown = sorted(range(len(dataset.features)), key=lambda j: -gaps[j])[:MOST_FEATURES]
    columns = {
        dataset.features[j].name: [dataset.features[j].value_text(float(dataset.values[r, j])) for r in rows]
        for j in shown
    }
    return pd.DataFrame({"Row": [edits.row_label(dataset, row) for row in rows], **columns})


def reply(project: Project, answer: Answer, question: Question, kind: Kind | None) -> None:
    """Take the answer; then the next tree, or the next question."""
    if not attempt(lambda: answer_question(project, question, kind)):
        return
    if kind is None:
        begin(project, answer)
    else:
        attempt(lambda: solving.start(project, jobs(), watcher()))
