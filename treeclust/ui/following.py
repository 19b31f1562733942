"""A piece of the page that follows a background job: redrawn while it runs, the whole page once when that changes."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from treeclust.ui import side_jobs
from treeclust.ui.project import Project
from treeclust.ui.session import jobs, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.escape import markdown_text

POLL_SECONDS = 0.7


def follow(project: Project, kind: str, about: str, draw: Callable[[SideJob | None], None]) -> None:
    """`draw` gets the job of this kind about this question, or None before there is one."""
    was_running = is_running(project, kind, about)

    @st.fragment(run_every=POLL_SECONDS if was_running else None)
    def piece() -> None:
        if is_running(project, kind, about) != was_running:
            st.rerun()
        draw(side_jobs.look(project, jobs(), watcher(), kind, about))

    piece()


def is_running(project: Project, kind: str, about: str) -> bool:
    job = side_jobs.look(project, jobs(), watcher(), kind, about)
    return job is not None and job.running


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
