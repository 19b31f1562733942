"""A part of the page that follows a background job: redrawn while the job runs, the whole page once when it ends."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from treeclust.ui.shared.callbacks import is_refused
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.job_requests import cancel, look_at
from treeclust.views.escape import markdown_text
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob

POLL_SECONDS = 0.7


def follow(project: Project, kind: str, about: str, draw: Callable[[SideJob | None], None]) -> None:
    """`draw` gets the job of this kind about this question, or None before there is one. Its buttons need `on_click`:
    a run may be cut off, or begun again, before it comes to the button."""
    job = look_at(project, kind, about)
    drawn = state_of(job)

    @st.fragment(run_every=POLL_SECONDS if job is not None and job.running else None)
    @guard("The search")
    def part() -> None:
        now = look_at(project, kind, about)
        if state_of(now) != drawn or is_refused():
            st.rerun()
        draw(now)

    part()


def follow_to_end(project: Project, kind: str, about: str, draw: Callable[[SideJob | None], None]) -> None:
    """As `follow`, but while the job runs there is only what it does, and Cancel."""

    def panel(job: SideJob | None) -> None:
        if job is not None and job.running:
            working(project, job)
            return
        ended_words(job)
        draw(job)

    follow(project, kind, about, panel)


def state_of(job: SideJob | None) -> tuple[str, bool] | None:
    """When this changes, other parts of the page change, too."""
    return None if job is None else (job.id, job.running)


def working(project: Project, job: SideJob) -> None:
    """What it does just now, and Cancel."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(f"Working: {markdown_text(job.phase)}…")
        st.button(
            "Cancel",
            key=f"{job.kind}-cancel",
            help="Keep what was found so far",
            on_click=cancel,
            args=(project, job.kind),
        )


def ended_words(job: SideJob | None) -> None:
    """Why it ended without a result, if it did."""
    if job is not None and not job.running and job.message:
        st.caption(markdown_text(job.message))
