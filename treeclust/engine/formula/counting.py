"""Counting in clauses: sequential counters (Sinz 2005), with weights, for "at least" and "at most" so many rows."""

from __future__ import annotations

from collections.abc import Sequence

from treeclust.engine.formula.label_formula import LabelFormula


def at_least(formula: LabelFormula, literals: Sequence[int], weights: Sequence[int], least: int) -> int | None:
    """A literal that implies "those that hold weigh at least so much"; None if all of them together do not."""
    if sum(weights) < least:
        return None
    # s[i, j]: the first i weigh at least j.  s[i, j] -> s[i−1, j] or l[i];  s[i, j] -> s[i−1, j] or s[i−1, j − w]
    before: list[int] = []
    for literal, weight in zip(literals, weights, strict=True):
        size = min(len(before) + weight, least)
        first = formula.fresh(size)
        now = list(range(first, first + size))
        clauses = []
        for j, here in enumerate(now):
            stay = before[j : j + 1]
            clauses.append([-here, literal, *stay])
            if j >= weight:
                clauses.append([-here, before[j - weight], *stay])
        formula.sat.add(clauses)
        before = now
    return before[least - 1]


def at_most(formula: LabelFormula, literals: Sequence[int], weights: Sequence[int], most: int) -> None:
    """Those that hold weigh at most so much."""
    total = sum(weights)
    if total <= most:
        return
    if total - most < most:  # fewer to count when those are counted that do not hold
        enough = at_least(formula, [-literal for literal in literals], weights, total - most)
        assert enough is not None
        formula.sat.add([[enough]])
        return
    # s[i, j]: the first i weigh at least j.  s[i−1, j] -> s[i, j];  s[i−1, j − w] and l[i] -> s[i, j], if j ≤ most
    before: list[int] = []
    for literal, weight in zip(literals, weights, strict=True):
        size = min(len(before) + weight, most)
        first = formula.fresh(size)
        now = list(range(first, first + size))
        clauses = [[-old, now[j]] for j, old in enumerate(before)]
        clauses += [[-literal, now[j]] for j in range(min(weight, size))]
        for j, old in enumerate(before):
            beyond = j + weight
            clauses.append([-old, -literal, now[beyond]] if beyond < size else [-old, -literal])
        if weight > most:
            clauses.append([-literal])
        formula.sat.add(clauses)
        before = now
