"""One link of the difference at a time: what would the second run be without it, or with it again?"""

from __future__ import annotations

import streamlit as st

from treeclust.ui import what_if
from treeclust.ui.edits import row_label
from treeclust.ui.following import ended_words, follow, working
from treeclust.ui.project import Answer, Project
from treeclust.ui.runs import LinkChange
from treeclust.ui.session import obey
from treeclust.ui.side_jobs import SideJob
from treeclust.ui.what_if import WhatIf


def what_if_panel(project: Project, two: Answer, changes: tuple[LinkChange, ...]) -> None:
    if not changes:
        return
    st.markdown("**What did a single link do?**")
    chosen = st.selectbox(
        "Link",
        range(len(changes)),
        key=f"what-if-{two.id}-{len(changes)}",
        format_func=lambda i: words(two, changes[i]),
        help="The second run is solved again with this one link as it was in the first run",
    )
    asked = WhatIf(two, changes[chosen or 0])
    follow(project, what_if.KIND, asked.about, lambda job: draw(project, asked, job))


def draw(project: Project, asked: WhatIf, job: SideJob | None) -> None:
    if job is not None and job.running:
        working(project, job)
        return
    ended_words(job)
    found = None if job is None else what_if.outcome(asked, job)
    if found is not None:
        st.markdown(f"The second run {asked.words}: " + " ".join(what_if.outcome_words(asked, found)))
        return
    st.button(f"Solve {asked.words}", key="what-if-begin", on_click=obey, args=(what_if.start, project, asked))


def words(two: Answer, change: LinkChange) -> str:
    dataset = two.problem.dataset
    a, b = (row_label(dataset, row) for row in change.pair)
    return f"{a} – {b} {change.link.kind}, {change.what}"
