"""One line of the paper's figure, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Curve:
    """One line of the figure; `paper_aris` are the paper's, averaged over the same datasets."""

    name: str
    objective: str
    method: str
    kappas: tuple[float, ...]
    aris: tuple[float | None, ...]
    paper_aris: tuple[float | None, ...]
    feasible: tuple[float, ...]
    paper_feasible: tuple[float | None, ...]
    seconds: tuple[float | None, ...]
    paper_seconds: tuple[float | None, ...]
    datasets: tuple[str, ...]
