"""Why no tree exists: minimal sets of links that clash, and repairs that one click applies."""

from __future__ import annotations

import streamlit as st

from treeclust.ask.conflict_words import reason
from treeclust.core.explanations import Conflict
from treeclust.core.links import Link
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.jobs.messages import Explain, FindConflict
from treeclust.ui.shared.callbacks import attempt, is_refused, run_callback
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.job_requests import look_at, start_job
from treeclust.ui.shared.side_job_panel import ended_words, state_of, working
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.views.escape import markdown_text
from treeclust.workspace import edits, repairing
from treeclust.workspace.hints import asked_besides
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.side_jobs import SideJob

KIND, MORE = Explain.kind, FindConflict.kind
POLL_SECONDS = 0.6
MOST_LISTED = 12


def explanation(project: Project) -> SideJob | None:
    """The job that explains why there is no tree; started as soon as that is the answer on the screen."""
    answer = project.current_answer
    if answer is None or answer.result.status is not Status.INFEASIBLE or project.is_stale:
        return None
    job = look_at(project, KIND, answer.id)
    if job is None:
        attempt(lambda: start_job(project, answer.id, Explain(answer.question.with_(soft=()))))
        job = look_at(project, KIND, answer.id)
    return job


def more_conflicts(project: Project, answer: Answer) -> SideJob | None:
    return look_at(project, MORE, answer.id)


def shown_conflict(project: Project) -> Conflict | None:
    """The set of links in red: the newest, unless another was chosen."""
    job, answer = explanation(project), project.current_answer
    if job is None or answer is None:
        return None
    found = repairing.conflicts(job, more_conflicts(project, answer))
    if not found:
        return None
    at = widget_value(chooser_key(answer, len(found)))
    return found[at if at is not None else -1]


def chooser_key(answer: Answer, count: int) -> str:
    return f"conflict-{answer.id}-{count}"


def clashing_links(project: Project) -> tuple[Link, ...]:
    """What the plot draws in red."""
    conflict = shown_conflict(project)
    return () if conflict is None else conflict.links


def why_not_panel(project: Project, answer: Answer) -> None:
    job = explanation(project)
    obeys = "everything that is asked for" if asked_besides(project.work) else "every link"
    st.markdown(f"**No tree of this depth and number of clusters obeys {obeys}.**")
    if answer.result.message:
        st.caption(markdown_text(answer.result.message))
    if job is None:
        st.caption("Something changed since: solve again to see why.")
        return
    shown = [job, more_conflicts(project, answer)]
    drawn = [state_of(one) for one in shown]

    @st.fragment(run_every=POLL_SECONDS if any(one is not None and one.running for one in shown) else None)
    @guard("The search for a reason")
    def panel() -> None:
        now = look_at(project, KIND, answer.id)
        more = more_conflicts(project, answer)
        if now is None or project.current_answer is not answer or is_refused():
            st.rerun()
        if [state_of(now), state_of(more)] != drawn or clashing_links(project) != this_tab().marks.clash:
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
    if not conflict.links:
        st.markdown(markdown_text(reason(job.problem, ())))
        return
    conflict_words(job.problem, conflict)
    if more is not None and more.running:
        working(project, more)
    elif more is not None and more.result is not None and more.result.complete:
        st.caption("There is no other conflict: proved." if len(found) == 1 else "These are all conflicts: proved.")
    elif conflict.minimal:
        ended_words(more)
        words = "Another set of links that cannot hold together, besides those found"
        st.button(
            "Another conflict",
            key="conflict-more",
            help=words,
            on_click=run_callback,
            args=(begin_more, project, answer, found),
        )


def begin_more(project: Project, answer: Answer, found: tuple[Conflict, ...]) -> None:
    start_job(project, answer.id, FindConflict(answer.question.with_(soft=()), found))


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
            on_click=run_callback,
            args=(repairing.apply, project, job, one.place),
        )
    if job.running:
        working(project, job)
    elif job.message:
        st.caption(markdown_text(job.message))
