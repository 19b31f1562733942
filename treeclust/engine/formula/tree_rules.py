"""Rules about the tree as clauses, and the number of rows of clusters and leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treeclust.engine.formula.counting import at_least, at_most
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.instance.instance import Ints

if TYPE_CHECKING:
    from treeclust.engine.formula.tree_formula import TreeFormula


def add_rules(formula: TreeFormula) -> None:
    """The root's column, how many columns and leaves, no column twice on a path. u[t]: node t parts rows."""
    rules, used = formula.instance.problem.rules, formula.used
    features = formula.instance.problem.dataset.features
    column = [features[j].column for j in formula.instance.features.tolist()]
    # u[2t + 1] -> u[t]: right of a test that parts nothing there is nothing to part
    formula.sat.add([[-used[2 * t + 2], used[t]] for t in range(len(used) // 2)])
    if rules.max_leaves is not None:
        at_most(formula, used, [1] * len(used), rules.max_leaves - 1)
    if rules.root is not None:
        formula.sat.add([[-int(formula.test[0, j]), -used[0]] for j, name in enumerate(column) if name != rules.root])
        formula.sat.add([[used[0], -node] for node in used[1:]])  # the first test is at the root
        part_all_at_root(formula)
    names = sorted(set(column))
    if rules.max_columns is not None:
        asked = list(range(first := formula.fresh(len(names)), first + len(names)))
        place = dict(zip(names, asked, strict=True))
        tests = [(t, j) for t in range(len(used)) for j in range(len(column))]
        formula.sat.add([[-used[t], -int(formula.test[t, j]), place[column[j]]] for t, j in tests])
        at_most(formula, asked, [1] * len(asked), rules.max_columns)
    if rules.once:
        formula.sat.add(
            [-used[t], -used[above], -int(formula.test[t, j]), -int(formula.test[above, i])]
            for t in range(1, len(used))
            for above in ancestors(t)
            for j, one in enumerate(column)
            for i, two in enumerate(column)
            if one == two
        )


def part_all_at_root(formula: TreeFormula) -> None:
    """A test at the root has the lowest value on its left and the highest on its right, or it would part nothing."""
    ranks = formula.instance.ranks
    lowest, highest = ranks.argmin(axis=0), ranks.argmax(axis=0)
    formula.activate([*lowest.tolist(), *highest.tolist()])
    place = {point: at for at, point in enumerate(formula.active)}
    for j, (low, high) in enumerate(zip(lowest.tolist(), highest.tolist(), strict=True)):
        test = [-formula.used[0], -int(formula.test[0, j])]
        formula.sat.add([[*test, int(formula.left[place[low], 0])], [*test, -int(formula.left[place[high], 0])]])


def ancestors(t: int) -> list[int]:
    """The nodes above node t, counted from 0."""
    return [] if t == 0 else [(t - 1) // 2, *ancestors((t - 1) // 2)]


def add_sizes(formula: LabelFormula) -> None:
    """Every cluster that has a row has as many as the problem says; all groups must be in play."""
    problem, instance = formula.instance.problem, formula.instance
    rows = np.bincount(instance.group_of, weights=instance.weight).astype(int).tolist()
    for c in range(formula.k):
        literals = formula.literal[:, c].tolist()
        if problem.min_rows > 1:
            enough = at_least(formula, literals, rows, problem.min_rows)
            clause = [] if enough is None else [enough]
            if c < problem.least_clusters:
                formula.sat.add([clause])
            else:
                formula.sat.add([[-literal, *clause] for literal in literals])
        if problem.max_rows is not None:
            at_most(formula, literals, rows, problem.max_rows)


def add_leaf_sizes(formula: TreeFormula) -> None:
    """Every leaf that has a row has as many as the problem says; all points must be active."""
    least = formula.instance.problem.min_leaf_rows
    weights = formula.instance.weight[formula.active].tolist()
    node, side = formula.paths
    for leaf in range(len(node)):
        path: Ints = np.where(side[leaf], formula.left[:, node[leaf]], -formula.left[:, node[leaf]])
        first = formula.fresh(len(path))
        here = list(range(first, first + len(path)))
        # z[i] <-> the whole path of the leaf;  z[i] -> so many rows are at the leaf
        formula.sat.add([-z, step] for z, steps in zip(here, path.tolist(), strict=True) for step in steps)
        formula.sat.add([z, *(-step for step in steps)] for z, steps in zip(here, path.tolist(), strict=True))
        enough = at_least(formula, here, weights, least)
        formula.sat.add([[-z] if enough is None else [-z, enough] for z in here])
