"""This project's name, author, file and addresses."""

from __future__ import annotations

import re

import streamlit as st

from treeclust.ui.data.share_panel import share_panel
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.people import login_is_on
from treeclust.ui.shared.session import author, leave
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.ui.shared.text import one_line
from treeclust.workspace.project import Project
from treeclust.workspace.store import SUFFIX

AUTHOR = "author"


def project_panel(project: Project) -> None:
    """Title, author of new links, project file, and a new project."""
    with st.container(border=True, horizontal=True, vertical_alignment="bottom", key="project-panel"):
        st.text_input(
            "Project",
            project.title,
            key=f"project-title-{project.title}",
            max_chars=80,
            placeholder=table_name(project) or "Untitled",
            help="Saved as you work. Keep the address of this page: it leads back here.",
            on_change=run_callback,
            args=(rename_this, project),
        )
        st.text_input(
            "Your name",
            author(project),
            key=AUTHOR,
            max_chars=40,
            placeholder="not given",
            help="Is noted with each link that you draw.",
            disabled=login_is_on(),
            on_change=run_callback,
            args=(name_author, project),
        )
        st.download_button(
            "Project file",
            project.to_file,
            file_name(project),
            "application/zip",
            on_click="ignore",
            key="project-file",
            disabled=project.work.table is None,
            help="Data, links, names, parameters and every run in one file. Open it here or on another computer like a "
            "table.",
        )
        share_panel(project)
        st.button(
            "New project",
            key="new-project",
            on_click=run_callback,
            args=(leave,),
            help="This one stays in the list of projects.",
        )


def rename_this(project: Project) -> None:
    project.check_allowed()
    project.title = one_line(widget_value(f"project-title-{project.title}"), 80)
    project.save_view()


def name_author(project: Project) -> None:
    project.check_allowed()
    tab = this_tab()
    tab.author = project.view.author = one_line(widget_value(AUTHOR), 40)
    project.save_view()


def table_name(project: Project) -> str:
    return "" if project.work.table is None else project.work.table.name.strip('"')


def file_name(project: Project) -> str:
    """The title, with only such characters as every system takes in a file name."""
    name = project.title or table_name(project)
    return (re.sub(r"[^\w -]", "_", name).strip(" _") or "project")[:60] + SUFFIX
