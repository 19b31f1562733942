"""The table in which a person ticks what each column is for."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from treeclust.tables.columns import Column, ColumnChoice, ColumnKind, columns_of
from treeclust.tables.columns.choice import HEAVIEST
from treeclust.tables.reading import Table
from treeclust.views.column_shapes import column_shapes
from treeclust.workspace.column_table import ColumnLine, lines_of

LINE, MOST_HEIGHT = 35, 560
"""Pixels: of a line, and of as many as are shown before one has to scroll."""
MEASURE_WIDTH = 100
"""Pixels; a small column cuts the word off."""


def edited_lines(data: Table, now: ColumnChoice, version: int) -> list[ColumnLine]:
    """The columns as they are ticked on the screen."""
    table = column_editor(data, now, version)
    found = zip(table["Column"], table["Type"], table["Measure"], table["Split"], table["Weight"], strict=True)
    return [
        ColumnLine(str(name), ColumnKind(kind), bool(measure), bool(split), 1.0 if pd.isna(weight) else float(weight))
        for name, kind, measure, split, weight in found
    ]


def column_editor(data: Table, now: ColumnChoice, version: int) -> pd.DataFrame:
    """Every column of the table; the grid can be searched with Ctrl + F."""
    columns = columns_of(data)
    return st.data_editor(
        column_table(columns, now, column_shapes(data)),
        key=f"columns-{version}",
        hide_index=True,
        width="stretch",
        height=min(LINE * (len(columns) + 1) + 3, MOST_HEIGHT),
        disabled=["Column", "Values", "Missing", "Role", "Example"],
        column_config={
            "Values": st.column_config.BarChartColumn(
                width="small",
                y_min=0,
                help="How its values are distributed, or how often its most frequent texts occur",
            ),
            "Role": st.column_config.TextColumn(width="small", help="What the column is used for as things stand"),
            "Type": st.column_config.SelectboxColumn(
                options=[str(kind) for kind in ColumnKind],
                required=True,
                width="small",
                help="Text is never clustered by; categories become yes-or-no questions",
            ),
            "Measure": st.column_config.CheckboxColumn(width=MEASURE_WIDTH, help="Likeness of rows depends on it"),
            "Split": st.column_config.CheckboxColumn(width="small", help="The tree may ask about it"),
            "Weight": st.column_config.NumberColumn(
                width="small",
                min_value=0.0,
                max_value=HEAVIEST,
                step=0.1,
                help="How much a difference counts where it is measured: 2 is twice as much as 1",
            ),
            "Missing": st.column_config.NumberColumn(width="small", help="Cells without a value"),
        },
    )


def role_of(line: ColumnLine, choice: ColumnChoice) -> str:
    if line.name == choice.label:
        return "known labels"
    if line.name == choice.id:
        return "row id"
    if line.is_measured:
        return "feature" if line.split else "distance only"
    return "tree only" if line.split else "not used"


def column_table(columns: tuple[Column, ...], choice: ColumnChoice, shapes: Sequence[Sequence[int]]) -> pd.DataFrame:
    lines = lines_of(columns, choice)
    return pd.DataFrame(
        {
            "Column": [line.name for line in lines],
            "Values": [list(shape) for shape in shapes],
            "Type": [str(line.kind) for line in lines],
            "Measure": [line.measure for line in lines],
            "Split": [line.split for line in lines],
            "Weight": [line.weight for line in lines],
            "Missing": [column.missing + column.unreadable for column in columns],
            "Role": [role_of(line, choice) for line in lines],
            "Example": [column.example for column in columns],
        }
    )
