"""Clusters for the rows of another file."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.open_table import TYPES
from treeclust.ui.shared.session import files
from treeclust.ui.shared.state import this_tab
from treeclust.views.escape import markdown_text
from treeclust.views.rules import asked_columns
from treeclust.workspace.new_row_files import NewRows, place_file
from treeclust.workspace.project import Answer, Project

HEIGHT = 262
MOST_WARNINGS = 8


def new_rows_panel(project: Project, answer: Answer) -> None:
    assert answer.tree is not None
    tab = this_tab()
    with st.container(height=HEIGHT, border=False):
        st.caption(f"Needs the columns {markdown_text(', '.join(asked_columns(answer.tree)))}. The file is not kept.")
        file = st.file_uploader(
            "Apply the tree to new rows",
            type=TYPES,
            key=f"new-rows-{tab.table.of(project.work.table)}",
            help="A file with the same columns; you get it back with a cluster for each row",
        )
        if file is None:
            return
        if tab.new_rows is None or not tab.new_rows.is_about(project, answer, file.file_id):
            with st.spinner("Reading the file …"):
                tab.new_rows = place_file(project, answer, files(), file.file_id, file.getvalue(), file.name)
        show(tab.new_rows)


def show(rows: NewRows) -> None:
    placed = rows.placed
    if placed is None:
        st.error(markdown_text(rows.refusal or ""))
        return
    st.markdown(f"**{placed.count:,} rows placed.** {markdown_text(placed.words)}")
    st.download_button(
        "Clusters of the new rows (CSV)",
        lambda: placed.csv,
        "new_rows.csv",
        "text/csv",
        on_click="ignore",
        type="primary",
        key="download-new-rows",
    )
    for warning in placed.warnings[:MOST_WARNINGS]:
        st.warning(markdown_text(warning))
    if len(placed.warnings) > MOST_WARNINGS:
        st.caption(f"And {len(placed.warnings) - MOST_WARNINGS} more; the column “remark” of the file has them all.")
