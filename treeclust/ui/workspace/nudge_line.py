"""The nudge beside the sentence above the plot; what it says is computed when nobody has done anything for a moment."""

from __future__ import annotations

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.job_requests import cancel, look_at, start_job
from treeclust.ui.shared.state import this_tab
from treeclust.workspace import nudge
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.side_jobs import SideJob

IDLE_SECONDS = 1.5


def nudge_line(project: Project) -> None:
    """Polls until it is known whether there is something to say, and is silent then."""
    answer = None if this_tab().interview.open else nudge.can_look(project)
    if answer is None:
        cancel(project, nudge.KIND)
        return
    job = look_at(project, nudge.KIND, answer.id)
    if job is None:
        cancel(project, nudge.KIND)
    if job is not None and not job.running:
        offer(project, answer, job)
        return
    drawn: list[bool] = []

    @st.fragment(run_every=IDLE_SECONDS)
    @guard("The nudge")
    def wait() -> None:
        now = look_at(project, nudge.KIND, answer.id)
        if now is None and drawn:
            begin(project, answer)
        elif now is not None and not now.running:
            st.rerun()
        drawn.append(True)

    wait()


def begin(project: Project, answer: Answer) -> None:
    """Where the server has too much to do there is no nudge, and nobody is told."""
    if nudge.can_look(project) is not answer:
        return
    try:
        start_job(project, answer.id, nudge.look_around(project, answer), nudge.SECONDS)
    except InputError:
        return


def offer(project: Project, answer: Answer, job: SideJob) -> None:
    said = None if job.result is None else nudge.nudge(answer, job.result.cells)
    if said is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="nudge", width="content"):
        st.caption(f":material/lightbulb: {said.words}", width="content")
        st.button(said.button, key=f"nudge-{job.id}", on_click=run_callback, args=(nudge.follow, project, job))
