"""Other trees of the same quality, on request."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from treeclust.alternatives import Alternatives, alternatives_from_json
from treeclust.result import Status
from treeclust.tree import Solution
from treeclust.ui import side_jobs, solving
from treeclust.ui.components import fingerprint
from treeclust.ui.following import ended_words, follow, working
from treeclust.ui.project import Answer, Project
from treeclust.ui.session import jobs, obey, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.ui.trade_offs import identity

KIND = "alternatives"
HEIGHT = 262
FIRST, MORE = 4, 4
ORIGIN = "Another tree, just as good"


def question_of(answer: Answer) -> str:
    """All trees of one question share its list of alternatives."""
    return fingerprint(identity(answer.problem), answer.objective, answer.soft)


def another_panel(project: Project, answer: Answer) -> None:
    with st.container(height=HEIGHT, border=False):
        if answer.result.status is not Status.OPTIMAL and answer.origin != ORIGIN:
            st.caption("Other trees of the same quality can be shown once an answer is proved optimal.")
            return
        follow(project, KIND, question_of(answer), lambda job: draw(project, answer, job))


def draw(project: Project, answer: Answer, job: SideJob | None) -> None:
    if job is None:
        st.caption("Often several trees are equally good. See others, and what they all agree on.")
    elif job.running:
        working(project, job)
        return
    ended_words(job)
    found = None
    if job is not None and job.result is not None:
        found = alternatives_from_json(job.result, job.problem, job.objective)
        st.markdown(words(found))
        chooser(project, answer, found)
    if found is not None and found.complete:
        return
    limit = FIRST if found is None else len(found.found) + MORE
    st.button(
        "Show me another" if found is None else "Look for more",
        key="another",
        on_click=obey,
        args=(begin, project, answer, job, limit),
    )


def begin(project: Project, answer: Answer, job: SideJob | None, limit: int) -> None:
    """From the first answer to the question, so that its list always begins with the same tree."""
    start: dict[str, Any] = answer.result.to_json() if job is None else job.asked["start"]
    seconds = float(project.work.parameters.seconds)
    side_jobs.start(
        project, jobs(), watcher(), KIND, question_of(answer), answer.firm, answer.objective, seconds,
        start=start, limit=limit,
    )  # fmt: skip


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


def chooser(project: Project, answer: Answer, found: Alternatives) -> None:
    """One of them becomes the answer on the screen."""
    shown = next((i for i, one in enumerate(found.found) if is_shown(answer, one.solution)), 0)
    picked = st.segmented_control(
        "Show",
        range(len(found.found)),
        default=shown,
        required=True,
        key=f"alternative-{answer.id}-{len(found.found)}",
        format_func=lambda i: "First" if i == 0 else f"{i + 1}: {rows_words(found.found[i].changed)} elsewhere",
        help="Trees with the same proved quality; the number says how many rows are in another cluster than first",
    )
    if picked is not None and picked != shown:
        show(project, answer, found, int(picked))
        st.rerun()


def rows_words(count: int) -> str:
    return f"{count} {'row' if count == 1 else 'rows'}"


def is_shown(answer: Answer, solution: Solution) -> bool:
    labels = answer.result.labels
    return labels is not None and labels.tolist() == solution.labels.tolist()


def show(project: Project, answer: Answer, found: Alternatives, place: int) -> None:
    one = found.found[place]
    result = replace(answer.result, solution=one.solution, measures=one.measures)
    origin = None if place == 0 else ORIGIN
    solving.take(project, result, answer.problem, answer.objective, origin, answer.soft)
