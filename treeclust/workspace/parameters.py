"""What is asked of the clusters, of the tree and of the solver, as the sidebar shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from treeclust.core.problem import MATRIX_ROWS
from treeclust.core.question import Question
from treeclust.core.rules import TreeRules
from treeclust.core.wishes import Wishes

BEGIN: Mapping[str, Any] = {"objective": "md", "prefer": "compact", "min_rows": None}
"""What a new table begins with: the objective that leaves most to prefer among, so that few rows are cut off."""
OF_PROBLEM = (
    "k", "k_min", "depth", "epsilon", "metric", "min_rows", "max_rows", "min_leaf_rows", "max_diameter", "min_split",
    "rules",
)  # fmt: skip
"""Those that are fields of the problem, too."""


@dataclass(frozen=True)
class Parameters:
    """`k_min` None asks for exactly k clusters, `min_rows` None for as many rows as `usual_min_rows` says. `slack`
    waits where clusters need not be compact. The defaults are those of version 0.1, whose projects say no more than k
    to `seconds`; a new table also has BEGIN."""

    k: int = 3
    k_min: int | None = None
    depth: int = 3
    epsilon: float = 0.1
    objective: str = "md-ms"
    seconds: int = 60
    prefer: str = "first"
    slack: float = 0.0
    seed: int = 0
    metric: str = "euclidean"
    min_rows: int | None = 1
    max_rows: int | None = None
    min_leaf_rows: int = 1
    max_diameter: float | None = None
    min_split: float | None = None
    rules: TreeRules = field(default_factory=TreeRules)
    assume: bool = False
    refused: tuple[tuple[int, int], ...] = ()

    @property
    def wishes(self) -> Wishes:
        slack = self.slack if self.prefer == "compact" else 0.0
        return Wishes(self.prefer, slack, self.seed, assume=self.assume, refused=self.refused)

    def of_problem(self, rows: int) -> dict[str, Any]:
        """The fields that a problem of so many rows gets from here."""
        found = {name: getattr(self, name) for name in OF_PROBLEM}
        return found | {"min_rows": usual_min_rows(rows, self.k)} if self.min_rows is None else found

    def asking(self, question: Question) -> Parameters:
        """These with what a question about a tree asks."""
        problem, wishes = question.problem, question.wishes
        taken = {name: getattr(problem, name) for name in OF_PROBLEM} | {"min_rows": self.min_rows}
        slack = wishes.slack if wishes.prefer == "compact" else self.slack
        asked = replace(
            self, **taken, objective=question.objective, prefer=wishes.prefer, slack=slack, seed=wishes.seed,
            assume=wishes.assume, refused=wishes.refused,
        )  # fmt: skip
        if asked.of_problem(problem.n)["min_rows"] == problem.min_rows:
            return asked
        usual = usual_min_rows(problem.n, problem.k) == problem.min_rows
        return replace(asked, min_rows=None if usual else problem.min_rows)

    def for_columns(self, columns: Collection[str]) -> Parameters:
        """Without rules about columns that no test can ask about any more."""
        never = tuple(name for name in self.rules.never if name in columns)
        root = self.rules.root if self.rules.root in columns else None
        return replace(self, rules=replace(self.rules, never=never, root=root))


def usual_min_rows(rows: int, k: int) -> int:
    """A tenth of what a cluster has on average, so that no outlier is a cluster of its own; in large tables any size,
    because a proof about sizes takes long there."""
    return max(1, rows // (10 * k)) if rows <= MATRIX_ROWS else 1
