"""Equations (16)–(21) and (39): the clusters of leaves and rows, each partition written once, no cluster empty."""

from __future__ import annotations

import numpy as np

from treeclust.core.equations import equation
from treeclust.paper.variables import Blocks, Model, clauses


@equation(16, "the cluster of a leaf is a well-formed unary number")
def leaf_unary(m: Model) -> Blocks:
    # (g[t,c], ¬g[t,c+1])     t ∈ T_L, c ∈ [1..k−2]
    yield clauses(m.g[:, :-1], -m.g[:, 1:])


@equation(17, "a row's cluster is at least that of its leaf")
def row_not_below_leaf(m: Model) -> Blocks:
    # (¬z[i,t], ¬g[t,c], x[i,c])     t ∈ T_L, x_i ∈ X, c ∈ [1..k−1]
    for t in m.shape.leaves:
        yield clauses(-m.z[:, t, None], -m.g[t], m.x)


@equation(18, "a row's cluster is at most that of its leaf")
def row_not_above_leaf(m: Model) -> Blocks:
    # (¬z[i,t], g[t,c], ¬x[i,c])     t ∈ T_L, x_i ∈ X, c ∈ [1..k−1]
    for t in m.shape.leaves:
        yield clauses(-m.z[:, t, None], m.g[t], -m.x)


@equation(19, "row c is in one of the first c clusters, so that a partition is written in one way only")
def early_rows(m: Model) -> Blocks:
    # (¬x[c,c])     c ∈ [1..k−1]
    yield clauses(-np.diagonal(m.x))


@equation(20, "a row opens cluster c + 1 only if an earlier row is in cluster c")
def open_in_order(m: Model) -> Blocks:
    # (¬x[i,c], ⋁_{i' < i} x[i',c−1])     x_i ∈ X, c ∈ [2..k−1], c < i
    for i in range(2, len(m.x)):
        c = np.arange(1, min(m.x.shape[1], i))
        yield np.column_stack([-m.x[i, c], m.x[:i, c - 1].T])


@equation(
    21,
    "the last required cluster has a row; with (19) and (20) then so have all before it",
    deviates="k_min in place of k, as the paper's remark says; no clause when k_min is 1",
)
def no_empty_cluster(m: Model) -> Blocks:
    # (⋁_i x[i,k_min−1])
    if m.problem.least_clusters > 1:
        yield m.x[:, m.problem.least_clusters - 2][None, :]


@equation(39, "without a tree, the cluster of a row is a well-formed unary number")
def row_unary(m: Model) -> Blocks:
    # (x[i,c], ¬x[i,c+1])     x_i ∈ X, c ∈ [1..k−2]
    yield clauses(m.x[:, :-1], -m.x[:, 1:])
