"""Links that are assumed by agreement of the committee: seen, taken away one by one, or switched off."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from treeclust.core.links import Kind, Link
from treeclust.ui.shared.callbacks import attempt, run_callback
from treeclust.ui.shared.job_requests import start_solve
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.state import widget_value
from treeclust.workspace import edits
from treeclust.workspace.edits import row_label
from treeclust.workspace.project import Project

SWITCH, CHOSEN = "assume", "assumed-link"
WORDS = {Kind.MUST: "together", Kind.CANNOT: "apart"}


def assumed_panel(project: Project) -> None:
    """The switch, how many there are, and a list to take one away from."""
    parameters, answer = project.work.parameters, project.current_answer
    st.toggle(
        "Assume what the committee agrees on",
        value=parameters.assume,
        key=f"{SWITCH}-{parameters.assume}",
        help="Where many different clusterings of this table agree, links are assumed that nobody gave. They are "
        "never counted as yours, and give way to your answers.",
        on_change=run_callback,
        args=(set_assume, project, not parameters.assume),
    )
    assumed = () if answer is None else answer.result.assumed
    if not parameters.assume or not assumed:
        return
    dataset = project.work.dataset
    assert dataset is not None

    def name(link: Link) -> str:
        return f"{row_label(dataset, link.a)} and {row_label(dataset, link.b)} {WORDS[link.kind]}"

    st.caption(f"{counted(len(assumed), 'link')} assumed by agreement, not said by you.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Assumed links", assumed, format_func=name, key=CHOSEN)
        st.button("Do not assume it", key="assumed-remove", on_click=run_callback, args=(refuse_chosen, project))


def set_assume(project: Project, on: bool) -> None:
    parameters = replace(project.work.parameters, assume=on)
    if attempt(lambda: edits.set_parameters(project, parameters)):
        start_solve(project)


def refuse_chosen(project: Project) -> None:
    """Nothing is assumed about the chosen pair any more."""
    link = widget_value(CHOSEN)
    if link is None:
        return
    parameters = project.work.parameters
    refused = tuple(dict.fromkeys((*parameters.refused, link.pair)))
    if attempt(lambda: edits.set_parameters(project, replace(parameters, refused=refused))):
        start_solve(project)
