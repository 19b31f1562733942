"""No tree exists: which links clash, and what would help; found in the background, applied by one click."""

from __future__ import annotations

import streamlit as st

from treeclust.explain import Conflict, reason
from treeclust.links import Link
from treeclust.problem import Problem
from treeclust.result import Status
from treeclust.ui import edits, repairing, side_jobs
from treeclust.ui.following import ended_words, state_of, working
from treeclust.ui.project import Answer, Project
from treeclust.ui.questions import MARKED
from treeclust.ui.session import attempt, is_refused, jobs, obey, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.escape import markdown_text

KIND, MORE = "explain", "conflicts"
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


def more_conflicts(project: Project, answer: Answer) -> SideJob | None:
    return side_jobs.look(project, jobs(), watcher(), MORE, answer.id)


def shown_conflict(project: Project) -> Conflict | None:
    """The one that is drawn: the newest, unless another was chosen."""
    job, answer = explanation(project), project.current_answer
    if job is None or answer is None:
        return None
    found = repairing.conflicts(job, more_conflicts(project, answer))
    if not found:
        return None
    at = st.session_state.get(chooser_key(answer, len(found)))
    return found[at if at is not None else -1]


def chooser_key(answer: Answer, count: int) -> str:
    return f"conflict-{answer.id}-{count}"


def clashing_links(project: Project) -> tuple[Link, ...]:
    """For the plot."""
    conflict = shown_conflict(project)
    return () if conflict is None else conflict.links


def why_not_panel(project: Project, answer: Answer) -> None:
    job = explanation(project)
    st.markdown("**No tree of this depth and number of clusters obeys every link.**")
    if answer.result.message:
        st.caption(markdown_text(answer.result.message))
    if job is None:
        st.caption("Something changed since: solve again to see why.")
        return
    shown = [job, more_conflicts(project, answer)]
    drawn = [state_of(one) for one in shown]

    @st.fragment(run_every=POLL_SECONDS if any(one is not None and one.running for one in shown) else None)
    def panel() -> None:
        now = side_jobs.look(project, jobs(), watcher(), KIND, answer.id)
        more = more_conflicts(project, answer)
        if now is None or project.current_answer is not answer or is_refused():
            st.rerun()
        if [state_of(now), state_of(more)] != drawn or clashing_links(project) != st.session_state[MARKED][1]:
            st.rerun()
        conflict_list(project, answer, now, more)
        repair_list(project, now)

    panel()


def conflict_list(project: Project, answer: Answer, job: SideJob, more: SideJob | None) -> None:
    """One set of clashing links in words; which one, if there are several; and a button for one more."""
    found, conflict = repairing.conflicts(job, more), shown_conflict(project)
    if conflict is None:
        if not job.running and len(job.problem.links):
            st.caption("Which links clash was not found in the time.")
        return
    if len(found) > 1:
        st.segmented_control(
            "Conflicts",
            range(len(found)),
            default=len(found) - 1,
            required=True,
            key=chooser_key(answer, len(found)),
            format_func=lambda at: f"Conflict {at + 1}",
            label_visibility="collapsed",
        )
    conflict_words(job.problem, conflict)
    if more is not None and more.running:
        working(project, more)
    elif more is not None and more.result is not None and more.result["complete"]:
        st.caption("There is no other conflict: proved." if len(found) == 1 else "These are all conflicts: proved.")
    elif conflict.minimal:
        ended_words(more)
        words = "Another set of links that cannot hold together, besides those found"
        st.button(
            "Another conflict",
            key="conflict-more",
            help=words,
            on_click=obey,
            args=(begin_more, project, answer, found),
        )


def begin_more(project: Project, answer: Answer, found: tuple[Conflict, ...]) -> None:
    known = [{"links": one.to_json(), "minimal": one.minimal} for one in found]
    seconds = float(project.work.parameters.seconds)
    side_jobs.start(project, jobs(), watcher(), MORE, answer.id, answer.problem, answer.objective, seconds, known=known)


def conflict_words(problem: Problem, conflict: Conflict) -> None:
    dataset, links = problem.dataset, conflict.links
    listed = [f"**{markdown_text(repairing.link_words(dataset, x))}**" for x in links[:MOST_LISTED]]
    more = f" and {len(links) - MOST_LISTED} more" if len(links) > MOST_LISTED else ""
    st.markdown(f"These cannot hold together (red in the plot): {', '.join(listed)}{more}")
    st.markdown(markdown_text(reason(problem, links, lambda row: edits.row_label(dataset, row))))
    st.caption(
        "Proved minimal: without any one of them the others can hold."
        if conflict.minimal
        else "Smallest set found so far, not yet proved minimal."
    )


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
            on_click=obey,
            args=(repairing.apply, project, job, one.place),
        )
    if job.running:
        working(project, job)
    elif job.message:
        st.caption(markdown_text(job.message))
