"""Links that no clustering, or no tree, can obey whatever its splits: known before any search."""

from __future__ import annotations

import numpy as np

from treeclust.core.problem import Problem


def obvious_infeasibility(problem: Problem) -> str | None:
    """In one sentence, in which rows have their numbers of the file."""
    number = problem.dataset.rows
    clique = problem.closure.clique(problem.k)
    if clique:
        rows = ", ".join(str(number[row]) for row in clique)
        return f"Rows {rows} are pairwise cannot-linked, so they need {len(clique)} clusters; k is {problem.k}."
    if problem.is_flat:
        return None
    apart = problem.links.cannot
    ends = np.array([link.pair for link in apart], dtype=np.intp).reshape(-1, 2)
    ranks = problem.ranks[:, problem.split_features]
    equal = np.flatnonzero((ranks[ends[:, 0]] == ranks[ends[:, 1]]).all(axis=1))
    if not len(equal):
        return None
    link = apart[equal[0]]
    a, b = number[link.a], number[link.b]
    rows = f"Rows {a} and {b} are equal in every feature" + (
        "" if ranks.shape[1] == problem.ranks.shape[1] else " that a test may ask about"
    )
    return f"{rows}, so no tree can part them; link {a}–{b} {link.kind} cannot hold."
