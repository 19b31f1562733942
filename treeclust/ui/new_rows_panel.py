"""Rows that were not there when the tree was made: a file in, their clusters out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from treeclust.errors import InputError
from treeclust.placing import Placed, Recipe, place_rows
from treeclust.reading import read_file
from treeclust.ui.data_panel import TYPES
from treeclust.ui.project import Answer, Project
from treeclust.views.escape import markdown_text
from treeclust.views.export_placed import placed_csv, placed_words
from treeclust.views.rules import asked_columns

HEIGHT = 262
DONE = "placed_rows"
MOST_WARNINGS = 8


@dataclass(frozen=True, eq=False)
class NewRows:
    """A file that was placed by one answer, or the sentence that says why it could not be."""

    file: str
    answer: str
    frame: pd.DataFrame | None = None
    placed: Placed | None = None
    refusal: str | None = None


def new_rows_panel(project: Project, answer: Answer) -> None:
    assert answer.tree is not None
    with st.container(height=HEIGHT, border=False):
        st.caption(f"Needs the columns {markdown_text(', '.join(asked_columns(answer.tree)))}. The file is not kept.")
        file = st.file_uploader(
            "Apply the tree to new rows",
            type=TYPES,
            key=f"new-rows-{project.form}",
            help="A file with the same columns; you get it back with a cluster for each row",
        )
        if file is None:
            return
        done: NewRows | None = st.session_state.get(DONE)
        if done is None or (done.file, done.answer) != (file.file_id, answer.id):
            done = place_file(project, answer, file.file_id, file.getvalue(), file.name)
            st.session_state[DONE] = done
        show(project, done)


def place_file(project: Project, answer: Answer, file: str, content: bytes, name: str) -> NewRows:
    """Read as the table of the project was read: with or without a header, with its decimal sign."""
    assert answer.tree is not None
    table = project.work.table
    known: dict[str, Any] = {} if table is None else {"header": table.header, "decimal": table.decimal}
    try:
        frame = read_file(content, name, **known).frame
        placed = place_rows(answer.tree, Recipe.of(answer.problem.dataset), frame)
    except InputError as error:
        return NewRows(file, answer.id, refusal=str(error))
    return NewRows(file, answer.id, frame, placed)


def show(project: Project, done: NewRows) -> None:
    if done.frame is None or done.placed is None:
        st.error(markdown_text(done.refusal or ""))
        return
    names, placed = project.work.names, done.placed
    st.markdown(f"**{len(placed.labels):,} rows placed.** {markdown_text(placed_words(placed, names))}")
    st.download_button(
        "Clusters of the new rows (CSV)",
        partial(placed_csv, done.frame, placed, names),
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
