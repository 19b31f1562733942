"""The rows as a table: of everything, a cluster or a node of the tree; found by name or value, and linked from here."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import streamlit as st

from treeclust.core.links import Kind, Link
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.job_requests import solve_if_live
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.state import widget_value
from treeclust.views.export_tree import paths
from treeclust.views.palette import GLYPHS, cluster_name, symbol_of
from treeclust.views.tree_info import tree_info
from treeclust.workspace import edits
from treeclust.workspace.best_so_far import answer_on_screen
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Project
from treeclust.workspace.row_search import Rows, find_rows

SEARCH = "row-search"
EVERYTHING = "All rows"
MOST_LISTED = 1_000
MOST_RINGED = 200
HEIGHT = 230


def rows_panel(project: Project) -> None:
    search, scope = st.columns(2)
    search.text_input("Find rows", key=SEARCH, placeholder="a name, an id or values")
    scopes = scopes_of(project)
    chosen = scope.selectbox("Of", list(scopes), key=f"rows-of-{fingerprint(list(scopes))}")
    inside = scopes[chosen]
    rows = np.array([row for row in found_rows(project) if inside[row]], dtype=np.intp)[:MOST_LISTED]
    frame = rows_frame(project, rows)
    key = f"rows-{fingerprint(rows.tobytes())}"
    event = st.dataframe(
        frame, key=key, hide_index=True, height=HEIGHT, on_select="rerun", selection_mode="multi-row", width="stretch"
    )
    picked = [int(rows[i]) for i in event["selection"]["rows"] if i < len(rows)]
    with st.container(horizontal=True, vertical_alignment="center"):
        for kind, words in ((Kind.MUST, "These belong together"), (Kind.CANNOT, "These must be apart")):
            st.button(
                words,
                key=f"rows-{kind}",
                disabled=len(picked) < 2 or (kind is Kind.CANNOT and len(picked) > 2),
                on_click=run_callback,
                args=(link_picked, project, tuple(picked), kind),
            )
        st.caption(f"{counted(int(inside[found_rows(project)].sum()), 'row')}; tick two to link them.")


def scopes_of(project: Project) -> dict[str, np.ndarray]:
    """Which rows each choice has: everything, each cluster, each node of the tree on the screen."""
    dataset, answer = project.work.dataset, answer_on_screen(project)
    assert dataset is not None
    scopes = {EVERYTHING: np.ones(dataset.n, dtype=bool)}
    if answer is None or answer.labels is None or answer.tree is None:
        return scopes
    for cluster in np.unique(answer.labels):
        scopes[cluster_name(int(cluster), project.work.names)] = answer.labels == cluster
    info = tree_info(answer.tree, dataset.values, project.work.names)
    above = {int(i): {box.id for box in info.path(info.boxes[i])} for i in np.unique(info.leaf_of_row)}
    for box, way in list(zip(info.boxes, paths(answer.tree), strict=True))[1:]:
        scopes[way] = np.isin(info.leaf_of_row, [leaf for leaf, ids in above.items() if box.id in ids])
    return scopes


def found_rows(project: Project) -> Rows:
    """Those that are searched for, or all."""
    dataset, words = project.work.dataset, str(widget_value(SEARCH) or "")
    assert dataset is not None
    return find_rows(dataset, project.work.table, words) if words.strip() else np.arange(dataset.n)


def ringed_rows(project: Project) -> list[int]:
    """Those that are searched for, to be seen in the plot; not where they are too many to be told apart."""
    if not str(widget_value(SEARCH) or "").strip():
        return []
    found = found_rows(project)
    return found.tolist() if len(found) <= MOST_RINGED else []


def rows_frame(project: Project, rows: Rows) -> pd.DataFrame:
    """Name, cluster, and the cells as they are in the file."""
    work, answer = project.work, answer_on_screen(project)
    assert work.dataset is not None and work.table is not None
    cells = work.table.frame.iloc[work.dataset.rows[rows]].reset_index(drop=True)
    head = {"Row": [edits.row_label(work.dataset, int(row)) for row in rows]}
    if answer is not None and answer.labels is not None:
        clusters = [int(answer.labels[row]) for row in rows]
        head["Cluster"] = [f"{GLYPHS[symbol_of(c)]} {cluster_name(c, work.names)}" for c in clusters]
    cells = cells.rename(columns={name: f"{name} (in the file)" for name in head})
    return pd.concat([pd.DataFrame(head), cells], axis=1)


def link_picked(project: Project, picked: tuple[int, ...], kind: Kind) -> str:
    """The ticked rows, one with the next."""
    links = [Link(a, b, kind) for a, b in pairwise(picked)]
    count = edits.add_links(project, links, "link rows of the table")
    solve_if_live(project)
    return f"{counted(count, 'new link')}."
