"""The table as read: how it was read, what its columns hold, which are used, and for what."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd
import streamlit as st

from treeclust.columns import Column, ColumnChoice, ColumnKind, guess_columns
from treeclust.dataset import Dataset
from treeclust.problem import MATRIX_ROWS
from treeclust.reading import Table
from treeclust.ui import edits
from treeclust.ui.data_panel import WORKSPACE, open_file
from treeclust.ui.project import Project
from treeclust.ui.session import attempt, obey
from treeclust.views.escape import markdown_text

PREVIEW_ROWS = 200
MISSING = {
    "refuse": "Ask me (refuse)",
    "drop": "Leave those rows out",
    "median": "Fill with the median (or the most frequent)",
}


def reading_options(project: Project) -> None:
    """How the file is read, where that matters: only for a file of one's own, which can be read again."""
    table, source = project.work.table, st.session_state.get("source")
    if table is None or source is None or source[0] is not table:
        return
    again: dict[str, Any] = {"on_change": obey, "args": (read_again, project)}
    with st.expander("How the file was read"):
        st.checkbox("The first row holds the column names", table.header, key=f"header-{project.form}", **again)
        st.segmented_control(
            "Decimal sign",
            [".", ","],
            default=table.decimal,
            required=True,
            key=f"decimal-{project.form}",
            format_func=lambda sign: "point (3.14)" if sign == "." else "comma (3,14)",
            help="Whether one and a half is written 1.5 or 1,5 in this file",
            **again,
        )
        if len(table.sheets) > 1:
            place = table.sheets.index(str(table.sheet))
            st.selectbox("Sheet", table.sheets, place, key=f"sheet-{project.form}", **again)


def read_again(project: Project) -> None:
    """The same file with the choices of the widgets."""
    _, name, content = st.session_state["source"]
    asked = {what: st.session_state.get(f"{what}-{project.form}") for what in ("header", "decimal", "sheet")}
    open_file(project, content, name, **asked)


def summary(dataset: Dataset) -> str:
    """What will be used, in one sentence."""
    known = f", {len(dataset.known_names)} known labels" if dataset.known is not None else ""
    features = len(dataset.features)
    return f"{dataset.n} rows × {features} {'feature' if features == 1 else 'features'}{known}"


def columns_panel(project: Project) -> None:
    """The table as read, and what is made of its columns."""
    work = project.work
    assert work.table is not None
    st.subheader(markdown_text(work.table.name.strip('"')), anchor=False)
    for note in work.table.notes:
        st.caption(markdown_text(note))
    preview, choose = st.columns([1.25, 1], gap="large")
    with preview:
        st.dataframe(work.table.frame.head(PREVIEW_ROWS), height=420, width="stretch")
        if len(work.table.frame) > PREVIEW_ROWS:
            st.caption(f"The first {PREVIEW_ROWS} of {len(work.table.frame)} rows.")
        reading_options(project)
    with choose:
        column_choice(project, work.table)
    used(project)


def column_choice(project: Project, table: Table) -> None:
    columns, now, form = columns_of(table), project.work.choice, project.form
    names = [column.name for column in columns]
    edited = st.data_editor(
        column_table(columns, now),
        key=f"columns-{form}",
        hide_index=True,
        width="stretch",
        height=248,
        disabled=["Column", "Missing", "Example"],
        column_config={
            "Use": st.column_config.CheckboxColumn(help="Cluster by this column", width="small"),
            "Type": st.column_config.SelectboxColumn(
                options=[str(kind) for kind in ColumnKind],
                required=True,
                help="Text is never clustered by; categories become yes-or-no questions",
            ),
            "Missing": st.column_config.NumberColumn(width="small", help="Cells without a value"),
        },
    )
    one, two = st.columns(2)
    none = "(none)"
    label = one.selectbox(
        "Known labels",
        [none, *names],
        index_of(names, now.label),
        key=f"label-{form}",
        help="Only compared with the answer, never used for clustering",
    )
    row_id = two.selectbox(
        "Row id", [none, *names], index_of(names, now.id), key=f"id-{form}", help="Names the rows on screen"
    )
    missing = st.selectbox(
        "Missing values",
        list(MISSING),
        list(MISSING).index(now.missing),
        key=f"missing-{form}",
        format_func=MISSING.__getitem__,
        help="Never silently: say what to do where a value is missing",
    )
    choice = read_choice(columns, edited, None if label == none else label, None if row_id == none else row_id, missing)
    if choice != normalised(columns, now) and choice != st.session_state.get("refused_choice"):
        if attempt(lambda: edits.choose_columns(project, choice)):
            st.session_state.pop("refused_choice", None)
        else:
            st.session_state["refused_choice"] = choice
            project.message = st.session_state.pop("refusal")
        st.rerun()


@lru_cache(maxsize=16)
def columns_of(table: Table) -> tuple[Column, ...]:
    """Guessed once per table, not on every click."""
    return guess_columns(table.frame)


def index_of(names: list[str], name: str | None) -> int:
    return 0 if name is None else names.index(name) + 1


def column_table(columns: tuple[Column, ...], choice: ColumnChoice) -> pd.DataFrame:
    full = normalised(columns, choice)
    return pd.DataFrame(
        {
            "Use": [column.name in (full.features or ()) for column in columns],
            "Column": [column.name for column in columns],
            "Type": [str(full.kinds.get(column.name, column.kind)) for column in columns],
            "Missing": [column.missing + column.unreadable for column in columns],
            "Example": [column.example for column in columns],
        }
    )


def normalised(columns: tuple[Column, ...], choice: ColumnChoice) -> ColumnChoice:
    """The same choice with its features written out and only the kinds that differ from the guess."""
    kinds = {c.name: choice.kinds[c.name] for c in columns if c.name in choice.kinds and choice.kinds[c.name] != c.kind}
    features = choice.features
    if features is None:
        aside = (choice.label, choice.id)
        features = tuple(
            c.name for c in columns if c.name not in aside and kinds.get(c.name, c.kind) is not ColumnKind.TEXT
        )
    return ColumnChoice(features, choice.label, choice.id, choice.missing, kinds)


def read_choice(
    columns: tuple[Column, ...], table: pd.DataFrame, label: str | None, row_id: str | None, missing: Any
) -> ColumnChoice:
    used = tuple(str(name) for name, use in zip(table["Column"], table["Use"], strict=True) if use and name != label)
    kinds = {c.name: ColumnKind(kind) for c, kind in zip(columns, table["Type"], strict=True) if kind != str(c.kind)}
    return ColumnChoice(used, label, row_id, missing, kinds)


def used(project: Project) -> None:
    """The sentence that says what will be clustered, or why nothing can be."""
    if project.message:
        st.warning(markdown_text(project.message))
    dataset = project.work.dataset
    if dataset is None:
        return
    for note in dataset.notes:
        st.caption(markdown_text(note))
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{markdown_text(summary(dataset))}**")
        if st.button("Go to the workspace", type="primary", key="go"):
            st.switch_page(WORKSPACE)
    if dataset.n > MATRIX_ROWS:
        st.info(f"With more than {MATRIX_ROWS} rows the smallest diameter is found, but the split is not measured.")
