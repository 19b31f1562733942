"""The running solve, live, on every page: phase, time, best answer, bound, gap, chart, Cancel."""

from __future__ import annotations

from html import escape

import streamlit as st

from treeclust.jobs.protocol import JobView, State
from treeclust.progress import Progress
from treeclust.ui import solving
from treeclust.ui.components import progress_chart
from treeclust.ui.project import Project
from treeclust.ui.session import jobs, watcher
from treeclust.views.progress_chart import progress_svg

POLL_SECONDS = 0.5
NOTHING = "–"
PATIENCE = 3.0
PREPARING = "preparing the engine, once after an installation"


def catch_up(project: Project) -> None:
    """Take over what others have saved, and the answer of a job that has ended, before the page is drawn."""
    project.refresh()
    solving.look(project, jobs(), watcher())


def job_panel(project: Project) -> None:
    """Polls only while a job lives; when it ends, one full run shows the answer."""
    alive = project.job is not None
    jobs().attend(watcher())

    @st.fragment(run_every=POLL_SECONDS if alive else None)
    def panel() -> None:
        view = solving.look(project, jobs(), watcher())
        if view is not None:
            draw(project, view)
        elif alive:
            st.rerun()

    panel()


def draw(project: Project, view: JobView) -> None:
    with st.container(border=True, key="job-panel"):
        st.html(figures_html(view))
        progress_chart(progress_svg(view.progress))
        st.button(
            "Cancel",
            key="cancel",
            width="stretch",
            disabled=view.stopping,
            help="Stop now and keep the best answer found so far",
            on_click=jobs().cancel,
            args=(view.id,),
        )


def figures_html(view: JobView) -> str:
    """Phase and figures; everything here is the program's own words and numbers."""
    last = view.progress[-1] if view.progress else Progress("starting" if view.seconds < PATIENCE else PREPARING, 0.0)
    phase = {State.QUEUED: f"waiting, place {view.place_in_queue} in the queue"}.get(view.state, last.phase)
    if view.stopping:
        phase = "stopping, keeping the best answer"
    rows = (
        ("", "Phase", escape(phase)),
        ("", "Elapsed", f"{view.seconds:.1f} s"),
        ("best", "Best diameter", number(last.md)),
        ("bound", "Proved bound", number(last.md_lower_bound)),
        ("", "Gap", number(last.gap)),
        ("", "Best split", number(last.ms)),
    )
    cells = "".join(f'<span class="k {look}">{name}</span><b>{value}</b>' for look, name, value in rows)
    return f'<div class="tc-figures" data-testid="progress">{cells}</div>'


def number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"
