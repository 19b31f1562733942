"""Cells become a table to read: Markdown for people, CSV for programs, the same columns on the page."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from treeclust.lab.experiments.cells import Cell, reason
from treeclust.views.escape import csv_cell

Line = dict[str, Any]
OBJECTIVES = {"md-ms": "[MD, MS]", "md": "MD", None: "own"}
ROUNDED = {"Seconds": 2, "Paper s": 1, "Clauses": 0, "Paper clauses": 0, "κ": 2, "ε": 2}
DIGITS = 3


def lines(cells: Sequence[Cell], table: str) -> list[Line]:
    """One line per cell, ours beside the paper's."""
    return [line(cell, table) for cell in cells]


def line(cell: Cell, table: str) -> Line:
    setting: Line = {"Dataset": cell.title}
    if table == "table3":
        setting |= {"Smart pairs": "yes" if cell.smart else "no", "ε": cell.epsilon}
        counted: Line = {"Clauses": cell.clauses, "Paper clauses": cell.paper.clauses}
    else:
        depth: Line = {"Depth": cell.depth} if table == "table2" else {}
        setting |= {"κ": cell.kappa, **depth, "Objective": OBJECTIVES[cell.objective], "Method": cell.method}
        counted = {"NMI": cell.nmi, "Paper NMI": cell.paper.nmi}
    return {
        **setting,
        "ARI": cell.ari,
        "Paper ARI": cell.paper.ari,
        "Difference": cell.difference,
        **counted,
        "Feasible": cell.feasible,
        "Runs": cell.runs,
        "Paper feasible": cell.paper.feasible,
        "Seconds": cell.seconds,
        "Paper s": cell.paper.seconds,
        "Broken links": cell.broken,
        "Not proved": cell.undecided,
        "Limit s": cell.other_limit,
        "Differs because": reason(cell),
    }


def shown(name: str, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        text = f"{value:,.{ROUNDED.get(name, DIGITS)}f}"
        return text.rstrip("0").rstrip(".") if name in ("κ", "ε", "Broken links", "Limit s") else text
    return str(value)


def markdown(table: Sequence[Line]) -> str:
    """Columns aligned, so that it also reads well in a terminal; those without any value are left out."""
    if not table:
        return "No runs yet."
    names = [name for name in table[0] if any(row[name] not in (None, "") for row in table)]
    body = [[shown(name, row[name]) for name in names] for row in table]
    widths = [max(len(row[place]) for row in [names, *body]) for place in range(len(names))]
    left = [isinstance(table[0][name], str) for name in names]

    def text(row: Sequence[str]) -> str:
        padded = (c.ljust(w) if at_left else c.rjust(w) for c, w, at_left in zip(row, widths, left, strict=True))
        return f"| {' | '.join(padded)} |"

    rule = [":" + "-" * (w - 1) if at_left else "-" * (w - 1) + ":" for w, at_left in zip(widths, left, strict=True)]
    return "\n".join([text(names), text(rule), *map(text, body)])


def as_csv(table: Sequence[Line]) -> str:
    out = io.StringIO()
    if table:
        writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(table[0])
        writer.writerows([["" if v is None else csv_cell(str(v)) for v in row.values()] for row in table])
    return out.getvalue()
