"""Why is a row where it is? Its path in words, what parts two rows, the least change that would move it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from treeclust.dataset import Dataset
from treeclust.tree import Tree
from treeclust.ui import edits
from treeclust.ui.components import SCATTER
from treeclust.ui.project import Project
from treeclust.views.escape import markdown_text
from treeclust.views.palette import cluster_name
from treeclust.why import least_move, parting_of, path_of

HEIGHT = 270


def inspected(n: int) -> tuple[int, ...]:
    """The last rows clicked in Inspect mode, as the browser says: trusted in nothing."""
    said = st.session_state[SCATTER].get("inspected") if SCATTER in st.session_state else None
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
            st.caption("Click one or two rows in Inspect mode (key I), or type their numbers.")
        for line in why_words(dataset, answer.tree, project.work.names, rows):
            st.markdown(markdown_text(line))


def chosen_rows(dataset: Dataset) -> tuple[int, ...]:
    """By number in the file; what was clicked last is filled in."""
    clicked = inspected(dataset.n)
    place = {int(row): i for i, row in enumerate(dataset.rows)}
    last = int(dataset.rows.max())
    one, two = st.columns(2)
    typed = []
    for i, (column, name) in enumerate(((one, "Row"), (two, "compared with"))):
        value = int(dataset.rows[clicked[i]]) if len(clicked) > i else None
        key = f"why-{i}-{clicked}-{dataset.hash[:8]}"
        typed.append(column.number_input(name, 0, last, value, key=key, placeholder="row number"))
    return tuple(place[number] for number in typed if number is not None and number in place)


def why_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], rows: tuple[int, ...]) -> list[str]:
    """Sentences about one row, or two."""
    lines = []
    for row in dict.fromkeys(rows):
        path = path_of(tree, dataset, row)
        way = "; ".join(step.words for step in path.steps) or "the tree has no test"
        lines.append(f"{called(dataset, row)} is in {cluster_name(path.cluster, names)}: {way}.")
    if len(set(rows)) == 2:
        lines.append(parting_words(dataset, tree, names, *rows))
    if len(set(rows)) == 1:
        lines.append(move_words(dataset, tree, names, rows[0]))
    return lines


def called(dataset: Dataset, row: int) -> str:
    return f"Row {edits.row_label(dataset, row)}"


def parting_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], a: int, b: int) -> str:
    found = parting_of(tree, dataset, a, b)
    if found.step_a is None or found.step_b is None:
        return "They pass the same tests and end in the same leaf; no split parts them."
    one, two = called(dataset, a).lower(), called(dataset, b).lower()
    parted = f"They part at one test: {one}: {found.step_a.words}; {two}: {found.step_b.words}"
    return f"{parted}; both leaves belong to the same cluster." if found.together else f"{parted}."


def move_words(dataset: Dataset, tree: Tree, names: Mapping[int, str], row: int) -> str:
    move = least_move(tree, dataset, row)
    if move is None:
        return "No change of a single value would move it to another cluster."
    change = move.words.split(f", row {row} would")[0]
    return f"The least change of one value that moves it: {change}, it would be in {cluster_name(move.cluster, names)}."
