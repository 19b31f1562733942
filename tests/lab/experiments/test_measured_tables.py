"""The measured tables that are shipped are those of the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from treeclust.lab.experiments.measured_tables import TABLES, measured_lines
from treeclust.lab.experiments.tables import shown

TEXT = (Path(__file__).parents[3] / "docs" / "experiments.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("table", TABLES)
def test_every_line_is_in_the_documentation(table):
    """Cell by cell, as it is printed there."""
    printed = {tuple(cell.strip() for cell in line.strip("|").split("|")) for line in TEXT if line.startswith("|")}
    made = measured_lines(table)
    for line in made:
        cells = {name: shown(name, value) for name, value in line.items() if name != "Runs"}
        proved = tuple(cell for name, cell in cells.items() if name != "Not proved")  # some tables have no such column
        assert tuple(cells.values()) in printed or proved in printed, cells
    assert len(made) == {"table1": 220, "table2": 21, "table3": 21}[table]
