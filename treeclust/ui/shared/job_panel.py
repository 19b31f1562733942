"""The running solve, on every page: phase, time, best answer, bound, gap, chart, Cancel."""

from __future__ import annotations

from html import escape

import streamlit as st

from treeclust.core.progress import Progress
from treeclust.jobs.protocol import JobView, State
from treeclust.ui.shared.components import progress_chart
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.numbers import two_digits
from treeclust.ui.shared.session import jobs, watcher
from treeclust.views.progress_chart import progress_svg
from treeclust.workspace import solving
from treeclust.workspace.project import Project

POLL_SECONDS = 0.5
STARTING_SECONDS = 3.0
PREPARING = "preparing the engine, once after an installation"


def catch_up(project: Project) -> None:
    """Take over what others have saved, and the answer of a job that has ended, before the page is drawn."""
    project.refresh()
    solving.look(project, jobs(), watcher())


def job_panel(project: Project, cancel: bool = True) -> None:
    """Polls only while a job runs; when it ends, one full run shows the answer. `cancel`: the page has no Cancel."""
    alive = project.job is not None
    jobs().attend(watcher())

    @st.fragment(run_every=POLL_SECONDS if alive else None)
    @guard("The running solve")
    def panel() -> None:
        view = solving.look(project, jobs(), watcher())
        if view is not None:
            progress_card(view, cancel)
        elif alive:
            st.rerun()

    panel()


def progress_card(view: JobView, cancel: bool) -> None:
    with st.container(border=True, key="job-panel"):
        st.html(figures_html(view))
        progress_chart(progress_svg(view.progress))
        if cancel:
            cancel_button(view)


def cancel_button(view: JobView) -> None:
    words = "Stop now and keep the best answer found so far"
    st.button("Cancel", key="cancel", disabled=view.stopping, help=words, on_click=jobs().cancel, args=(view.id,))


def figures_html(view: JobView) -> str:
    """Phase and figures."""
    last = (
        view.progress[-1]
        if view.progress
        else Progress("starting" if view.seconds < STARTING_SECONDS else PREPARING, 0.0)
    )
    phase = {State.QUEUED: f"waiting, place {view.place_in_queue} in the queue"}.get(view.state, last.phase)
    if view.stopping:
        phase = "stopping, keeping the best answer"
    rows = (
        ("", "Phase", escape(phase)),
        ("", "Elapsed", f"{view.seconds:.1f} s"),
        ("best", "Best diameter", two_digits(last.md)),
        ("bound", "Proved bound", two_digits(last.md_lower_bound)),
        ("", "Gap", two_digits(last.gap)),
        ("", "Best split", two_digits(last.ms)),
    )
    cells = "".join(f'<span class="k {look}">{name}</span><b>{value}</b>' for look, name, value in rows)
    return f'<div class="tc-figures" data-testid="progress">{cells}</div>'
