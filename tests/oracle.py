"""A naive oracle: every clustering of a tiny problem, straight from the definitions, without any engine."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from treeclust.core.closure import close
from treeclust.core.dataset import Dataset
from treeclust.core.links import Kind, Link, LinkConflict, Links
from treeclust.core.problem import Problem

Blocks = frozenset[int]
"""A partition of the rows: one bit mask per cluster."""


def best(problem: Problem, objective_name: str) -> tuple[str, int | None]:
    """("optimal", smallest value in classes), or ("infeasible", None)."""
    values = [value(problem, labels, objective_name) for labels in clusterings(problem)]
    return ("optimal", min(values)) if values else ("infeasible", None)


def value(problem: Problem, labels: tuple[int, ...], objective_name: str) -> int:
    """λ⁻, λ⁻ − λ⁺, or −λ⁺ of one clustering, by looking at every pair."""
    far, near = -1, len(problem.classes)
    for i, j, pair_class in pairs(problem):
        if labels[i] == labels[j]:
            far = max(far, pair_class)
        else:
            near = min(near, pair_class)
    return {"md": far + 1, "md-ms": far + 1 - near, "ms": -near}[objective_name]


@lru_cache(maxsize=64)
def pairs(problem: Problem) -> list[tuple[int, int, int]]:
    """Every pair of rows with the class of its distance."""
    places = [(i, j) for i in range(problem.n) for j in range(i + 1, problem.n)]
    return [
        (i, j, int(problem.classes.of(float(length)))) for (i, j), length in zip(places, problem.distances, strict=True)
    ]


@lru_cache(maxsize=64)
def clusterings(problem: Problem) -> list[tuple[int, ...]]:
    """Every feasible label vector once, clusters numbered by first appearance; remembered for the next test."""
    leaves = all_partitions(problem.n) if problem.depth is None else tree_partitions(problem)
    fitting = (blocks for blocks in coarsenings(leaves) if problem.least_clusters <= len(blocks) <= problem.k)
    found = [to_labels(blocks, problem.n) for blocks in fitting]
    return [labels for labels in found if obeys(problem.links, labels)]


def tree_partitions(problem: Problem) -> set[Blocks]:
    """The ways in which the leaves of a tree of the given depth can part the rows."""
    table = problem.dataset.values

    @cache
    def part(rows: int, depth: int) -> frozenset[Blocks]:
        ways = {frozenset([rows])}
        if depth > 0:
            for left in cuts(rows):
                for one in part(left, depth - 1):
                    for two in part(rows & ~left, depth - 1):
                        ways.add(one | two)
        return frozenset(ways)

    @cache
    def cuts(rows: int) -> frozenset[int]:
        members = [i for i in range(problem.n) if rows >> i & 1]
        found = set()
        for column in table.T:
            for threshold in {column[i] for i in members}:
                found.add(sum(1 << i for i in members if column[i] <= threshold))
        return frozenset(found - {rows})

    assert problem.depth is not None
    return set(part((1 << problem.n) - 1, problem.depth))


def all_partitions(n: int) -> set[Blocks]:
    """The finest partition; its coarsenings are all the others."""
    return {frozenset(1 << i for i in range(n))}


def coarsenings(partitions: set[Blocks]) -> set[Blocks]:
    """The partitions and everything that comes from joining their blocks."""
    found = set(partitions)
    queue = list(found)
    while queue:
        blocks = list(queue.pop())
        for one in range(len(blocks)):
            for two in range(one):
                rest = blocks[:two] + blocks[two + 1 : one] + blocks[one + 1 :]
                joined = frozenset([*rest, blocks[one] | blocks[two]])
                if joined not in found:
                    found.add(joined)
                    queue.append(joined)
    return found


def to_labels(blocks: Blocks, n: int) -> tuple[int, ...]:
    ordered = sorted(blocks, key=lambda mask: mask & -mask)
    return tuple(next(c for c, mask in enumerate(ordered) if mask >> i & 1) for i in range(n))


def obeys(links: Links, labels: tuple[int, ...]) -> bool:
    return all((labels[link.a] == labels[link.b]) == (link.kind is Kind.MUST) for link in links)


def random_problem(
    seed: int, *, most_rows: int = 8, most_depth: int = 3, most_k: int = 4, flat: bool | None = None
) -> Problem:
    """A tiny problem with duplicates, ties, consistent links, any ε and now and then a k_min below k."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, most_rows + 1))
    features = int(rng.integers(1, 4))
    levels = int(rng.choice([2, 3, 5, 50]))
    table = rng.integers(0, levels, (n, features)).astype(float)
    table[0], table[1] = 0.0, float(levels)
    if rng.random() < 0.3:
        table[n - 1] = table[int(rng.integers(0, n - 1))]
    is_flat = bool(rng.random() < 0.2) if flat is None else flat
    depth = None if is_flat else int(rng.integers(1, most_depth + 1))
    k = int(rng.integers(2, min(most_k, n, 2**depth if depth else n) + 1))
    k_min = int(rng.integers(1, k + 1)) if rng.random() < 0.3 else None
    epsilon = float(rng.choice([0.0, 0.1, 5.0, 20.0]))
    metric = str(rng.choice(["euclidean", "euclidean", "manhattan", "chebyshev"]))
    links = random_consistent_links(rng, n, int(rng.integers(0, n)))
    return Problem(Dataset.from_array(table), k, depth, links, epsilon, k_min, metric)


def random_consistent_links(rng: np.random.Generator, n: int, count: int) -> Links:
    """Up to `count` links, each kept if it does not contradict the earlier ones."""
    kept = Links()
    for _ in range(count):
        a, b = (int(i) for i in rng.choice(n, 2, replace=False))
        kind = Kind.MUST if rng.random() < 0.4 else Kind.CANNOT
        candidate = Links.of([*kept, Link(a, b, kind)])
        try:
            close(candidate, n)
        except LinkConflict:
            continue
        kept = candidate
    return kept
