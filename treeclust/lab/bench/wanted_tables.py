"""The rows of `bench --wanted ari` as Markdown tables, one for each objective and κ."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence

from treeclust.lab.bench.plan import SHAPES
from treeclust.lab.bench.wanted import KAPPAS, SIZES, WISHES
from treeclust.lab.experiments.paper import printed

Row = dict[str, str]
HEAD = (
    "table", "rows ≥", "proved", "paper", "first", "simple", "compact", "slack 5 %", "slack 10 %",
    "proof s", "first s", "simple s", "compact s",
)  # fmt: skip


def ari_tables(rows: Sequence[Row], kappas: Sequence[float] = KAPPAS) -> Iterator[str]:
    """ARI with the leaves in brackets, and seconds: until the proof, then after it for three preferences."""
    for objective in ("md", "md-ms"):
        for kappa in kappas:
            yield f"\n{'MD' if objective == 'md' else '[MD, MS]'}, κ = {kappa:g}\n"
            yield line(HEAD)
            yield "|" + "---|" * len(HEAD)
            for dataset in SHAPES:
                for size in SIZES:
                    chosen = [row for row in rows if belongs(row, dataset, kappa, objective, size)]
                    if chosen:
                        yield line(cells(chosen, dataset, kappa, objective, size))


def belongs(row: Row, dataset: str, kappa: float, objective: str, size: str) -> bool:
    same = row["dataset"] == dataset and float(row["kappa"]) == kappa
    return same and row["objective"] == objective and row["min_rows"] == size


def cells(rows: Sequence[Row], dataset: str, kappa: float, objective: str, size: str) -> list[str]:
    """One line of the table: means over the sets of links."""
    by_wish = [of(rows, wishes.prefer, wishes.slack) for wishes in WISHES]
    paper = printed(dataset, kappa, objective, "tree", SHAPES[dataset][1]).ari if size == "1" else None
    first, simple, compact = by_wish[:3]
    return [
        dataset, size, verdicts(first), "" if paper is None else f"{paper:.2f}",
        *(f"{mean(group, 'ari', '.2f')} ({mean(group, 'leaves', '.3g')})" for group in by_wish),
        mean(first, "proof_seconds", ".2f"),
        *(mean(group, "after_seconds", ".2f") for group in (first, simple, compact)),
    ]  # fmt: skip


def of(rows: Sequence[Row], prefer: str, slack: float) -> list[Row]:
    return [row for row in rows if row["prefer"] == prefer and float(row["slack"]) == slack]


def verdicts(rows: Sequence[Row]) -> str:
    """How many of the sets of links were decided: a best tree proved, or none at all."""
    said = Counter(row["status"] for row in rows)
    proved, none = said["optimal"], said["infeasible"]
    if proved == len(rows):
        return "yes" if len(rows) == 1 else f"{proved} of {len(rows)}"
    words = [f"{proved} of {len(rows)}"] if proved else [] if none else ["not proved"]
    return ", ".join(words + ([f"{none} proved to have no tree"] if none else []))


def mean(rows: Sequence[Row], name: str, form: str) -> str:
    values = [float(row[name]) for row in rows if row[name]]
    return format(statistics.fmean(values), form) if values else "–"


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
