"""A piece of the page that follows a background job: redrawn while it runs, the whole page once when that changes."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from treeclust.ui import side_jobs
from treeclust.ui.project import Project
from treeclust.ui.session import is_refused, jobs, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.escape import markdown_text

POLL_SECONDS = 0.7


def follow(project: Project, kind: str, about: str, draw: Callable[[SideJob | None], None]) -> None:
    """`draw` gets the job of this kind about this question, or None before there is one. What a press in it does is
    done in `on_click`: a run may be broken off, or begun anew, before it comes to the button."""
    job = side_jobs.look(project, jobs(), watcher(), kind, about)
    drawn = state_of(job)

    @st.fragment(run_every=POLL_SECONDS if job is not None and job.running else None)
    def piece() -> None:
        now = side_jobs.look(project, jobs(), watcher(), kind, about)
        if state_of(now) != drawn or is_refused():
            st.rerun()
        draw(now)

    piece()


def state_of(job: SideJob | None) -> tuple[str, bool] | None:
    """When this changes, other parts of the page change, too."""
    return None if job is None else (job.id, job.running)


def working(project: Project, job: SideJob) -> None:
    """What it does just now, and Cancel."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"Working: {markdown_text(job.phase)}…")
        st.button(
            "Cancel",
            key=f"{job.type}-cancel",
            help="Keep what was found so far",
            on_click=side_jobs.stop,
            args=(project, jobs(), job.type),
        )


def ended_words(job: SideJob | None) -> None:
    """Why it ended without a result, if it did."""
    if job is not None and not job.running and job.message:
        st.caption(markdown_text(job.message))
