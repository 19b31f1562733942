"""For first-time visitors: what to do next, one step at a time."""

from __future__ import annotations

import streamlit as st

from treeclust.samples import SAMPLES
from treeclust.ui.data_panel import GUIDED, WORKSPACE, open_sample
from treeclust.ui.project import Project
from treeclust.views.escape import markdown_text


def steps(project: Project) -> tuple[tuple[str, bool], ...]:
    """The steps of the demo, and which are done."""
    answer = project.current_answer
    solved = answer is not None
    linked = len(project.work.links) > 0
    return (
        ("Press Solve: see the first tree", solved),
        ("Click two rows that belong together", linked),
        ("Solve again: the tree obeys", solved and linked and not project.is_stale),
        ("Point at a node of the tree: its rows light up", False),
    )


def guide(project: Project) -> None:
    if project.message:
        st.warning(markdown_text(project.message))
    if not project.view.guide:
        return
    with st.container(border=True):
        words, close = st.columns([14, 1], vertical_alignment="center")
        words.html(steps_html(steps(project)))
        close.button("Close", key="close-guide", type="tertiary", on_click=close_guide, args=(project,))


def close_guide(project: Project) -> None:
    project.view.guide = False


def steps_html(listed: tuple[tuple[str, bool], ...]) -> str:
    """The program's own words only."""
    now = next((i for i, (_, done) in enumerate(listed) if not done), len(listed))
    parts = []
    for i, (words, done) in enumerate(listed):
        look = "done" if done else "now" if i == now else "later"
        parts.append(f'<span class="{look}"><b>{"✓" if done else i + 1}</b>{words}</span>')
    return f'<div class="tc-steps">{"".join(parts)}</div>'


def empty_workspace(project: Project) -> None:
    """No data yet: say what this page is for, and offer the shortest way in."""
    with st.container(border=True, vertical_alignment="center", horizontal_alignment="center", height=360):
        st.subheader("Nothing to look at yet", anchor=False)
        st.markdown(
            "Here you see your rows, tell which belong together and which do not, "
            "and get a small decision tree that obeys, with a proof of how good it is."
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            if st.button("Guided demo", type="primary", key="guided"):
                open_sample(project, next(s for s in SAMPLES if s.name == GUIDED), guide=True)
                st.rerun()
            if st.button("Open a table", key="open-table"):
                st.switch_page("pages/data.py")


def empty_compare(project: Project) -> None:
    """No run yet: say what will be here, and where runs come from."""
    with st.container(border=True, vertical_alignment="center", horizontal_alignment="center", height=360):
        st.subheader("No runs yet", anchor=False, width="content")
        st.markdown(
            "Each time you press Solve, the question and its answer are kept here. After the second run you see  \n"
            "both trees side by side, which rows changed cluster, and what each link did.",
            text_alignment="center",
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            if project.work.dataset is None:
                if st.button("Open a table", type="primary", key="open-table"):
                    st.switch_page("pages/data.py")
            elif st.button("Go to the workspace", type="primary", key="go"):
                st.switch_page(WORKSPACE)
