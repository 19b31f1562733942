"""Tabs about the clusters: rules, profiles, names, other trees, new rows, downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.chart import show_chart
from treeclust.ui.shared.report_button import report_button
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.ui.workspace.alternatives_panel import alternatives_panel
from treeclust.ui.workspace.answer_panel import tree_info_of
from treeclust.ui.workspace.new_rows_panel import new_rows_panel
from treeclust.views.cluster_words import proposed_names
from treeclust.views.escape import markdown_text
from treeclust.views.export_code import MYSQL, python_function, sql_case
from treeclust.views.export_json import result_json
from treeclust.views.export_labels import labels_csv
from treeclust.views.palette import GLYPHS, symbol_of
from treeclust.views.profiles import ClusterProfile, cluster_profiles, profile_figure
from treeclust.views.report.reproduce import data_csv
from treeclust.views.rules import cluster_rules, rules_text
from treeclust.views.tree_dot import tree_dot
from treeclust.views.tree_svg import tree_svg
from treeclust.workspace import edits
from treeclust.workspace.project import Answer, Project

HEIGHT = 262


@dataclass(frozen=True)
class TabContent:
    """How a tab is drawn; until there is an answer, `words` say what will be there."""

    words: str
    draw: Callable[[Project, Answer], None]


def cluster_panel(project: Project) -> None:
    """Only the tab in front is drawn."""
    answer = project.current_answer
    with st.container(border=True, height="stretch"):
        for name, place in zip(TABS, st.tabs(list(TABS), key="cluster-tabs", on_change="rerun"), strict=True):
            if not place.open:
                continue
            with place:
                if answer is None or answer.tree is None or answer.labels is None:
                    with st.container(height=HEIGHT, border=False):
                        st.caption(f"{TABS[name].words} Here once there is an answer.")
                else:
                    TABS[name].draw(project, answer)


def rules_table(project: Project, answer: Answer) -> None:
    assert answer.tree is not None
    rows = [
        {
            "Cluster": f"{GLYPHS[symbol_of(rule.cluster)]} {markdown_text(rule.name)}",
            "Rows": str(rule.size),
            "Rule": " **or** ".join(map(markdown_text, rule.alternatives)),
        }
        for rule in cluster_rules(answer.tree, project.work.names)
    ]
    with st.container(height=HEIGHT, border=False, key="rules"):
        st.table(pd.DataFrame(rows), border="horizontal")


def profile_cards(project: Project, answer: Answer) -> None:
    assert answer.labels is not None
    with st.container(height=HEIGHT, border=False):
        st.caption(
            "Bar: range in the cluster. Dot: its mean. Tick: mean of the whole table. Most unusual feature first."
        )
        for profile in cluster_profiles(answer.problem.dataset, answer.labels, project.work.names):
            profile_card(profile)


def profile_card(profile: ClusterProfile) -> None:
    glyph = GLYPHS[symbol_of(profile.cluster)]
    st.markdown(f"**{glyph} {markdown_text(profile.name)}** · {profile.size} rows ({profile.share:.0%})")
    show_chart(profile_figure(profile), f"profile-{profile.cluster}")
    rows = [
        {
            "Feature": f.feature.name,
            "Lowest": f.feature.value_text(f.low),
            "Mean": f.feature.value_text(f.mean),
            "Highest": f.feature.value_text(f.high),
            "Whole mean": f.feature.value_text(f.whole_mean),
        }
        for f in profile.striking
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", height=min(35 * len(rows) + 38, 240))


def name_fields(project: Project, answer: Answer) -> None:
    assert answer.tree is not None and answer.labels is not None
    version = this_tab().names.of(project.work.names)
    with st.container(height=HEIGHT, border=False):
        st.caption("Names and colours stay with the same rows from one solve to the next.")
        proposed = proposed_names(answer.problem.dataset, answer.labels)
        words = "; ".join(f"{c + 1}: {name}" for c, name in proposed.items())
        st.button(
            "Use the names proposed",
            key="propose-names",
            help=markdown_text(words),
            disabled=not proposed,
            on_click=run_callback,
            args=(name_clusters, project, proposed),
        )
        for rule in cluster_rules(answer.tree, project.work.names):
            key = f"name-{rule.cluster}-{version}"
            st.text_input(
                f"{GLYPHS[symbol_of(rule.cluster)]} Cluster {rule.cluster + 1}, {rule.size} rows",
                project.work.names.get(rule.cluster, ""),
                key=key,
                max_chars=40,
                placeholder=f"Cluster {rule.cluster + 1}",
                on_change=run_callback,
                args=(rename_cluster, project, rule.cluster, key),
            )


def name_clusters(project: Project, proposed: Mapping[int, str]) -> None:
    """Those that have no name yet."""
    for cluster, name in proposed.items():
        if cluster not in project.work.names:
            edits.rename_cluster(project, cluster, name)


def rename_cluster(project: Project, cluster: int, key: str) -> None:
    tab, name = this_tab(), str(widget_value(key) or "")
    edits.rename_cluster(project, cluster, name)
    tab.names.note(project.work.names)


def download_buttons(project: Project, answer: Answer) -> None:
    assert answer.tree is not None and answer.labels is not None
    tree, names, info = answer.tree, project.work.names, tree_info_of(project, answer)
    dataset, labels = answer.problem.dataset, answer.labels
    files: tuple[tuple[str, Callable[[], str], str, str, str], ...] = (
        (
            "Labels (CSV)",
            lambda: labels_csv(dataset, labels, names),
            "labels.csv",
            "text/csv",
            "One line per row, safe to open in a spreadsheet",
        ),
        (
            "Tree (SVG)",
            lambda: tree_svg(info),
            "tree.svg",
            "image/svg+xml",
            "The drawing; PNG is below the tree",
        ),
        (
            "Data (CSV)",
            lambda: data_csv(answer.problem.dataset),
            "data.csv",
            "text/csv",
            "The features as numbers, text as it is, to check an answer on the command line",
        ),
        ("Tree (DOT)", lambda: tree_dot(info), "tree.dot", "text/vnd.graphviz", "For Graphviz"),
        ("Rules (text)", lambda: rules_text(tree, names), "rules.txt", "text/plain", "One paragraph per cluster"),
        (
            "Python function",
            lambda: python_function(tree, names),
            "cluster.py",
            "text/x-python",
            "Sorts a new row into its cluster",
        ),
        ("SQL CASE", lambda: sql_case(tree, names), "cluster.sql", "application/sql", "An expression for a query"),
        (
            "MySQL CASE",
            lambda: sql_case(tree, names, MYSQL),
            "cluster_mysql.sql",
            "application/sql",
            "The same for MySQL",
        ),
        (
            "JSON",
            lambda: result_json(answer.result, names, tree, answer.problem.dataset),
            "answer.json",
            "application/json",
            "Everything, for programs",
        ),
    )
    with st.container(height=HEIGHT, border=False), st.container(horizontal=True, gap="small"):
        report_button(project, answer, "download-report")
        for title, content, file, mime, words in files:
            st.download_button(title, content, file, mime, help=words, on_click="ignore", key=f"download-{file}")


TABS = {
    "Rules": TabContent("Each cluster in words: which values lead to it.", rules_table),
    "Profiles": TabContent("Each cluster against the whole table: size, ranges, means.", profile_cards),
    "Names": TabContent("Give the clusters names that mean something to you.", name_fields),
    "Others": TabContent("Other trees that are just as good.", alternatives_panel),
    "New rows": TabContent("Apply the tree to rows of another file.", new_rows_panel),
    "Downloads": TabContent("Labels, tree, rules and code to take away.", download_buttons),
}
