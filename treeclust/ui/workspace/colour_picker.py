"""What the rows are coloured by: their cluster, the known labels, or a column of the table."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from treeclust.core.remembering import KeptWith
from treeclust.tables.columns import ColumnKind, columns_of
from treeclust.tables.reading import Table
from treeclust.ui.shared.state import this_tab
from treeclust.views.axes import Floats
from treeclust.views.colouring import MISSING, Colouring, by_category, by_number
from treeclust.workspace.project import Project

CLUSTERS = "Clusters"
FEW_NUMBERS = 8
"""A number with no more different values than this has a colour for each."""
COLOURINGS: KeptWith[Table, Colouring] = KeptWith(most=4)


def colour_picker(project: Project) -> Colouring | None:
    """None is by cluster."""
    work, tab = project.work, this_tab()
    assert work.table is not None and work.dataset is not None
    columns = [column.name for column in columns_of(work.table) if column.kind is not ColumnKind.TEXT]
    options = [CLUSTERS, *dict.fromkeys([*([work.choice.label] if work.choice.label else []), *columns])]
    now = options.index(tab.colour) if tab.colour in options else 0
    key = f"colour-{tab.table.of(work.table)}"
    chosen = st.selectbox("Colour", options, now, key=key, help="What the colours say; shapes always say the cluster.")
    tab.colour = None if chosen == CLUSTERS else chosen
    if tab.colour is None:
        return None
    name, table, rows = tab.colour, work.table, work.dataset.rows
    return COLOURINGS.get(table, (name, sha256(rows.tobytes()).digest()), lambda: colouring_of(table, name, rows))


def colouring_of(table: Table, name: str, rows: NDArray[np.intp]) -> Colouring:
    """By the cells of a column; `rows` are the numbers of those that are shown."""
    cells = table.frame.iloc[rows][name]
    kind = next(column.kind for column in columns_of(table) if column.name == name)
    if kind is ColumnKind.NUMBER and cells.dtype.kind in "if" and cells.nunique() > FEW_NUMBERS:
        return by_number(name, cells.to_numpy(dtype=np.float64), lambda value: f"{value:.4g}")
    if kind is ColumnKind.DATE and cells.dtype.kind == "M":
        return by_number(name, days(cells.to_numpy()), lambda day: str(np.datetime64(int(day), "D")))
    return by_category(name, [MISSING if text is None else text for text in texts(cells.tolist())])


def texts(cells: list[object]) -> list[str | None]:
    """A cell that is not equal to itself is a gap."""
    return [None if cell is None or cell != cell else str(cell) for cell in cells]


def days(moments: Floats) -> Floats:
    numbers = moments.astype("datetime64[D]").astype(np.float64)
    return np.where(np.isnat(moments), np.nan, numbers)
