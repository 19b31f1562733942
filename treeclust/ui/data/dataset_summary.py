"""What will be clustered, in one sentence, and what the notes on it offer."""

from __future__ import annotations

import streamlit as st

from treeclust.core.dataset import Dataset
from treeclust.tables.columns import ColumnChoice, columns_of
from treeclust.tables.columns.labels import likely_label
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.messages import show_warnings
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.open_table import WORKSPACE
from treeclust.ui.shared.state import this_tab
from treeclust.views.escape import markdown_text
from treeclust.workspace import column_edits
from treeclust.workspace.column_table import numbers_aside, texts_aside
from treeclust.workspace.edits import choose_columns
from treeclust.workspace.project import Project, why_unusable

BEFORE = (
    "This project measures as version 0.1 did: a different text counts 141 instead of 100, and of equal columns only "
    "one counts."
)


def size_words(dataset: Dataset) -> str:
    known = f", {len(dataset.known_names)} known labels" if dataset.known is not None else ""
    return f"{dataset.n} rows × {counted(len(dataset.features), 'feature')}{known}"


def dataset_summary(project: Project) -> None:
    """The sentence that says what will be clustered, or why nothing can be."""
    show_warnings(project)
    refused = this_tab().refused_columns
    wrong = why_unusable(project.work) if refused is None else refused[1]
    if wrong:
        st.warning(markdown_text(wrong))
        offer_remedies(project, project.work.choice if refused is None else refused[0])
    dataset = project.work.dataset
    if dataset is None:
        return
    say_why_label(project)
    for note in dataset.notes:
        st.caption(markdown_text(note))
    offer_changes(project)
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{markdown_text(size_words(dataset))}**")
        if st.button("Go to the workspace", type="primary", key="go"):
            st.switch_page(WORKSPACE)


def say_why_label(project: Project) -> None:
    """Labels that nobody chose are said before anything else."""
    assert project.work.table is not None
    found, label = likely_label(columns_of(project.work.table)), project.work.choice.label
    if found is not None and found.name == label:
        st.caption(
            f"{markdown_text(label)} looks like known labels: it is compared with the answer, and not clustered by. "
            "Choose (none) under Known labels if it is something else."
        )


def offer_remedies(project: Project, choice: ColumnChoice) -> None:
    """A button for each way that makes a dataset of a table with gaps."""
    with st.container(horizontal=True):
        for place, remedy in enumerate(column_edits.remedies(project, choice)):
            st.button(
                remedy.words,
                key=f"remedy-{remedy.choice.missing}",
                type="secondary" if place else "primary",
                on_click=run_callback,
                args=(take_remedy, project, remedy.choice),
            )


def take_remedy(project: Project, choice: ColumnChoice) -> None:
    choose_columns(project, choice)
    this_tab().refused_columns = None


def offer_texts(project: Project, names: tuple[str, ...]) -> None:
    if names:
        st.button(
            "Include text columns",
            key="include-texts",
            on_click=run_callback,
            args=(column_edits.include_texts, project),
            help="Cluster by them, too: two different texts are as far apart as the ends of a number",
        )


def offer_numbers(project: Project, names: tuple[str, ...]) -> None:
    if names:
        st.button(
            f"Include {markdown_text(names[0])}" if len(names) == 1 else f"Include {len(names)} columns of numbers",
            key="include-numbers",
            on_click=run_callback,
            args=(column_edits.include_numbers, project),
            help="Cluster by it, too, and let the tree ask about it" if len(names) == 1 else "Cluster by them, too",
        )


def offer_changes(project: Project) -> None:
    """One press for what the notes are about: text that was set aside, and projects that were made before."""
    work = project.work
    assert work.table is not None
    columns = columns_of(work.table)
    texts, numbers = texts_aside(columns, work.choice), numbers_aside(columns, work.choice)
    if texts or numbers:
        with st.container(horizontal=True):
            offer_texts(project, texts)
            offer_numbers(project, numbers)
    if column_edits.is_measured_as_before(work):
        st.caption(BEFORE)
        st.button(
            "Measure as in a new project", key="new-convention", on_click=run_callback,
            args=(column_edits.measure_as_new, project), help="The answers until now stay as they are",
        )  # fmt: skip
