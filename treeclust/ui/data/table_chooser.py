"""Where a table comes from: a file of one's own, or a sample. For who has none open yet, what all this is for."""

from __future__ import annotations

from base64 import b64encode

import streamlit as st

from treeclust.tables.samples import SAMPLES, Sample, sample
from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.open_table import TYPES, WORKSPACE, open_demo, open_file, open_sample
from treeclust.ui.shared.session import ASSETS
from treeclust.ui.shared.state import this_tab
from treeclust.views.thumbnail import thumbnail_info, thumbnail_svg
from treeclust.workspace.project import Project

WHAT = "### Groups that an expert will believe"
WHY = """
Give a table, and say of a few rows that they belong **together** or **apart**. You get a small decision tree that
anybody can read, obeys every word of it, and is **proved** to be the best one.
"""
IN_A_ROW = 4


def table_chooser(project: Project) -> None:
    if project.work.table is None:
        what_it_is(project)
    with st.container(key="chooser"):
        left, right = st.columns([1, 1.9], gap="large")
    with left:
        st.subheader("Your own table", anchor=False)
        upload(project)
        st.caption("Rows are what you want to group, columns are what you know about them.")
        if project.work.table is not None:
            demo_button(project)
    with right.container(key="samples"):
        st.subheader("Or a sample", anchor=False)
        for first in range(0, len(SAMPLES), IN_A_ROW):
            for column, one in zip(st.columns(IN_A_ROW), SAMPLES[first : first + IN_A_ROW], strict=False):
                with column:
                    sample_card(project, one)


def what_it_is(project: Project) -> None:
    """One sentence, one picture, one button."""
    with st.container(border=True, key="what-it-is"):
        words, picture = st.columns([1, 1.15], gap="large", vertical_alignment="center")
        with words:
            st.markdown(WHAT)
            st.markdown(WHY)
            demo_button(project)
        svg = (ASSETS / "how_it_works.svg").read_text(encoding="utf-8")
        picture.html(image_html(svg, "Some rows are linked; then a small tree puts every row into a cluster"))


def demo_button(project: Project) -> None:
    if st.button("Guided demo", type="primary", key="guided", help="See how it works with 150 irises"):
        if attempt(lambda: open_demo(project)):
            st.switch_page(WORKSPACE)
        st.rerun()


def sample_card(project: Project, one: Sample) -> None:
    with st.container(border=True, height="stretch"):
        st.html(image_html(thumbnail(one.name), ""))
        if st.button(one.title, key=f"sample-{one.name}", width="stretch"):
            attempt(lambda: open_sample(project, one))
            st.rerun()
        st.caption(one.note)


def image_html(svg: str, words: str) -> str:
    """Streamlit's own pictures have no words for who does not see them; none for a picture that only decorates."""
    return f'<img class="tc-image" alt="{words}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'


@st.cache_data(show_spinner=False)
def thumbnail(name: str) -> str:
    return thumbnail_svg(thumbnail_info(sample(name).load()))


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
