"""Runs become cells of a table: means over the seeds beside the paper's, and why they differ."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from treeclust.lab.experiments import paper
from treeclust.lab.experiments.datasets import ORDER, OWN_SHAPE
from treeclust.lab.experiments.paper import Printed
from treeclust.lab.experiments.plan import METHODS

Row = dict[str, Any]
SETTING = ("dataset", "kappa", "objective", "method", "depth", "epsilon", "smart")
"""What the runs of one cell have in common; they differ in the links."""
OPEN = ("feasible", "unknown")
PROVING = ("tree", "flat", "reference", "mio")
NOTABLE = 0.08
FEW = 3


@dataclass(frozen=True)
class Cell:
    """One setting. Means are over the runs that found a clustering, processor seconds over all. `feasible` counts runs
    whose clustering obeys every link, `undecided` those that the time limit ended before a proof, for methods that
    prove anything."""

    dataset: str
    kappa: float
    objective: str | None
    method: str
    depth: int | None
    epsilon: float
    smart: bool | None
    runs: int
    feasible: int
    undecided: int
    ari: float | None
    nmi: float | None
    spread: float | None
    broken: float | None
    clauses: float | None
    seconds: float | None
    time_limit: float
    origin: str | None
    versions: tuple[str, ...]
    paper: Printed

    @property
    def title(self) -> str:
        return f"{self.dataset} ({OWN_SHAPE})" if self.origin == OWN_SHAPE else self.dataset

    @property
    def difference(self) -> float | None:
        return None if self.ari is None or self.paper.ari is None else self.ari - self.paper.ari

    @property
    def notable(self) -> bool:
        return self.difference is not None and abs(self.difference) > NOTABLE + 1e-9

    @property
    def other_limit(self) -> float | None:
        """The time limit, where a method that heeds one had another than the paper's."""
        return None if self.time_limit == paper.TIME_LIMIT else self.time_limit


def cells(rows: Iterable[Row]) -> list[Cell]:
    """In the order of the paper's tables. Of runs that differ only in version or time limit the newest counts."""
    newest = {(*setting(row), row["seed"]): row for row in rows}
    grouped: dict[tuple[Any, ...], list[Row]] = {}
    for row in newest.values():
        grouped.setdefault(setting(row), []).append(row)
    return sorted((cell(group) for group in grouped.values()), key=place)


def setting(row: Row) -> tuple[Any, ...]:
    """Runs on a shape of ours never mix with runs on the paper's table of that name."""
    return (row["origin"] == OWN_SHAPE, *(row[name] for name in SETTING))


def place(cell: Cell) -> tuple[Any, ...]:
    at = ORDER.index(cell.dataset) if cell.dataset in ORDER else len(ORDER)
    objective = (*paper.OBJECTIVES, None).index(cell.objective)
    return (
        at,
        cell.title,
        cell.kappa,
        METHODS.index(cell.method),
        cell.depth or 0,
        objective,
        -cell.epsilon,
        not cell.smart,
    )


def cell(rows: Sequence[Row]) -> Cell:
    first = rows[0]
    found = [row for row in rows if row["ari"] is not None]
    aris = [row["ari"] for row in found]
    printed = (
        paper.printed_ablation(first["dataset"], bool(first["smart"]), first["epsilon"])
        if first["smart"] is not None
        else paper.printed(first["dataset"], first["kappa"], first["objective"], first["method"], first["depth"])
    )
    return Cell(
        **{name: first[name] for name in SETTING},
        runs=len(rows),
        feasible=sum(row["links_broken"] == 0 for row in rows),
        undecided=sum(row["status"] in OPEN for row in rows) if first["method"] in PROVING else 0,
        ari=mean(aris),
        nmi=mean(row["nmi"] for row in found),
        spread=statistics.stdev(aris) / math.sqrt(len(aris)) if len(aris) > 1 else None,
        broken=mean(row["links_broken"] for row in found),
        clauses=mean(row["clauses"] for row in rows),
        seconds=mean(row["processor_seconds"] for row in rows),
        time_limit=max(row["time_limit"] for row in rows),
        origin=first["origin"],
        versions=tuple(sorted({row["version"] for row in rows})),
        paper=printed,
    )


def belongs(cell: Cell, table: str) -> bool:
    """Is this a cell of that table?"""
    if table == "table3":
        return cell.smart is not None
    if cell.smart is not None or cell.epsilon != paper.EPSILON:
        return False
    if table == "table2":
        return (cell.kappa, cell.objective, cell.method) == (paper.DEPTH_KAPPA, "md-ms", "tree")
    return cell.depth in (None, paper.DEPTHS.get(cell.dataset, 3))


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def reason(cell: Cell) -> str:
    """Why the mean ARI is another than the paper's; empty where it is not notable."""
    if not cell.notable:
        return ""
    if cell.origin == OWN_SHAPE:
        return "other data: our own shape"
    if cell.undecided:
        return f"{cell.undecided} of {cell.runs} runs not proved in {cell.time_limit:g} s"
    if cell.kappa == 0:
        return "ties: several clusterings share the optimum"
    if cell.feasible < FEW:
        return f"mean of {cell.feasible} feasible run{'s' if cell.feasible != 1 else ''}"
    if cell.runs < paper.RUNS:
        return f"{cell.runs} sets of random links, the paper had {paper.RUNS}"
    assert cell.difference is not None
    chance = 2 * math.sqrt(2) * (cell.spread or 0.0)
    if abs(cell.difference) <= chance:
        return f"other random links (means of {cell.runs} vary by ±{chance:.2f})"
    return "ties between optima, and other random links"
