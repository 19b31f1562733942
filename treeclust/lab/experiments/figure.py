"""The paper's figure: mean ARI over the datasets against κ, and how many runs had a tree."""

from __future__ import annotations

from collections.abc import Sequence

from treeclust.lab.experiments import paper
from treeclust.lab.experiments.cells import Cell, belongs, mean
from treeclust.lab.experiments.tables import OBJECTIVES, Line
from treeclust.views.curve import Curve


def curves(cells: Sequence[Cell]) -> list[Curve]:
    """Tree and flat under both objectives, as far as there are runs at the depths of Table 1."""
    of_table = [cell for cell in cells if belongs(cell, "table1")]
    found = []
    for method in ("tree", "flat"):
        for objective in paper.OBJECTIVES:
            chosen = [cell for cell in of_table if (cell.method, cell.objective) == (method, objective)]
            if chosen:
                found.append(curve(objective, method, chosen))
    return found


def curve(objective: str, method: str, cells: Sequence[Cell]) -> Curve:
    kappas = sorted({cell.kappa for cell in cells})
    at = [[cell for cell in cells if cell.kappa == kappa] for kappa in kappas]
    return Curve(
        f"{method.capitalize()}, {OBJECTIVES[objective]}",
        objective,
        method,
        tuple(kappas),
        tuple(mean(cell.ari for cell in here) for here in at),
        tuple(mean(cell.paper.ari for cell in here) for here in at),
        tuple(sum(cell.feasible for cell in here) / sum(cell.runs for cell in here) for here in at),
        tuple(mean(share(cell) for cell in here) for here in at),
        tuple(mean(cell.seconds for cell in here) for here in at),
        tuple(mean(cell.paper.seconds for cell in here) for here in at),
        tuple(dict.fromkeys(cell.title for cell in cells)),
    )


def share(cell: Cell) -> float | None:
    """The paper's feasible runs of this cell, as a share."""
    return None if cell.paper.feasible is None else cell.paper.feasible / paper.RUNS


def figure_lines(found: Sequence[Curve]) -> list[Line]:
    """The figure as numbers."""
    return [
        {
            "Method": curve.method, "Objective": OBJECTIVES[curve.objective], "κ": kappa, "ARI": curve.aris[at],
            "Paper ARI": curve.paper_aris[at], "Feasible": f"{curve.feasible[at]:.0%}", "Seconds": curve.seconds[at],
            "Datasets": len(curve.datasets),
            "Paper's figure": paper.drawn().get((curve.objective, curve.method, kappa)),
        }
        for curve in found
        for at, kappa in enumerate(curve.kappas)
    ]  # fmt: skip


def write_figure(found: Sequence[Curve]) -> str:
    """A page of its own with the figure."""
    from treeclust.views.experiment_figure import ari_figure

    return str(ari_figure(found).to_html(include_plotlyjs=True, full_html=True))
