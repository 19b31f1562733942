"""No tree exists: which links clash, and what would help; found in the background, applied by one click."""

from __future__ import annotations

import streamlit as st

from treeclust.links import Link
from treeclust.result import Status
from treeclust.ui import repairing, side_jobs
from treeclust.ui.project import Answer, Project
from treeclust.ui.questions import MARKED
from treeclust.ui.session import attempt, jobs, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.escape import markdown_text

KIND = "explain"
POLL_SECONDS = 0.6
MOST_LISTED = 12


def explanation(project: Project) -> SideJob | None:
    """Begins on its own as soon as the answer on the screen is that there is none."""
    answer = project.current_answer
    if answer is None or answer.result.status is not Status.INFEASIBLE or project.is_stale:
        return None
    job = side_jobs.look(project, jobs(), watcher(), KIND, answer.id)
    if job is None:
        attempt(lambda: begin(project, answer))
        job = side_jobs.look(project, jobs(), watcher(), KIND, answer.id)
    return job


def begin(project: Project, answer: Answer) -> None:
    seconds = float(project.work.parameters.seconds)
    side_jobs.start(project, jobs(), watcher(), KIND, answer.id, answer.problem, answer.objective, seconds)


def clashing_links(project: Project) -> tuple[Link, ...]:
    """For the plot."""
    return repairing.clashing(explanation(project))


def why_not_panel(project: Project, answer: Answer) -> None:
    job = explanation(project)
    st.markdown("**No tree of this depth and number of clusters obeys every link.**")
    if answer.result.message:
        st.caption(markdown_text(answer.result.message))
    if job is None:
        st.caption("Something changed since: solve again to see why.")
        return
    was_running = job.running

    @st.fragment(run_every=POLL_SECONDS if was_running else None)
    def panel() -> None:
        now = side_jobs.look(project, jobs(), watcher(), KIND, answer.id)
        if now is None or project.current_answer is not answer:
            st.rerun()
        if now.running != was_running or repairing.clashing(now) != st.session_state[MARKED][1]:
            st.rerun()
        clash_words(now)
        repair_list(project, now)

    panel()


def clash_words(job: SideJob) -> None:
    links, result = repairing.clashing(job), job.result or {}
    if links:
        listed = [f"**{markdown_text(repairing.link_words(job.problem.dataset, x))}**" for x in links[:MOST_LISTED]]
        more = f" and {len(links) - MOST_LISTED} more" if len(links) > MOST_LISTED else ""
        st.markdown(f"These cannot hold together (red in the plot): {', '.join(listed)}{more}")
        st.caption(
            "Proved minimal: without any one of them the others can hold."
            if result["minimal"]
            else "Smallest set found so far, not yet proved minimal."
        )
    elif not job.running and len(job.problem.links):
        st.caption("Which links clash was not found in the time.")


def repair_list(project: Project, job: SideJob) -> None:
    found = repairing.offers(project, job)
    if found:
        st.markdown("**What would help**")
    for one in found:
        words, button = st.columns([3.2, 1], vertical_alignment="center")
        least = "No smaller change of this kind helps." if one.proved else "A smaller change may help, too."
        words.markdown(f"{markdown_text(one.words)}  \n:small[{markdown_text(one.figures)}]", help=least)
        button.button(
            "Apply",
            key=f"apply-{one.place}",
            help="Change this and show the answer; Undo takes it back",
            on_click=apply,
            args=(project, job, one.place),
        )
    if job.running:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.caption(f"Still working: {markdown_text(job.phase)}…")
            st.button(
                "Stop looking",
                key="explain-stop",
                on_click=lambda: side_jobs.stop(project, jobs(), KIND),
                type="tertiary",
            )
    elif job.message:
        st.caption(markdown_text(job.message))


def apply(project: Project, job: SideJob, place: int) -> None:
    attempt(lambda: repairing.apply(project, job, place))
