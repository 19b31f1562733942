"""What can be said before solving: choices that cannot work, and choices that often disappoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from treeclust.ask.obvious_infeasibility import obvious_infeasibility
from treeclust.core.errors import InputError
from treeclust.core.limits import limits_of
from treeclust.core.problem import MAX_DEPTH, Problem
from treeclust.core.remembering import remembered
from treeclust.objectives import objective_named
from treeclust.workspace.edits import row_label
from treeclust.workspace.parameters import Parameters, usual_min_rows
from treeclust.workspace.project import Work

MANY_ROWS = 1_500


@dataclass(frozen=True)
class Hint:
    """`blocks` means: solving as it stands makes no sense. `remedy` is what its button says, and `changes` the
    parameters that it changes."""

    text: str
    blocks: bool = False
    remedy: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)


@remembered
def hints(work: Work) -> tuple[Hint, ...]:
    """Remembered: looking for hopeless links can take a moment."""
    if work.dataset is None:
        return ()
    uses_split = objective_named(work.parameters.objective).uses_split
    try:
        problem = work.problem()
    except InputError as error:
        return (refused(str(error), work.parameters),)
    hopeless = why_hopeless(problem)
    if hopeless:
        return (Hint(f"No such tree exists: {hopeless}"),)
    found = []
    if uses_split and not len(work.links) and problem.min_rows == 1:
        found.append(
            Hint(
                "Without links, diameter and split together tend to cut off single outliers. "
                "Add a few links, ask for larger clusters, or use the diameter alone.",
                remedy="Use the diameter alone",
                changes={"objective": "md"},
            )
        )
    if work.dataset.n > MANY_ROWS:
        found.append(
            Hint(f"{work.dataset.n} rows: a proof may take longer than the time limit; then the best answer is shown.")
        )
    return tuple(found)


def refused(why: str, parameters: Parameters) -> Hint:
    """What cannot be asked; with the depth that so many clusters need, if that is why."""
    needed = (parameters.k - 1).bit_length()
    if parameters.depth < needed <= MAX_DEPTH:
        return Hint(why, True, f"Use depth {needed}", {"depth": needed})
    return Hint(why, True)


def why_hopeless(problem: Problem) -> str | None:
    """As `run` would say it, but with the rows called as they are on screen."""
    clique = problem.closure.clique(problem.k)
    if clique is None:
        return obvious_infeasibility(problem)
    rows = ", ".join(row_label(problem.dataset, row) for row in clique)
    return f"rows {rows} are pairwise cannot-linked, so they need {len(clique)} clusters; k is {problem.k}."


@remembered
def asked_besides(work: Work) -> tuple[str, ...]:
    """Sizes, bounds and rules in words, but for the usual size of a cluster; none where they cannot be asked."""
    try:
        problem = work.problem()
    except InputError:
        return ()
    usual = ("min_rows", usual_min_rows(problem.n, problem.k))
    return tuple(limit.words for limit in limits_of(problem) if (limit.name, limit.value) != usual)
