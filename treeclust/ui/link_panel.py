"""The links as a table: what each says, whether it holds, a note; and the ways in and out besides clicking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from treeclust.errors import InputError
from treeclust.links import Kind, Link, redundant
from treeclust.tree import Labels
from treeclust.ui import edits, solving
from treeclust.ui.components import fingerprint
from treeclust.ui.project import Project
from treeclust.ui.session import attempt, jobs, watcher
from treeclust.verify import holds

TABLE_HEIGHT = 214


@dataclass(frozen=True)
class LinkRow:
    """One line of the table. `implied` means that the links above it already say so."""

    link: Link
    a: str
    b: str
    state: str
    implied: bool
    note: str


def link_rows(project: Project) -> tuple[LinkRow, ...]:
    work, answer = project.work, project.current_answer
    assert work.dataset is not None
    labels = None if answer is None else answer.labels
    implied = redundant(work.links, work.dataset.n)
    return tuple(
        LinkRow(
            link,
            edits.row_label(work.dataset, link.a),
            edits.row_label(work.dataset, link.b),
            state_of(link, labels),
            link in implied,
            work.notes.get(link.pair, ""),
        )
        for link in work.links
    )


def state_of(link: Link, labels: Labels | None) -> str:
    if labels is None:
        return "not solved"
    return "kept" if holds(link, labels) else "broken"


def link_panel(project: Project) -> None:
    with st.container(border=True):
        st.markdown("**Links**")
        rows = link_rows(project)
        if rows:
            link_table(project, rows)
        else:
            with st.container(height=TABLE_HEIGHT, border=False, vertical_alignment="center"):
                st.caption(
                    "No links yet. A must-link says that two rows belong together, a cannot-link that they do not. "
                    "Click two rows in the plot, or use the buttons below."
                )
        with st.container(horizontal=True, gap="small"):
            row_form(project)
            file_menu(project)
            label_menu(project)


def link_table(project: Project, rows: tuple[LinkRow, ...]) -> None:
    frame = pd.DataFrame(
        {
            "Kind": [f"{row.link.kind}-link" for row in rows],
            "Row A": [row.a for row in rows],
            "Row B": [row.b for row in rows],
            "State": [row.state + (" (implied)" if row.implied else "") for row in rows],
            "Note": [row.note for row in rows],
            "Delete": [False for _ in rows],
        }
    )
    key = f"link-table-{fingerprint(project.work.links.items, project.work.notes)}"
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height=TABLE_HEIGHT,
        width="stretch",
        disabled=["Kind", "Row A", "Row B", "State"],
        on_change=lambda: table_changed(project, key),
        column_config={
            "State": st.column_config.TextColumn(
                help="kept or broken by the tree on screen; implied: earlier links already say so"
            ),
            "Note": st.column_config.TextColumn(help="Why? Double-click to write a note", max_chars=200),
            "Delete": st.column_config.CheckboxColumn(
                help="Tick to delete this link; Undo brings it back", width="small"
            ),
        },
    )


def table_changed(project: Project, key: str) -> None:
    """Boxes ticked to delete, or notes written, in the table."""
    links, change = project.work.links.items, st.session_state[key]
    for index, cells in change.get("edited_rows", {}).items():
        if "Note" in cells:
            edits.set_note(project, links[int(index)].pair, str(cells["Note"] or ""))
    gone = [links[int(index)].pair for index, cells in change.get("edited_rows", {}).items() if cells.get("Delete")]
    if gone:
        changed(project, lambda: edits.delete_links(project, gone))


def changed(project: Project, action: Callable[[], int | None]) -> None:
    """Run a handler that changes links; with "live" on, solve at once."""
    if attempt(lambda: added_words(action())) and project.live:
        attempt(lambda: solving.start(project, jobs(), watcher()))


def added_words(count: int | None) -> str | None:
    return None if count is None else f"{count} new {'link' if count == 1 else 'links'}."


def row_form(project: Project) -> None:
    dataset = project.work.dataset
    assert dataset is not None
    last = int(dataset.rows.max())
    words = "For exact work, and for rows that lie on top of each other"
    with st.popover("Add by row number", help=words), st.form("row-form", border=False):
        one, two = st.columns(2)
        a = one.number_input("Row A", 0, last, 0, key="form-a", help="Row number in the file, counted from 0")
        b = two.number_input(
            "Row B", 0, last, min(1, last), key="form-b", help="Row number in the file, counted from 0"
        )
        kind = st.selectbox("Kind", ["must", "cannot"], format_func=lambda kind: f"{kind}-link", key="form-kind")
        if st.form_submit_button("Add link", type="primary"):
            changed(project, lambda: edits.link_rows(project, int(a), int(b), Kind(kind)))
            st.rerun()


def file_menu(project: Project) -> None:
    with st.popover("Import / export", help="Links as a CSV file with the columns a, b, kind"):
        st.download_button(
            "Export links (CSV)",
            edits.export_links(project),
            "links.csv",
            "text/csv",
            disabled=not len(project.work.links),
        )
        file = st.file_uploader(
            "Import links",
            type=["csv"],
            key="links-file",
            help="Columns a, b, kind; row numbers from 0; must or cannot",
        )
        if file is not None and st.button("Add these links", key="links-import"):
            changed(project, lambda: edits.import_links(project, read_text(file.getvalue())))
            st.rerun()


def read_text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("The links file is not text in UTF-8; save it as CSV (UTF-8) and try again.") from None


def label_menu(project: Project) -> None:
    dataset = project.work.dataset
    known = dataset is not None and dataset.known is not None
    with st.popover(
        "From known labels", disabled=not known, help="Random true links, for demonstrations; needs a label column"
    ):
        kappa = st.number_input(
            "κ: links per row",
            0.01,
            5.0,
            0.1,
            0.05,
            key="kappa",
            help="0.1 with 150 rows adds 15 random links that agree with the known labels",
        )
        seed = st.number_input("Seed", 0, 9999, 0, key="kappa-seed", help="Another number draws other links")
        if st.button("Add them", key="kappa-add"):
            changed(project, lambda: edits.links_from_labels(project, float(kappa), int(seed)))
            st.rerun()
