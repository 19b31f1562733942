"""The guided demo: what to do next, one step at a time."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.empty_page import DATA
from treeclust.workspace.project import Project


def guide(project: Project) -> None:
    if not project.view.guide:
        return
    with st.container(border=True, key="guide", horizontal=True, vertical_alignment="center"):
        st.html(steps_html(steps(project)))
        done = all(is_done for _, is_done in steps(project))
        if st.button("Now your own table", key="own-table", type="primary" if done else "secondary"):
            st.switch_page(DATA)
        st.button("Close", key="close-guide", type="tertiary", on_click=close_guide, args=(project,))


def close_guide(project: Project) -> None:
    project.view.guide = False


def steps(project: Project) -> tuple[tuple[str, bool], ...]:
    """The steps of the demo, and which are done."""
    solved, linked = project.current_answer is not None, len(project.work.links) > 0
    return (
        ("The first tree is solved for you", solved),
        ("Click two rows that belong together", linked),
        ("It is solved again at once: the tree obeys", solved and linked and not project.is_stale),
    )


def steps_html(listed: tuple[tuple[str, bool], ...]) -> str:
    """The program's own words only, so nothing needs escaping."""
    now = next((i for i, (_, done) in enumerate(listed) if not done), len(listed))
    parts = []
    for i, (words, done) in enumerate(listed):
        look = "done" if done else "now" if i == now else "later"
        parts.append(f'<span class="{look}"><b>{"✓" if done else i + 1}</b><em>{words}</em></span>')
    return f'<div class="tc-steps">{"".join(parts)}</div>'
