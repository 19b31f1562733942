"""Other trees of the same quality, and a choice among them."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from treeclust.ask.verify import verify
from treeclust.core.answers import Alternatives
from treeclust.core.result import Status
from treeclust.core.tree import Solution
from treeclust.jobs.messages import FindAlternatives
from treeclust.objectives import objective_named
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.job_requests import start_job
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.side_job_panel import follow_to_end
from treeclust.workspace import solving
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.side_jobs import SideJob
from treeclust.workspace.trade_offs import identity

KIND = FindAlternatives.kind
HEIGHT = 262
FIRST, MORE = 4, 4
ORIGIN = "Another tree, just as good"


def question_of(answer: Answer) -> str:
    """Identity of the question: all its trees share one list of alternatives."""
    return fingerprint(identity(answer.problem), answer.objective, answer.soft)


def alternatives_panel(project: Project, answer: Answer) -> None:
    with st.container(height=HEIGHT, border=False):
        if answer.result.status is not Status.OPTIMAL and answer.origin != ORIGIN:
            st.caption("Other trees of the same quality can be shown once an answer is proved optimal.")
            return
        if answer.result.is_wider:
            st.caption("This diameter is wider than the best. Other trees are shown for the best one: allow 0 % more.")
            return
        follow_to_end(project, KIND, question_of(answer), lambda job: draw(project, answer, job))


def draw(project: Project, answer: Answer, job: SideJob | None) -> None:
    if job is None:
        st.caption("Often several trees are equally good. See others, and what they all agree on.")
    found: Alternatives | None = None if job is None else job.result
    if found is not None:
        st.markdown(words(found))
        assert job is not None
        chooser(project, answer, job, found)
    if found is not None and found.complete:
        return
    limit = FIRST if found is None else len(found.found) + MORE
    st.button(
        "Show me another" if found is None else "Look for more",
        key="another",
        on_click=run_callback,
        args=(begin, project, answer, job, limit),
    )


def begin(project: Project, answer: Answer, job: SideJob | None, limit: int) -> None:
    """From the first answer to the question, so that its list always begins with the same tree."""
    before = None if job is None else job.request
    first = before.start if isinstance(before, FindAlternatives) else answer.result
    start_job(project, question_of(answer), FindAlternatives(answer.firm, first, limit))


def words(found: Alternatives) -> str:
    count = len(found.found)
    if count == 1:
        return "**No other clustering is as good: proved.**" if found.complete else "**No other found in the time.**"
    end = "proved that there are no others" if found.complete else "there may be more"
    agreed = ""
    if found.agreement is not None:
        pairs = found.agreement.pairs
        total = max(1, sum(pairs.values()))
        agreed = f"  \n{1 - pairs['some'] / total:.0%} of all pairs of rows are together in all of them or in none."
    return f"**{count} clusterings of the same quality**, {end}.{agreed}"


def chooser(project: Project, answer: Answer, job: SideJob, found: Alternatives) -> None:
    """One of them becomes the answer on the screen."""
    shown = next((i for i, one in enumerate(found.found) if is_shown(answer, one.solution)), 0)
    picked = st.segmented_control(
        "Show",
        range(len(found.found)),
        default=shown,
        required=True,
        key=f"alternative-{answer.id}-{len(found.found)}",
        format_func=lambda i: "First" if i == 0 else f"{i + 1}: {counted(found.found[i].changed, 'row')} elsewhere",
        help="Trees with the same proved quality; the number says how many rows are in another cluster than first",
    )
    if picked is not None and picked != shown:
        show(project, answer, job, found, int(picked))
        st.rerun()


def is_shown(answer: Answer, solution: Solution) -> bool:
    labels = answer.result.labels
    return labels is not None and labels.tolist() == solution.labels.tolist()


def show(project: Project, answer: Answer, job: SideJob, found: Alternatives, place: int) -> None:
    """Measured again, because not every measure comes with the list. How the first was chosen does not hold for the
    others."""
    request, solution = job.request, found.found[place].solution
    if place == 0 and isinstance(request, FindAlternatives) and request.start is not None:
        solving.take(project, request.start, answer.question)
        return
    measures = verify(job.problem, objective_named(answer.objective).value, solution)
    result = replace(answer.result, solution=solution, measures=measures, choice=None)
    solving.take(project, result, answer.question, None if place == 0 else ORIGIN)
