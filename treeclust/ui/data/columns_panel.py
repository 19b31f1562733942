"""The table as it was read, and which of its columns are used for what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, Missing, columns_of
from treeclust.tables.reading import Table
from treeclust.tables.reading.encodings import ENCODINGS
from treeclust.ui.data.column_editor import edited_lines
from treeclust.ui.data.dataset_summary import dataset_summary
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.open_table import open_file
from treeclust.ui.shared.state import UploadedFile, this_tab, widget_value
from treeclust.views.escape import markdown_text
from treeclust.workspace import edits
from treeclust.workspace.column_table import as_briefly, choice_of_lines
from treeclust.workspace.project import Project

PREVIEW_ROWS = 200
MISSING: dict[Missing, str] = {
    "refuse": "Not decided yet",
    "drop": "Leave those rows out",
    "median": "Fill with the median (or the most frequent)",
}


def reading_options(project: Project) -> None:
    """How the file is read, where that matters: only for a file of one's own, which can be read again."""
    table, tab = project.work.table, this_tab()
    if table is None or tab.source is None or tab.source.table is not table:
        return
    version = tab.table.of(table)
    again: dict[str, Any] = {"on_change": run_callback, "args": (read_again, project, tab.source, version)}
    with st.expander("How the file was read"):
        st.checkbox("The first row holds the column names", table.header, key=f"header-{version}", **again)
        st.segmented_control(
            "Decimal sign",
            [".", ","],
            default=table.decimal,
            required=True,
            key=f"decimal-{version}",
            format_func=lambda sign: "point (3.14)" if sign == "." else "comma (3,14)",
            help="Whether one and a half is written 1.5 or 1,5 in this file",
            **again,
        )
        if table.encoding is not None:
            st.selectbox(
                "Letters",
                list(ENCODINGS),
                list(ENCODINGS).index(table.encoding) if table.encoding in ENCODINGS else 0,
                key=f"encoding-{version}",
                format_func=ENCODINGS.__getitem__,
                help="Choose another if letters look wrong",
                **again,
            )
        if len(table.sheets) > 1:
            place = table.sheets.index(str(table.sheet))
            st.selectbox("Sheet", table.sheets, place, key=f"sheet-{version}", **again)


def read_again(project: Project, source: UploadedFile, version: int) -> None:
    """The same file with the choices of the widgets."""
    asked = {what: widget_value(f"{what}-{version}") for what in ("header", "decimal", "sheet", "encoding")}
    open_file(project, source.content, source.name, **asked)


def columns_panel(project: Project) -> None:
    """The table as read, and what is made of its columns."""
    work = project.work
    assert work.table is not None
    st.subheader(markdown_text(work.table.name.strip('"')), anchor=False)
    for note in work.table.notes:
        st.caption(markdown_text(note))
    dataset_summary(project)
    with st.container(key="columns"):
        preview, choose = st.columns([1, 2], gap="medium")
    with preview:
        st.dataframe(work.table.frame.head(PREVIEW_ROWS), height=420, width="stretch")
        if len(work.table.frame) > PREVIEW_ROWS:
            st.caption(f"The first {PREVIEW_ROWS} of {len(work.table.frame)} rows.")
        reading_options(project)
    with choose:
        column_choice(project, work.table)


def column_choice(project: Project, table: Table) -> None:
    columns, now = columns_of(table), project.work.choice
    version = this_tab().columns.of((table, now))
    lines = edited_lines(table, now, version)
    st.caption(f"{len(columns)} columns; click into the table and press Ctrl + F to search it.")
    names, none = [column.name for column in columns], "(none)"
    one, two = st.columns(2)
    label = one.selectbox(
        "Known labels",
        [none, *names],
        index_of(names, now.label),
        key=f"label-{version}",
        help="Only compared with the answer, never used for clustering",
    )
    row_id = two.selectbox(
        "Row id", [none, *names], index_of(names, now.id), key=f"id-{version}", help="Names the rows on screen"
    )
    missing = st.selectbox(
        "Missing values",
        list(MISSING),
        list(MISSING).index(now.missing),
        key=f"missing-{version}",
        format_func=MISSING.__getitem__,
        help="Never silently: say what to do where a value is missing",
    )
    base = replace(now, label=None if label == none else label, id=None if row_id == none else row_id, missing=missing)
    take_choice(project, choice_of_lines(columns, lines, base), as_briefly(columns, now))


def take_choice(project: Project, choice: ColumnChoice, now: ColumnChoice) -> None:
    """What the widgets say, if it is new; one that gives no dataset is not tried twice."""
    tab = this_tab()
    if choice == now:
        if tab.refused_columns is not None:
            tab.refused_columns = None
            st.rerun()  # what was wrong is said above
    elif tab.refused_columns is None or tab.refused_columns[0] != choice:
        try:
            edits.choose_columns(project, choice)
        except InputError as error:
            tab.refused_columns = (choice, str(error))
        else:
            tab.refused_columns = None
            tab.columns.note((project.work.table, project.work.choice))
            tab.dismiss_warnings(project)
        st.rerun()


def index_of(names: list[str], name: str | None) -> int:
    return 0 if name is None else names.index(name) + 1
