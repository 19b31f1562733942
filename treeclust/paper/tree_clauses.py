"""Equations (7)–(15): a complete decision tree, and the way of every row through it."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from treeclust.core.equations import equation
from treeclust.paper.variables import Blocks, Model, clauses


@equation(7, "a branching node tests at most one feature")
def at_most_one_feature(m: Model) -> Blocks:
    # (¬a[t,j], ¬a[t,j'])     t ∈ T_B, j ≠ j' ∈ F
    for j, jj in combinations(range(m.a.shape[1]), 2):
        yield clauses(-m.a[:, j], -m.a[:, jj])


@equation(8, "a branching node tests at least one feature")
def at_least_one_feature(m: Model) -> Blocks:
    # (⋁_j a[t,j])     t ∈ T_B
    yield m.a


@equation(9, "rows go left in the order of the tested feature")
def ordered_split(m: Model) -> Blocks:
    # (¬a[t,j], s[i,t], ¬s[i',t])     t ∈ T_B, j ∈ F, (i,i') ∈ O_j
    for j, (i, ii) in enumerate(m.consecutive):
        yield clauses(-m.a[:, j], m.s[i], -m.s[ii])


@equation(10, "rows with equal values of the tested feature go the same way")
def equal_values_together(m: Model) -> Blocks:
    # (¬a[t,j], ¬s[i,t], s[i',t])     t ∈ T_B, j ∈ F, (i,i') ∈ O_j, x_i[j] = x_i'[j]
    for j, (i, ii) in enumerate(m.consecutive):
        equal = m.problem.ranks[i, j] == m.problem.ranks[ii, j]
        yield clauses(-m.a[:, j], -m.s[i[equal]], m.s[ii[equal]])


@equation(11, "a row at a leaf went left wherever the leaf lies to the left")
def left_turns(m: Model) -> Blocks:
    # (¬z[i,t], s[i,t'])     t ∈ T_L, x_i ∈ X, t' ∈ A_l(t)
    for t in m.shape.leaves:
        for tt in m.shape.turned_left(t):
            yield clauses(-m.z[:, t], m.s[:, tt])


@equation(12, "a row at a leaf went right wherever the leaf lies to the right")
def right_turns(m: Model) -> Blocks:
    # (¬z[i,t], ¬s[i,t'])     t ∈ T_L, x_i ∈ X, t' ∈ A_r(t)
    for t in m.shape.leaves:
        for tt in m.shape.turned_right(t):
            yield clauses(-m.z[:, t], -m.s[:, tt])


@equation(13, "a row that took every turn towards a leaf is at that leaf")
def arrival(m: Model) -> Blocks:
    # (z[i,t], ⋁_{t' ∈ A_l(t)} ¬s[i,t'], ⋁_{t' ∈ A_r(t)} s[i,t'])     t ∈ T_L, x_i ∈ X
    for t in m.shape.leaves:
        yield np.column_stack([m.z[:, t], -m.s[:, m.shape.turned_left(t)], m.s[:, m.shape.turned_right(t)]])


@equation(14, "the row with the lowest value of the tested feature goes left, so no split is empty on the left")
def lowest_goes_left(m: Model) -> Blocks:
    # (¬a[t,j], s[#¹_j,t])     t ∈ T_B, j ∈ F
    for j, (first, _) in enumerate(m.first_and_last):
        yield clauses(-m.a[:, j], m.s[first])


@equation(15, "the row with the highest value of the tested feature goes right, so no split is empty on the right")
def highest_goes_right(m: Model) -> Blocks:
    # (¬a[t,j], ¬s[#ⁿ_j,t])     t ∈ T_B, j ∈ F
    for j, (_, last) in enumerate(m.first_and_last):
        yield clauses(-m.a[:, j], -m.s[last])
