"""The links below the plot: the table, and the ways in and out besides clicking."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from treeclust.errors import InputError
from treeclust.links import Kind
from treeclust.ui import edits, link_files, side_jobs, solving
from treeclust.ui.following import ended_words, follow, working
from treeclust.ui.link_table import TABLE_HEIGHT, link_rows, link_table
from treeclust.ui.project import Answer, Project
from treeclust.ui.question_panel import question_panel
from treeclust.ui.session import attempt, jobs, obey, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.ui.why_panel import why_panel
from treeclust.views.escape import markdown_text


def link_panel(project: Project) -> None:
    """Only the tab in front is drawn: what nobody sees should not slow down the next link."""
    with st.container(border=True):
        for name, tab in zip(TABS, st.tabs(list(TABS), key="link-tabs", on_change="rerun"), strict=True):
            if tab.open:
                with tab:
                    TABS[name](project)


def links_tab(project: Project) -> None:
    rows = link_rows(project)
    if rows:
        link_table(project, rows, lambda gone: changed(project, lambda: edits.delete_links(project, gone)))
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
    price_button(project)


def price_button(project: Project) -> None:
    """What each link costs, on request."""
    answer = project.current_answer
    if answer is None or answer.labels is None or not len(answer.problem.links) or project.is_stale:
        return

    def draw(job: SideJob | None) -> None:
        if job is not None and job.running:
            working(project, job)
            return
        ended_words(job)
        said = None if job is None or job.result is None else job.result["message"]
        if said:
            st.caption(markdown_text(said))
        words = "What each link costs: the best tree without it, for every link in turn"
        if job is None:
            st.button(
                "Price the links",
                key="prices-begin",
                help=words,
                on_click=obey,
                args=(begin_prices, project, answer),
            )

    follow(project, "prices", answer.id, draw)


def begin_prices(project: Project, answer: Answer) -> None:
    side_jobs.start_from(project, jobs(), watcher(), "prices", answer)


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
        words = "Row number in the file, counted from 0"
        one.number_input("Row A", 0, last, 0, key="form-a", help=words)
        two.number_input("Row B", 0, last, min(1, last), key="form-b", help=words)
        st.selectbox("Kind", ["must", "cannot"], format_func=lambda kind: f"{kind}-link", key="form-kind")
        st.form_submit_button("Add link", type="primary", on_click=obey, args=(add_from_form, project))


def add_from_form(project: Project) -> None:
    a, b, kind = (st.session_state[f"form-{name}"] for name in ("a", "b", "kind"))
    changed(project, lambda: edits.link_rows(project, int(a), int(b), Kind(kind)))


def file_menu(project: Project) -> None:
    words = "Links as a CSV file with the columns a, b, kind and perhaps certainty"
    with st.popover("Import / export", help=words):
        st.download_button(
            "Export links (CSV)",
            link_files.export_links(project),
            "links.csv",
            "text/csv",
            disabled=not len(project.work.links),
        )
        file = st.file_uploader(
            "Import links",
            type=["csv"],
            key=file_key(),
            help="Columns a, b, kind; row numbers from 0; must or cannot",
        )
        if file is not None:
            st.button("Add these links", key="links-import", on_click=obey, args=(add_from_file, project))


def file_key() -> str:
    return f"links-file-{st.session_state.get('links_files', 0)}"


def add_from_file(project: Project) -> None:
    """What the file says; the field is empty afterwards."""
    file = st.session_state[file_key()]
    changed(project, lambda: link_files.import_links(project, read_text(file.getvalue())))
    st.session_state["links_files"] = st.session_state.get("links_files", 0) + 1


def read_text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("The links file is not text in UTF-8; save it as CSV (UTF-8) and try again.") from None


def label_menu(project: Project) -> None:
    dataset = project.work.dataset
    known = dataset is not None and dataset.known is not None
    words = "Random true links, for demonstrations; needs a label column"
    with st.popover("From known labels", disabled=not known, help=words):
        st.number_input(
            "κ: links per row",
            0.01,
            5.0,
            0.1,
            0.05,
            key="kappa",
            help="0.1 with 150 rows adds 15 random links that agree with the known labels",
        )
        st.number_input("Seed", 0, 9999, 0, key="kappa-seed", help="Another number draws other links")
        st.button("Add them", key="kappa-add", on_click=obey, args=(add_from_labels, project))


def add_from_labels(project: Project) -> None:
    kappa, seed = float(st.session_state["kappa"]), int(st.session_state["kappa-seed"])
    changed(project, lambda: edits.links_from_labels(project, kappa, seed))


TABS = {"Links": links_tab, "Next question": question_panel, "Why here?": why_panel}
