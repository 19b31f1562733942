"""The report of one answer, as a download."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from treeclust.views.report import report_html
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.reporting import subject_of


def report_button(
    project: Project, answer: Answer, key: str, kind: Literal["primary", "secondary"] = "primary"
) -> None:
    st.download_button(
        "Report (HTML)",
        lambda: report_html(subject_of(project, answer)),
        "report.html",
        "text/html",
        help="One page to hand over: tree, plot, rules, links, what is proved, and how to check it. Opens without "
        "a network; holds the data, so that others can check the answer.",
        on_click="ignore",
        key=key,
        type=kind,
    )
