"""What the choice among equals costs: total processor seconds with the default preference over those with `first`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from treeclust.ask.wanted import solve
from treeclust.core.wishes import PREFERENCES
from treeclust.lab.bench.plan import Case

DEFAULT, FIRST = PREFERENCES[0], "first"


def cost_rows(cases: Iterator[Case], folder: Path, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Both preferences on each case, from nothing, in turns first and second."""
    rows: list[dict[str, Any]] = []
    for number, case in enumerate(cases):
        if number == 0:
            solve(case.problem(folder), case.objective)  # loads the compiled code
        order = (FIRST, DEFAULT) if number % 2 else (DEFAULT, FIRST)
        timed = {prefer: timed_solve(case, folder, prefer) for prefer in order}
        row = vars(case) | {"status": timed[FIRST][0]}
        for prefer in (FIRST, DEFAULT):
            row |= {f"{prefer}_seconds": timed[prefer][1], f"{prefer}_first_tree": timed[prefer][2]}
        rows.append(row)
        say("  ".join(f"{value:.3f}" if isinstance(value, float) else str(value) for value in row.values()))
    for line in summary(rows):
        say(line)
    return rows


def timed_solve(case: Case, folder: Path, prefer: str) -> tuple[str, float, float | None]:
    """Status, processor seconds, and those until the first tree."""
    problem, first = case.problem(folder), [0.0]
    began = time.process_time()

    def note(_: object) -> None:
        first[0] = first[0] or time.process_time() - began

    result = solve(problem, case.objective, prefer=prefer, on_better=note)
    return str(result.status), time.process_time() - began, first[0] or None


def summary(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    ratios = sorted(ratio(row) for row in rows)
    totals = [sum(row[f"{prefer}_seconds"] for row in rows) for prefer in (FIRST, DEFAULT)]
    medians = [statistics.median(row[f"{prefer}_seconds"] for row in rows) for prefer in (FIRST, DEFAULT)]
    yield (
        f"{len(rows)} problems, {DEFAULT} over {FIRST}: median ratio {statistics.median(ratios):.2f}, "
        f"worst {ratios[-1]:.2f}, at most 1.3 on {sum(r <= 1.3 for r in ratios)}; "
        f"median {medians[0]:.3f} and {medians[1]:.3f} s, total {totals[0]:.1f} and {totals[1]:.1f} s"
    )
    both = [(row[f"{FIRST}_first_tree"], row[f"{DEFAULT}_first_tree"]) for row in rows if row[f"{FIRST}_first_tree"]]
    if both:
        one, two = (statistics.median(column) for column in zip(*both, strict=True))
        yield f"first tree: median {one:.4f} s with {FIRST}, {two:.4f} s with {DEFAULT}"
    for row in sorted(rows, key=ratio)[-5:]:
        yield f"  {ratio(row):6.2f}  {row['dataset']} κ {row['kappa']:g} seed {row['seed']} {row['objective']}"


def ratio(row: dict[str, Any]) -> float:
    return float(row[f"{DEFAULT}_seconds"] / max(row[f"{FIRST}_seconds"], 1e-6))
