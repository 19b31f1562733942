"""How much of the tree changes with one more link: each of many random links alone on top of the same problem.

Before: the tree as the engine finds it. After: the most compact clusters, with the wanted tree for them. Near: the
same, near to the tree without the link, as in the application.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from treeclust.ask.solve import solve
from treeclust.ask.wanted import choose
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.links import Link, Links
from treeclust.core.problem import Problem
from treeclust.core.result import Result
from treeclust.core.stop import ProcessorTime
from treeclust.core.tree import Labels, Leaf, Node, Tree
from treeclust.core.wishes import Wishes
from treeclust.lab.bench import cars
from treeclust.lab.bench.leaves import plain_problem
from treeclust.lab.bench.wanted import LIMIT
from treeclust.lab.random_links import random_links

TABLES = ("iris", "wine", cars.NAME)
WHEN = ("before", "after", "near")
FEW = 0.02
"""Links that move more rows than this share of them may change the tree."""


def churn_rows(
    folder: Path, datasets: list[str], kappas: list[float], count: int, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """For each table, κ and objective, `count` links that the problem does not imply."""
    rows: list[dict[str, Any]] = []
    for name in datasets:
        for kappa in kappas:
            for objective in ("md", "md-ms"):
                made = _one(folder, name, kappa, objective, count)
                say(f"{name:10s} κ {kappa:g} {objective:5s} tests that change: {summary(made)}")
                rows += made
    return rows


def _one(folder: Path, name: str, kappa: float, objective: str, count: int) -> list[dict[str, Any]]:
    plain = plain_problem(folder, name)
    known = plain.dataset.known
    assert known is not None
    base = plain.with_(links=random_links(known, kappa, 0))
    more = [link for link in random_links(known, 1.0, 1) if base.closure.implied(link.a, link.b) is None]
    without = _answers(base, objective)
    rows = []
    for number, link in enumerate(more[:count]):
        row: dict[str, Any] = {"dataset": name, "kappa": kappa, "objective": objective, "link": number}
        with_link = _answers(base.with_(links=Links.of([*base.links, link])), objective, without[1].tree)
        for when, old, new in zip(WHEN, without, with_link, strict=True):
            row |= _change(when, old, new, link)
        rows.append(row)
    return rows


def _answers(problem: Problem, objective: str, earlier: Tree | None = None) -> tuple[Result, Result, Result]:
    """As WHEN has them."""
    found, limit = solve(problem, objective, stop=ProcessorTime(LIMIT)), ProcessorTime(LIMIT)
    plain = choose(problem, objective, found, Wishes("compact"), limit)
    if earlier is None:
        return found, plain, plain
    near = Wishes("compact", near=EarlierTree.of(earlier))
    return found, plain, choose(problem, objective, found, near, limit)


def _change(when: str, old: Result, new: Result, link: Link) -> dict[str, Any]:
    """Empty where there is no tree with the link."""
    held = old.labels is not None and link.holds(old.labels)
    moved = changed = None
    if old.tree is not None and new.tree is not None and old.labels is not None and new.labels is not None:
        moved = moved_rows(old.labels, new.labels) / len(old.labels)
        changed = changed_tests(old.tree.root, new.tree.root)
    return {f"held_{when}": held, f"moved_{when}": moved, f"changed_{when}": changed}


def moved_rows(old: Labels, new: Labels) -> int:
    """Rows in another cluster, when clusters are named so that as few as possible are."""
    from scipy.optimize import linear_sum_assignment

    shared = np.zeros((int(old.max()) + 1, int(new.max()) + 1), dtype=np.int64)
    np.add.at(shared, (old, new), 1)
    return len(old) - int(shared[linear_sum_assignment(-shared)].sum())


def changed_tests(old: Node, new: Node) -> float:
    """The share of the new tree's tests, column and threshold, that the old one does not have."""
    before, after = Counter(tests(old)), Counter(tests(new))
    return sum((after - before).values()) / max(1, sum(after.values()))


def tests(node: Node) -> list[tuple[int, float]]:
    return [] if isinstance(node, Leaf) else [(node.feature, node.threshold), *tests(node.left), *tests(node.right)]


def summary(rows: list[dict[str, Any]]) -> str:
    """Mean shares of changed tests: of all links, of those that move few rows, and of those that the tree obeyed
    already, which need not change anything."""
    parts = []
    for when in WHEN:
        moved, changed, held = (f"{what}_{when}" for what in ("moved", "changed", "held"))
        solved = [row for row in rows if row[moved] is not None]
        few, obeyed = [row for row in solved if row[moved] <= FEW], [row for row in solved if row[held]]
        groups = (("all links", solved), ("of few rows", few), ("obeyed", obeyed))
        parts.append(f"{when}: " + ", ".join(f"{name} {_share([r[changed] for r in group])}" for name, group in groups))
    return "; ".join(parts)


def _share(changes: list[float]) -> str:
    return f"{100 * statistics.fmean(changes):.1f} % ({len(changes)})" if changes else "– (0)"
