"""Equations (22)–(31): links, and distance classes that are together or separate."""

from __future__ import annotations

from treeclust.core.equations import equation
from treeclust.paper.variables import Blocks, Model, clauses


@equation(22, "rows of a cannot-link are not both in the first cluster")
def cannot_both_first(m: Model) -> Blocks:
    # (x[i,1], x[i',1])     (i,i') ∈ CL
    i, ii = m.pairs.cannot
    yield clauses(m.x[i, 0], m.x[ii, 0])


@equation(23, "rows of a cannot-link are not both in the last cluster")
def cannot_both_last(m: Model) -> Blocks:
    # (¬x[i,k−1], ¬x[i',k−1])     (i,i') ∈ CL
    i, ii = m.pairs.cannot
    yield clauses(-m.x[i, -1], -m.x[ii, -1])


@equation(24, "rows of a cannot-link are not both in any cluster between")
def cannot_both_between(m: Model) -> Blocks:
    # (¬x[i,c], ¬x[i',c], x[i,c+1], x[i',c+1])     (i,i') ∈ CL, c ∈ [1..k−2]
    i, ii = m.pairs.cannot
    yield clauses(-m.x[i, :-1], -m.x[ii, :-1], m.x[i, 1:], m.x[ii, 1:])


@equation(25, "the second row of a must-link is not in an earlier cluster than the first")
def must_not_before(m: Model) -> Blocks:
    # (¬x[i,c], x[i',c])     (i,i') ∈ ML, c ∈ [1..k−1]
    i, ii = m.pairs.must
    yield clauses(-m.x[i], m.x[ii])


@equation(26, "the second row of a must-link is not in a later cluster than the first")
def must_not_after(m: Model) -> Blocks:
    # (x[i,c], ¬x[i',c])     (i,i') ∈ ML, c ∈ [1..k−1]
    i, ii = m.pairs.must
    yield clauses(m.x[i], -m.x[ii])


@equation(27, "rows of a separate distance class are not both in the first cluster")
def separate_both_first(m: Model) -> Blocks:
    # (b⁻[w], x[i,1], x[i',1])     D_w ∈ D, (i,i') ∈ D_w
    i, ii, w = m.pairs.separate
    yield clauses(m.b_minus[w], m.x[i, 0], m.x[ii, 0])


@equation(28, "rows of a separate distance class are not both in the last cluster")
def separate_both_last(m: Model) -> Blocks:
    # (b⁻[w], ¬x[i,k−1], ¬x[i',k−1])     D_w ∈ D, (i,i') ∈ D_w
    i, ii, w = m.pairs.separate
    yield clauses(m.b_minus[w], -m.x[i, -1], -m.x[ii, -1])


@equation(29, "rows of a separate distance class are not both in any cluster between")
def separate_both_between(m: Model) -> Blocks:
    # (b⁻[w], ¬x[i,c], ¬x[i',c], x[i,c+1], x[i',c+1])     D_w ∈ D, (i,i') ∈ D_w, c ∈ [1..k−2]
    i, ii, w = m.pairs.separate
    yield clauses(m.b_minus[w][:, None], -m.x[i, :-1], -m.x[ii, :-1], m.x[i, 1:], m.x[ii, 1:])


@equation(30, "in a class that is together, the second row of a pair is not in an earlier cluster than the first")
def together_not_before(m: Model) -> Blocks:
    # (¬b⁺[w], ¬x[i,c], x[i',c])     D_w ∈ D, (i,i') ∈ D_w, c ∈ [1..k−1]
    i, ii, w = m.pairs.together
    yield clauses(-m.b_plus[w][:, None], -m.x[i], m.x[ii])


@equation(31, "in a class that is together, the second row of a pair is not in a later cluster than the first")
def together_not_after(m: Model) -> Blocks:
    # (¬b⁺[w], x[i,c], ¬x[i',c])     D_w ∈ D, (i,i') ∈ D_w, c ∈ [1..k−1]
    i, ii, w = m.pairs.together
    yield clauses(-m.b_plus[w][:, None], m.x[i], -m.x[ii])
