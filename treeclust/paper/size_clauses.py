"""Beyond the paper: how many rows clusters and leaves may have, bounds on diameter and split, rules about the tree.

Counting uses sequential counters (Sinz 2005). Where the shape of the tree is ruled, a node may be idle: then all rows
go left there, and (8), (14), (15) hold for the others only.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.distances import pair_indices
from treeclust.paper.variables import Block, Blocks, Model, clauses


def far_pairs_apart(m: Model) -> Blocks:
    """Rows farther apart than the largest diameter do not share a cluster."""
    # (¬y[i,c], ¬y[i',c])     d(i, i') > γ
    limit = m.problem.max_diameter
    if limit is not None:
        one, two = (rows[m.problem.distances > limit] for rows in pair_indices(m.problem.n))
        yield clauses(-m.in_cluster[one], -m.in_cluster[two])


def near_pairs_together(m: Model) -> Blocks:
    """Rows nearer to each other than the smallest split share a cluster."""
    # (¬y[i,c], y[i',c])     d(i, i') < δ
    limit = m.problem.min_split
    if limit is not None:
        one, two = (rows[m.problem.distances < limit] for rows in pair_indices(m.problem.n))
        yield clauses(-m.in_cluster[one], m.in_cluster[two])


def cluster_of_a_row(m: Model) -> Blocks:
    """y[i, c]: row i is in cluster c."""
    # (¬y[i,c], x[i,c−1])   (¬y[i,c], ¬x[i,c])   (y[i,c], ¬x[i,c−1], x[i,c])
    if m.in_cluster.size:
        y, x = m.in_cluster, m.x
        yield clauses(-y[:, 1:], x)
        yield clauses(-y[:, :-1], -x)
        yield clauses(y[:, :1], x[:, :1])
        yield clauses(y[:, -1:], -x[:, -1:])
        yield clauses(y[:, 1:-1], -x[:, :-1], x[:, 1:])


def cluster_sizes(m: Model) -> Blocks:
    """A cluster that has a row has enough of them, and not too many."""
    p = m.problem
    for c in range(p.k if p.has_sizes else 0):
        rows = m.in_cluster[:, c]
        if p.min_rows > 1:
            yield from enough(m, rows, p.min_rows)
        if p.max_rows is not None and p.max_rows < p.n:
            yield from at_most(m, rows, p.max_rows)


def leaf_sizes(m: Model) -> Blocks:
    """A leaf that has a row has enough of them."""
    for leaf in range(m.z.shape[1] if m.problem.min_leaf_rows > 1 else 0):
        yield from enough(m, m.z[:, leaf], m.problem.min_leaf_rows)


def only_split_features(m: Model) -> Blocks:
    """No test asks about a feature that none may ask about."""
    # (¬a[t,j])
    barred = np.setdiff1d(np.arange(m.a.shape[1]), m.problem.split_features)
    if m.a.size and len(barred):
        yield clauses(-m.a[:, barred])


def some_feature_where_used(m: Model) -> Blocks:
    """In place of (8): a node that parts rows tests a feature, all rows go left at the others."""
    # (¬u[t], ⋁_j a[t,j])   (u[t], s[i,t])   (¬u[2t+1], u[t])
    yield np.column_stack([-m.used, m.a])
    yield clauses(m.used, m.s)
    inner = np.arange(len(m.used) // 2)
    yield clauses(-m.used[2 * inner + 2], m.used[inner])


def tree_rules(m: Model) -> Blocks:
    """The column of the first test, how many columns and leaves, no column twice on a path."""
    rules, used = m.problem.rules, m.used
    column = np.array([feature.column for feature in m.problem.dataset.features])
    if rules.max_leaves is not None and rules.max_leaves - 1 < len(used):
        yield from at_most(m, used, rules.max_leaves - 1)
    if rules.root is not None:
        yield clauses(-used[0], -m.a[0, column != rules.root])
        yield clauses(used[0], -used[1:])
    names = np.unique(column)
    if rules.max_columns is not None and rules.max_columns < len(names):
        asked = m.new(len(names))
        yield clauses(-used[:, None], -m.a, asked[np.searchsorted(names, column)])
        yield from at_most(m, asked, rules.max_columns)
    for t in range(1, len(used) if rules.once else 0):
        for above in above_of(t):
            for name in names:
                j = np.flatnonzero(column == name)
                yield clauses(-used[t], -used[above], -m.a[t, j][:, None], -m.a[above, j])


def above_of(t: int) -> list[int]:
    """The nodes on the way from node t to the root."""
    return [] if t == 0 else [(t - 1) // 2, *above_of((t - 1) // 2)]


def at_most(m: Model, literals: Block, most: int) -> Blocks:
    others, blocks = at_least(m, -literals, len(literals) - most)
    assert others is not None
    yield from blocks
    yield clauses([others])


def enough(m: Model, rows: Block, least: int) -> Blocks:
    """If one of the literals holds, at least so many do."""
    found, blocks = at_least(m, rows, least)
    yield from blocks
    yield clauses(-rows) if found is None else clauses(-rows, found)


def at_least(m: Model, literals: Block, least: int) -> tuple[int | None, list[Block]]:
    """A literal that implies "at least so many hold" (None if there are too few), and the clauses that make it so."""
    if len(literals) < least:
        return None, []
    blocks: list[Block] = []
    before = np.zeros(0, dtype=np.int32)
    for literal in literals.tolist():
        now = m.new(min(len(before) + 1, least))
        # s[i, j] -> s[i−1, j] or l[i];  s[i, j] -> s[i−1, j] or s[i−1, j−1]
        blocks.append(clauses(-now[: len(before)], before[: len(now)], literal))
        blocks.append(clauses(-now[len(before) :], literal))
        inner = min(len(before), len(now))
        blocks.append(clauses(-now[1:inner], before[1:inner], before[: max(0, inner - 1)]))
        blocks.append(clauses(-now[max(1, inner) :], before[max(1, inner) - 1 : len(now) - 1]))
        before = now
    return int(before[least - 1]), [block for block in blocks if block.size]
