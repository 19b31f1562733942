"""The way in: a file of one's own, or a sample."""

from __future__ import annotations

from typing import Any

import streamlit as st

from treeclust.reading import read_file
from treeclust.samples import SAMPLES, Sample
from treeclust.store import SUFFIX
from treeclust.ui import edits
from treeclust.ui.project import Project
from treeclust.ui.session import attempt, leave, projects

WORKSPACE = "pages/workspace.py"
GUIDED = "iris"
HOW = """
**How it works**

1. **Open a table.** Rows are what you want to group, columns are what you know about them.
2. **Say what you know.** In the workspace, link rows that belong together and rows that must be apart.
3. **Solve.** You get a small decision tree that obeys every link, and a proof of how good it is.
"""
TYPES = ["csv", "tsv", "txt", "xlsx", "parquet", SUFFIX.removeprefix(".")]


def open_sample(project: Project, sample: Sample, guide: bool = False) -> None:
    table = read_file(sample.path)
    edits.load_table(project, table, sample.choice, k=sample.k, depth=sample.depth)
    project.view.guide = guide


def open_file(project: Project, content: bytes, name: str, **options: Any) -> None:
    """An uploaded file; its name is shown, never used as a path. A project file becomes a project of its own."""
    if name.lower().endswith(SUFFIX):
        leave(projects().open_file(content))
        return
    table = read_file(content, name, **options)
    edits.load_table(project, table)
    project.view.guide = False
    st.session_state["source"] = (table, name, content)


def chooser(project: Project) -> None:
    """A file of one's own, or a sample."""
    left, right = st.columns([1, 1.25], gap="large")
    with left:
        st.subheader("Your own table", anchor=False)
        upload(project)
        st.markdown(HOW)
    with right:
        st.subheader("Or a sample", anchor=False)
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown("**First time here?** See how it works with 150 irises.")
            if st.button("Guided demo", type="primary", key="guided"):
                open_sample(project, next(s for s in SAMPLES if s.name == GUIDED), guide=True)
                st.switch_page(WORKSPACE)
        for first in range(0, len(SAMPLES), 2):
            for column, sample in zip(st.columns(2), SAMPLES[first : first + 2], strict=False):
                with column:
                    sample_button(project, sample)


def sample_button(project: Project, sample: Sample) -> None:
    if st.button(sample.title, key=f"sample-{sample.name}", width="stretch"):
        open_sample(project, sample)
        st.rerun()
    st.caption(sample.note)


def upload(project: Project) -> None:
    file = st.file_uploader(
        "CSV, TSV, Excel or Parquet, or a project file, up to 50 MB",
        type=TYPES,
        key="upload",
        help="The file stays on this computer's server; nothing is sent anywhere.",
    )
    if file is None or st.session_state.get("opened") == file.file_id:
        return
    attempt(lambda: open_file(project, file.getvalue(), file.name))
    st.session_state["opened"] = file.file_id
    st.rerun()
