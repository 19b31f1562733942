"""Brute force over whole trees: every tree of a tiny problem with its leaves and columns, from the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from tests import oracle
from treeclust.core.dataset import Dataset, Feature
from treeclust.core.problem import Problem
from treeclust.core.rules import TreeRules

Shape = tuple[frozenset[int], frozenset[str]]
"""The leaves of a tree as bit masks of rows, and the columns that it asks about."""
Labels = tuple[int, ...]


@lru_cache(maxsize=64)
def trees(problem: Problem) -> frozenset[Shape]:
    """Every tree that obeys the rules, whatever its clusters."""
    assert problem.depth is not None
    everyone = (1 << problem.n) - 1
    found = grow(problem, everyone, problem.depth, frozenset(), True)
    rules = problem.rules
    return frozenset(
        (leaves, columns)
        for leaves, columns in found
        if (rules.max_columns is None or len(columns) <= rules.max_columns)
        and (rules.max_leaves is None or len(leaves) <= rules.max_leaves)
        and all(leaf.bit_count() >= problem.min_leaf_rows for leaf in leaves)
    )


def grow(problem: Problem, rows: int, depth: int, above: frozenset[str], is_root: bool) -> set[Shape]:
    found: set[Shape] = {(frozenset([rows]), frozenset())}
    for column, left in cuts(problem, rows) if depth else ():
        rules = problem.rules
        if column in rules.never or (rules.once and column in above):
            continue
        if is_root and rules.root is not None and column != rules.root:
            continue
        below = above | {column}
        for one in grow(problem, left, depth - 1, below, False):
            for two in grow(problem, rows & ~left, depth - 1, below, False):
                found.add((one[0] | two[0], one[1] | two[1] | {column}))
    return found


def cuts(problem: Problem, rows: int) -> Iterator[tuple[str, int]]:
    members = [i for i in range(problem.n) if rows >> i & 1]
    for feature, values in zip(problem.dataset.features, problem.dataset.values.T, strict=True):
        for threshold in sorted({values[i] for i in members})[:-1] if feature.split else ():
            yield feature.column, sum(1 << i for i in members if values[i] <= threshold)


def clusterings(problem: Problem) -> dict[Labels, int]:
    """Every clustering that obeys everything, and the fewest leaves that a tree for it has (0 without a tree)."""
    found: dict[Labels, int] = {}
    shapes = [(frozenset(1 << i for i in range(problem.n)), frozenset[str]())] if problem.is_flat else trees(problem)
    for leaves, _ in shapes:
        for blocks in oracle.coarsenings({leaves}):
            if problem.least_clusters <= len(blocks) <= problem.k and sizes_fit(problem, blocks):
                labels = oracle.to_labels(blocks, problem.n)
                if labels not in found and not (oracle.obeys(problem.links, labels) and bounds_hold(problem, labels)):
                    continue
                count = 0 if problem.is_flat else len(leaves)
                found[labels] = min(found.get(labels, count), count)
    return found


def sizes_fit(problem: Problem, blocks: frozenset[int]) -> bool:
    most = problem.n if problem.max_rows is None else problem.max_rows
    return all(problem.min_rows <= block.bit_count() <= most for block in blocks)


def bounds_hold(problem: Problem, labels: Labels) -> bool:
    places = [(i, j) for i in range(problem.n) for j in range(i + 1, problem.n)]
    for (i, j), distance in zip(places, problem.distances.tolist(), strict=True):
        together = labels[i] == labels[j]
        if together and problem.max_diameter is not None and distance > problem.max_diameter:
            return False
        if not together and problem.min_split is not None and distance < problem.min_split:
            return False
    return True


def best(problem: Problem, objective: str) -> tuple[str, int | None]:
    values = [oracle.value(problem, labels, objective) for labels in clusterings(problem)]
    return ("optimal", min(values)) if values else ("infeasible", None)


def limited_problem(seed: int, what: str) -> Problem:
    """A tiny problem with limits of one kind: "sizes", "bounds", "rules", "roles" or all of them ("all")."""
    rng = np.random.default_rng([seed, 7])
    problem = oracle.random_problem(seed, most_rows=7, most_depth=2, most_k=3, flat=None if what == "sizes" else False)
    changes: dict[str, object] = {}
    if what in ("sizes", "all"):
        changes |= random_sizes(problem, rng)
    if what in ("bounds", "all") or (what == "sizes" and problem.is_flat):
        wide, near = np.quantile(problem.distances, [0.2 + 0.8 * rng.random(), 0.4 * rng.random()])
        changes |= {"max_diameter": float(wide)} if rng.random() < 0.6 else {"min_split": float(near)}
    if what in ("roles", "all"):
        changes["dataset"] = random_roles(problem.dataset, rng)
        problem = problem.with_(dataset=changes.pop("dataset"))
    if what in ("rules", "all"):
        changes["rules"] = random_rules(problem, rng)
    return problem.with_(**changes)


def random_sizes(problem: Problem, rng: np.random.Generator) -> dict[str, object]:
    least = int(rng.integers(1, max(2, problem.n // problem.least_clusters + 1)))
    sizes: dict[str, object] = {"min_rows": least}
    if rng.random() < 0.4:
        sizes["max_rows"] = int(rng.integers(max(least, -(-problem.n // problem.k)), problem.n + 1))
    if rng.random() < 0.4 and not problem.is_flat:
        sizes["min_leaf_rows"] = int(rng.integers(1, 4))
    return sizes


def random_roles(dataset: Dataset, rng: np.random.Generator) -> Dataset:
    """Some features are not asked about, some weigh more, some are not measured."""
    chosen = [
        Feature(f.column, f.low, f.high, weight=float(rng.choice([0.0, 0.5, 1.0, 3.0])), split=bool(rng.random() < 0.7))
        for f in dataset.features
    ]
    if not any(f.split for f in chosen):
        chosen[0] = Feature(chosen[0].column, chosen[0].low, chosen[0].high)
    return Dataset(tuple(chosen), dataset.values.copy(), dataset.rows)


def random_rules(problem: Problem, rng: np.random.Generator) -> TreeRules:
    columns = sorted(problem.split_columns)
    never = tuple(name for name in columns[1:] if rng.random() < 0.25)
    allowed = [name for name in columns if name not in never]
    return TreeRules(
        never,
        str(rng.choice(allowed)) if rng.random() < 0.3 else None,
        int(rng.integers(1, 3)) if rng.random() < 0.3 else None,
        int(rng.integers(problem.least_clusters, 5)) if rng.random() < 0.4 else None,
        bool(rng.random() < 0.3),
    )
