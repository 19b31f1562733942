"""Why a row is in its cluster: its path in words, the test that separates two rows, the least change that moves it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from treeclust.ask.why import least_move, parting_of, path_of
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.tree import Tree
from treeclust.ui.shared.components import SCATTER
from treeclust.ui.shared.state import widget_value
from treeclust.views.escape import markdown_text
from treeclust.views.palette import cluster_name
from treeclust.workspace import edits
from treeclust.workspace.project import Project
from treeclust.workspace.row_search import row_named

HEIGHT = 270


def inspected_rows(n: int) -> tuple[int, ...]:
    """The last rows clicked in Inspect mode, checked: what comes from a browser can be anything."""
    said = (widget_value(SCATTER) or {}).get("inspected")
    rows = said if isinstance(said, list) else []
    return tuple(row for row in rows[:2] if isinstance(row, int) and 0 <= row < n)


def why_panel(project: Project) -> None:
    answer = project.current_answer
    with st.container(height=HEIGHT, border=False):
        if answer is None or answer.tree is None:
            st.caption("After a solve: click a row in Inspect mode, and read here why it is in its cluster.")
            return
        dataset = answer.problem.dataset
        rows = chosen_rows(dataset)
        if not rows:
            st.caption("Click one or two rows in Inspect mode (key I), or type their names or numbers.")
        for line in why_words(dataset, answer.tree, project.work.names, rows):
            st.markdown(markdown_text(line))


def chosen_rows(dataset: Dataset) -> tuple[int, ...]:
    """By name, or by number in the file; what was clicked last is filled in."""
    clicked, found = inspected_rows(dataset.n), []
    for i, (column, name) in enumerate(zip(st.columns(2), ("Row", "compared with"), strict=True)):
        value = edits.row_label(dataset, clicked[i]) if len(clicked) > i else ""
        key = f"why-{i}-{clicked}-{dataset.hash[:8]}"
        typed = column.text_input(name, value, key=key, placeholder="name or number")
        try:
            found += [row_named(dataset, typed)] if typed.strip() else []
        except InputError as error:
            st.warning(markdown_text(str(error)))
    return tuple(found)


def why_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], rows: tuple[int, ...]) -> list[str]:
    """Sentences about one row, or two."""
    lines = []
    for row in dict.fromkeys(rows):
        path = path_of(tree, dataset, row)
        way = "; ".join(step.words for step in path.steps) or "the tree has no test"
        lines.append(f"{row_name(dataset, row)} is in {cluster_name(path.cluster, names)}: {way}.")
    if len(set(rows)) == 2:
        lines.append(parting_words(dataset, tree, names, *rows))
    if len(set(rows)) == 1:
        lines.append(move_words(dataset, tree, names, rows[0]))
    return lines


def row_name(dataset: Dataset, row: int) -> str:
    return f"Row {edits.row_label(dataset, row)}"


def parting_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], a: int, b: int) -> str:
    found = parting_of(tree, dataset, a, b)
    if found.step_a is None or found.step_b is None:
        return "They pass the same tests and end in the same leaf; no split parts them."
    one, two = row_name(dataset, a).lower(), row_name(dataset, b).lower()
    parted = f"They part at one test: {one}: {found.step_a.words}; {two}: {found.step_b.words}"
    return f"{parted}; both leaves belong to the same cluster." if found.together else f"{parted}."


def move_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], row: int) -> str:
    move = least_move(tree, dataset, row)
    if move is None:
        return "No change of a single value would move it to another cluster."
    change = move.words.rpartition(", row ")[0]
    return f"The least change of one value that moves it: {change}, it would be in {cluster_name(move.cluster, names)}."
