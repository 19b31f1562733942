"""Tabs below the plot: links in a table and ways to add some without clicking, the next question, why a row is here."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from treeclust.core.links import Kind
from treeclust.jobs.messages import PriceLinks
from treeclust.ui.shared.callbacks import attempt, run_callback
from treeclust.ui.shared.job_requests import solve_if_live, start_job
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.session import files
from treeclust.ui.shared.side_job_panel import follow_to_end
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.ui.workspace.link_table import TABLE_HEIGHT, link_rows, link_table
from treeclust.ui.workspace.question_panel import question_panel
from treeclust.ui.workspace.rows_panel import rows_panel
from treeclust.ui.workspace.why_panel import why_panel
from treeclust.views.escape import markdown_text
from treeclust.workspace import edits, link_files
from treeclust.workspace.expert_words import expert_words
from treeclust.workspace.project import Project
from treeclust.workspace.row_search import row_named
from treeclust.workspace.side_jobs import SideJob


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
        link_table(project, rows, lambda gone: change_links(project, lambda: edits.delete_links(project, gone)))
    else:
        with st.container(height=TABLE_HEIGHT, border=False, vertical_alignment="center"):
            st.caption(
                "No links yet. A must-link says that two rows belong together, a cannot-link that they do not. "
                "Click two rows in the plot, or use the buttons below."
            )
    experts_caption(project)
    with st.container(horizontal=True, gap="small"):
        row_form(project)
        file_menu(project)
        label_menu(project)
    price_button(project)


def experts_caption(project: Project) -> None:
    """How far experts agree, and where they contradict each other."""
    words = expert_words(project.work)
    if words:
        st.caption(markdown_text(" ".join(words)))


def price_button(project: Project) -> None:
    """Starts the search for what each link costs."""
    answer = project.current_answer
    if answer is None or answer.labels is None or not len(answer.problem.links) or project.is_stale:
        return

    def draw(job: SideJob | None) -> None:
        said = None if job is None or job.result is None else job.result.message
        if said:
            st.caption(markdown_text(said))
        words = "What each link costs: the best tree without it, for every link in turn"
        if job is None:
            st.button(
                "Price the links",
                key="prices-begin",
                help=words,
                on_click=run_callback,
                args=(start_job, project, answer.id, PriceLinks(answer.firm, answer.result)),
            )

    follow_to_end(project, PriceLinks.kind, answer.id, draw)


def change_links(project: Project, action: Callable[[], int | None]) -> None:
    """With Live on, a change is solved at once."""
    if attempt(lambda: added_words(action())):
        solve_if_live(project)


def added_words(count: int | None) -> str | None:
    return None if count is None else f"{counted(count, 'new link')}."


def row_form(project: Project) -> None:
    words = "For exact work, and for rows that lie on top of each other"
    with st.popover("Add by name or number", help=words), st.form("row-form", border=False):
        one, two = st.columns(2)
        words = "The name of the row, or its number in the file, counted from 0"
        one.text_input("Row A", key="form-a", help=words)
        two.text_input("Row B", key="form-b", help=words)
        st.selectbox("Kind", ["must", "cannot"], format_func=lambda kind: f"{kind}-link", key="form-kind")
        st.form_submit_button("Add link", type="primary", on_click=run_callback, args=(add_from_form, project))


def add_from_form(project: Project) -> None:
    dataset, kind = edits.dataset_of(project), Kind(widget_value("form-kind"))
    a, b = (row_named(dataset, str(widget_value(f"form-{name}") or "")) for name in ("a", "b"))
    change_links(project, lambda: edits.link_rows(project, int(dataset.rows[a]), int(dataset.rows[b]), kind))


def file_menu(project: Project) -> None:
    words = "Links as a CSV file with the columns a, b, kind and perhaps certainty"
    with st.popover("Import / export", help=words):
        st.download_button(
            "Export links (CSV)",
            lambda: link_files.export_links(project),
            "links.csv",
            "text/csv",
            on_click="ignore",
            disabled=not len(project.work.links),
        )
        file = st.file_uploader(
            "Import links",
            type=["csv"],
            key=file_key(),
            help="Columns a, b, kind; row numbers from 0; must or cannot",
        )
        if file is not None:
            st.button("Add these links", key="links-import", on_click=run_callback, args=(add_from_file, project))


def file_key() -> str:
    return f"links-file-{this_tab().link_files}"


def add_from_file(project: Project) -> None:
    """The links of the uploaded file; its field is empty afterwards."""
    tab, file = this_tab(), widget_value(file_key())
    change_links(project, lambda: link_files.import_links(project, files().links(file.getvalue())))
    tab.link_files += 1


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
        st.button("Add them", key="kappa-add", on_click=run_callback, args=(add_from_labels, project))


def add_from_labels(project: Project) -> None:
    kappa, seed = float(widget_value("kappa")), int(widget_value("kappa-seed"))
    change_links(project, lambda: link_files.links_from_labels(project, kappa, seed))


TABS = {"Links": links_tab, "Rows": rows_panel, "Next question": question_panel, "Why here?": why_panel}
