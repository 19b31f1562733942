"""What can be said before solving: choices that cannot work, and choices that often disappoint."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from treeclust.errors import InputError
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.run import obvious_infeasibility
from treeclust.ui.edits import row_label
from treeclust.ui.project import Work

MANY_ROWS = 1_500


@dataclass(frozen=True)
class Hint:
    """`blocks` means: solving as it stands makes no sense."""

    text: str
    blocks: bool = False


@lru_cache(maxsize=32)
def hints(work: Work) -> tuple[Hint, ...]:
    """Remembered for the last few states of work: looking for hopeless links can take a moment."""
    if work.dataset is None:
        return ()
    if work.dataset.n > MATRIX_ROWS and work.parameters.objective == "md-ms":
        large = f"Diameter and split together take at most {MATRIX_ROWS} rows, this table has {work.dataset.n}"
        return (Hint(f"{large}: choose Diameter.", blocks=True),)
    try:
        problem = work.problem()
    except InputError as error:
        return (Hint(str(error), blocks=True),)
    hopeless = why_hopeless(problem)
    if hopeless:
        return (Hint(f"No such tree exists: {hopeless}"),)
    found = []
    if work.parameters.objective == "md-ms" and not len(work.links):
        found.append(
            Hint(
                "Without links, diameter and split together tend to cut off single outliers. "
                "Add a few links, or use the diameter alone."
            )
        )
    if work.dataset.n > MANY_ROWS:
        found.append(
            Hint(f"{work.dataset.n} rows: a proof may take longer than the time limit; then the best answer is shown.")
        )
    return tuple(found)


def why_hopeless(problem: Problem) -> str | None:
    """As `run` would say it, but with the rows called as they are on screen."""
    clique = problem.closure.clique(problem.k)
    if clique is None:
        return obvious_infeasibility(problem)
    rows = ", ".join(row_label(problem.dataset, row) for row in clique)
    return f"rows {rows} are pairwise cannot-linked, so they need {len(clique)} clusters; k is {problem.k}."
