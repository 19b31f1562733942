"""The equations of the paper in words, the function that states each, and its number of clauses for this problem."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from treeclust.core.equations import EQUATIONS, NOT_CODE
from treeclust.core.errors import InputError
from treeclust.core.stop import Deadline
from treeclust.ui.shared.state import ClauseCount, this_tab
from treeclust.views.escape import markdown_text
from treeclust.workspace.project import Project

COUNT_SECONDS = 5.0
MOST_ROWS = 1_000
PARTS = (
    ("What is asked", 1, 6),
    ("The tree", 7, 15),
    ("Labels, order of clusters, no empty cluster", 16, 21),
    ("Links", 22, 26),
    ("Pairs that are far or near", 27, 31),
    ("Order of the distance classes", 32, 34),
    ("What is minimised", 35, 38),
    ("Clusters without a tree", 39, 39),
)
INTRODUCTION = """
TreeClust asks: *which shallow decision tree gives clusters that obey every link and are as compact, and as far apart,
as possible?* Every feature is scaled to 0–100. The **diameter** (MD) is the longest distance within a cluster,
the **split** (MS) the shortest between clusters. Distances that differ by less than **ε** count as equal; that makes
the question finite, and the answer provable: *optimal within ε* means that no tree of this depth is better by more
than ε.

Below is every numbered equation of the paper in words, the function that implements it, and, for the problem on your
screen, how many clauses it takes when written out for a SAT solver.
"""


@dataclass(frozen=True)
class EquationLine:
    number: int
    sentence: str
    place: str
    function: str
    deviates: str


def equation_lines() -> tuple[EquationLine, ...]:
    """Every equation, in order; those that are not code say why. Equations register when their modules are loaded."""
    for module in ("treeclust.ask.verify", "treeclust.paper.reference"):
        importlib.import_module(module)
    importlib.import_module("treeclust.objectives").objectives()
    coded = {
        number: EquationLine(number, e.sentence, f"{e.file}:{e.line}", e.function.__name__, e.deviates or "")
        for number, e in EQUATIONS.items()
    }
    other = {number: EquationLine(number, reason, "not code", "", "") for number, reason in NOT_CODE.items()}
    return tuple(line for _, line in sorted({**other, **coded}.items()))


def clause_counts(project: Project) -> tuple[dict[str, int], bool]:
    """Clauses by function name for the current problem, and whether the count is complete. What writes the formula is
    loaded here: the server starts without it."""
    if project.work.dataset is None:
        raise InputError("There is no problem yet; choose data first.")
    if project.work.dataset.n > MOST_ROWS:
        raise InputError(f"Counting is offered up to {MOST_ROWS} rows; this table has {project.work.dataset.n}.")
    from treeclust.objectives import objective_named
    from treeclust.paper.formula import count_clauses

    objective = objective_named(project.work.parameters.objective)
    stop = Deadline(COUNT_SECONDS)
    counts = count_clauses(project.work.problem(), objective, stop)
    return counts, "soft" in counts


def method_panel(project: Project) -> None:
    st.markdown(INTRODUCTION)
    counts = count_widget(project)
    listed = equation_lines()
    for title, first, last in PARTS:
        part = [line for line in listed if first <= line.number <= last]
        if part:
            st.subheader(title, anchor=False)
            with st.container(key=f"equations-{first}"):
                st.table(table(part, counts), border="horizontal")


def table(part: list[EquationLine], counts: dict[str, int] | None) -> pd.DataFrame:
    """Cells are Markdown, of the program's own text only."""
    frame = pd.DataFrame(
        {
            "Equation": [f"({line.number})" for line in part],
            "In words": [markdown_text(line.sentence) for line in part],
            "Where": [f"`{line.function}` {line.place}" if line.function else line.place for line in part],
        }
    )
    if counts is not None and any(line.function in counts for line in part):
        clauses = [counts.get(line.function) for line in part]
        frame.insert(2, "Clauses", ["" if count is None else f"{count:,}" for count in clauses])
    if any(line.deviates for line in part):
        frame["Differs from the paper"] = [markdown_text(line.deviates) for line in part]
    return frame


def count_widget(project: Project) -> dict[str, int] | None:
    """A button, because counting takes a moment; the counts by function name once it was pressed."""
    if project.work.dataset is None:
        st.info("Choose data, and this page also counts the clauses of your problem.")
        return None
    tab = this_tab()
    if st.button("Count the clauses of the current problem", key="count"):
        try:
            tab.clauses = ClauseCount(id(project.work), *clause_counts(project))
        except InputError as error:
            st.warning(markdown_text(str(error)))
    counted = tab.clauses
    if counted is None or counted.work != id(project.work):
        return None
    now = project.work.parameters
    st.caption(
        f"{sum(counted.clauses.values()):,} clauses in all, soft ones included, for k = {now.k} and depth {now.depth}."
        + ("" if counted.complete else f" Counting was stopped after {COUNT_SECONDS:g} s, so some are missing.")
    )
    return counted.clauses
