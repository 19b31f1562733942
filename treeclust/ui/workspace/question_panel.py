"""Active learning, one question at a time: do these two rows belong together?"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from treeclust.core.dataset import Dataset
from treeclust.core.links import Kind
from treeclust.core.suggestions import PairQuestion, Suggestion
from treeclust.jobs.messages import SuggestPair
from treeclust.ui.shared.callbacks import attempt, run_callback
from treeclust.ui.shared.job_requests import look_at, start_job, start_solve
from treeclust.ui.shared.side_job_panel import follow_to_end
from treeclust.ui.shared.state import this_tab
from treeclust.views.escape import markdown_text
from treeclust.workspace import edits
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.questions import KIND, answer_question, can_ask, open_question
from treeclust.workspace.side_jobs import SideJob

HEIGHT = 270
MOST_FEATURES = 8


def question_here(project: Project) -> PairQuestion | None:
    """The open question, if this tab has asked for it."""
    answer = can_ask(project)
    return open_question(project) if answer is not None and this_tab().question == answer.id else None


def question_panel(project: Project) -> None:
    with st.container(height=HEIGHT, border=False):
        answer = can_ask(project)
        if answer is None:
            st.caption(
                "Not sure which rows to link? After a solve, this asks about the two rows that tell most: "
                "those on which equally good trees disagree."
            )
            return
        tab = this_tab()
        if tab.asking and (tab.question != answer.id or look_at(project, KIND, answer.id) is None):
            begin(project, answer)
        if tab.question == answer.id:
            follow_to_end(project, KIND, answer.id, lambda job: draw(project, answer, job))
        else:
            ask_button(project, answer)


def ask_button(project: Project, answer: Answer) -> None:
    words = "Ask me something"
    st.button(words, key="suggest-begin", type="primary", on_click=run_callback, args=(begin, project, answer))


def begin(project: Project, answer: Answer) -> None:
    """Ask in this tab. Where another tab has asked about the same answer, both get the same question."""
    this_tab().question = answer.id
    job = look_at(project, KIND, answer.id)
    if job is None or not (job.running or open_question(project)):
        request = SuggestPair(answer.firm, answer.result, tuple(sorted(project.skipped)))
        attempt(lambda: start_job(project, answer.id, request))


def draw(project: Project, answer: Answer, job: SideJob | None) -> None:
    question = question_here(project)
    if (question and question.pair) != this_tab().marks.question:
        st.rerun()
    if question is not None:
        ask(project, answer, question)
        return
    if job is not None and job.result is not None:
        said: Suggestion = job.result
        if said.question is None:
            (st.success if said.agreed else st.info)(markdown_text(said.reason))
    ask_button(project, answer)


def ask(project: Project, answer: Answer, question: PairQuestion) -> None:
    dataset = answer.problem.dataset
    names = [markdown_text(edits.row_label(dataset, row)) for row in (question.a, question.b)]
    st.markdown(f"Do rows **{names[0]}** and **{names[1]}** belong together?", help=markdown_text(question.why))
    with st.container(horizontal=True, gap="small"):
        for words, kind, key in (
            ("Must", Kind.MUST, "must"),
            ("Cannot", Kind.CANNOT, "cannot"),
            ("Don't know", None, "skip"),
        ):
            st.button(
                words, key=f"question-{key}", on_click=run_callback, args=(reply, project, answer, question, kind)
            )
    st.dataframe(two_rows(dataset, question), hide_index=True, width="stretch", height=38 + 35 * 2)
    st.caption("Both are ringed in blue in the plot. Each answer becomes a link, and the tree is solved again.")


def two_rows(dataset: Dataset, question: PairQuestion) -> pd.DataFrame:
    """Both rows side by side, the features in which they differ most first."""
    rows = (question.a, question.b)
    gaps = abs(dataset.scaled[question.a] - dataset.scaled[question.b])
    shown = sorted(range(len(dataset.features)), key=lambda j: -gaps[j])[:MOST_FEATURES]
    columns = {
        dataset.features[j].name: [dataset.features[j].value_text(float(dataset.values[r, j])) for r in rows]
        for j in shown
    }
    return pd.DataFrame({"Row": [edits.row_label(dataset, row) for row in rows], **columns})


def reply(project: Project, answer: Answer, question: PairQuestion, kind: Kind | None) -> None:
    """Take the answer; then the next tree, or the next question."""
    this_tab().set_asking(project, True)
    if not attempt(lambda: answer_question(project, question, kind)):
        return
    if kind is None:
        begin(project, answer)
    else:
        start_solve(project)
