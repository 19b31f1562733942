"""Where a table comes from: a file of one's own, or a sample."""

from __future__ import annotations

import streamlit as st

from treeclust.tables.samples import SAMPLES, Sample
from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.open_table import TYPES, WORKSPACE, open_demo, open_file, open_sample
from treeclust.ui.shared.state import this_tab
from treeclust.workspace.project import Project

HOW = """
**How it works**

1. **Open a table.** Rows are what you want to group, columns are what you know about them.
2. **Say what you know.** In the workspace, link rows that belong together and rows that must be apart.
3. **Solve.** You get a small decision tree that obeys every link, and a proof of how good it is.
"""


def table_chooser(project: Project) -> None:
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
                if attempt(lambda: open_demo(project)):
                    st.switch_page(WORKSPACE)
                st.rerun()
        for first in range(0, len(SAMPLES), 2):
            for column, sample in zip(st.columns(2), SAMPLES[first : first + 2], strict=False):
                with column:
                    sample_button(project, sample)


def sample_button(project: Project, sample: Sample) -> None:
    if st.button(sample.title, key=f"sample-{sample.name}", width="stretch"):
        attempt(lambda: open_sample(project, sample))
        st.rerun()
    st.caption(sample.note)


def upload(project: Project) -> None:
    file = st.file_uploader(
        "CSV, TSV, Excel or Parquet, or a project file, up to 50 MB",
        type=TYPES,
        key="upload",
        help="The file stays on this computer's server; nothing is sent anywhere.",
    )
    if file is None or this_tab().upload == file.file_id:
        return
    with st.spinner("Reading the file …"):
        attempt(lambda: open_file(project, file.getvalue(), file.name))
    this_tab().upload = file.file_id
    st.rerun()
