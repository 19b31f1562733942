"""What a single link did: the second run solved again with that link as it was in the first."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.session import jobs, watcher
from treeclust.ui.shared.side_job_panel import follow_to_end
from treeclust.workspace import what_if
from treeclust.workspace.edits import row_label
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.runs import LinkChange
from treeclust.workspace.side_jobs import SideJob
from treeclust.workspace.what_if import WhatIf


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
    follow_to_end(project, what_if.KIND, asked.about, lambda job: draw(project, asked, job))


def draw(project: Project, asked: WhatIf, job: SideJob | None) -> None:
    found = None if job is None else what_if.outcome(asked, job)
    if found is not None:
        st.markdown(f"The second run {asked.words}: " + " ".join(what_if.outcome_words(asked, found)))
        return
    start = (what_if.start, project, jobs(), watcher(), asked)
    st.button(f"Solve {asked.words}", key="what-if-begin", on_click=run_callback, args=start)


def words(two: Answer, change: LinkChange) -> str:
    dataset = two.problem.dataset
    a, b = (row_label(dataset, row) for row in change.pair)
    return f"{a} – {b} {change.link.kind}, {change.what}"
