"""What a proposed clustering is worth on all points, and which points to activate when it breaks something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.equations import states
from treeclust.core.rules import broken_rule
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.diameters import farthest_pairs
from treeclust.engine.instance.instance import Instance, Ints

Enough = Callable[[int], float]
"""From the level of the split to the diameter from which on a clustering is of no use, however wide it is."""


def measure_all(ms_level: int) -> float:
    """Every diameter is of interest."""
    return np.inf


@dataclass(frozen=True, eq=False)
class Check:
    """`feasible`: links hold, enough clusters have rows, none has too few or too many, and the tree obeys its rules.
    Levels are those of MD (−1: all alone) and MS."""

    labels: Ints
    torn: Ints
    clashing: Ints
    missing: int
    md: float | None
    md_level: int
    ms_level: int
    far: list[tuple[int, int]]
    cut: Ints
    wrong_sizes: int = 0
    too_wide: bool = False
    rule_broken: str | None = None

    @property
    def feasible(self) -> bool:
        linked = not len(self.torn) and not len(self.clashing) and self.missing == 0
        return linked and not self.wrong_sizes and not self.too_wide and self.rule_broken is None

    def keeps(self, md_level: int, ms_level: int) -> bool:
        """Feasible, with MD of at most and MS of at least these levels?"""
        return self.feasible and self.md_level <= md_level and self.ms_level >= ms_level


@states(3, sentence="the split is the shortest edge of the minimum spanning tree that is cut")
def check(
    instance: Instance,
    labels: Ints,
    uses_split: bool,
    limit: int,
    pause: Callable[[], None] = lambda: None,
    enough: Enough = measure_all,
) -> Check:
    """Measure a labelling of all points; an MD that is `enough` for its MS need not be exact."""
    torn, clashing, missing = faults(instance, labels)
    cut, ms_level = np.zeros(0, dtype=np.int64), instance.levels.count
    if uses_split:
        a, b, length = instance.spanning
        cut = np.flatnonzero(labels[a] != labels[b])
        if len(cut):
            ms_level = int(instance.levels.of(length[cut[0]]))
    md, far = farthest_pairs(instance, labels, limit, pause, enough(ms_level))
    md_level = -1 if md is None else int(instance.levels.of(md))
    widest = instance.problem.max_diameter
    too_wide = widest is not None and md is not None and md > widest
    return Check(
        labels, torn, clashing, missing, md, md_level, ms_level, far, cut, wrong_sizes(instance, labels), too_wide
    )


def check_tree(
    instance: Instance,
    tree: Candidate,
    uses_split: bool,
    limit: int,
    pause: Callable[[], None] = lambda: None,
    enough: Enough = measure_all,
) -> Check:
    """Measure the clustering of a tree, and see whether the tree itself obeys the rules."""
    found = check(instance, tree.labels(instance.ranks), uses_split, limit, pause, enough)
    broken = rule_broken_by(tree, instance)
    return found if broken is None else replace(found, rule_broken=broken)


def rule_broken_by(tree: Candidate, instance: Instance) -> str | None:
    """The rule that the tree breaks as it would be shown."""
    problem = instance.problem
    if not problem.rules.bind_the_shape and problem.min_leaf_rows == 1:
        return None
    shown = tree.solution(instance).tree
    assert shown is not None
    return broken_rule(shown, problem.rules, problem.min_leaf_rows)


def wrong_sizes(instance: Instance, labels: Ints) -> int:
    """How many clusters have too few or too many rows."""
    problem = instance.problem
    if not problem.has_sizes:
        return 0
    rows = np.bincount(labels, weights=instance.weight)
    few = (rows > 0) & (rows < problem.min_rows)
    return int((few | (rows > (problem.max_rows or problem.n))).sum())


@states(1, 2, sentence="no group is torn apart, and no two exclusive groups share a label")
def faults(instance: Instance, labels: Ints) -> tuple[Ints, Ints, int]:
    """Points torn from their group, exclusive pairs of groups that are together, and how many clusters are missing."""
    torn, clashing, present = broken_links(labels, instance.group_of, instance.first_member, instance.exclusive)
    return torn, clashing, max(0, instance.problem.least_clusters - present)


@compiled("Tuple((int64[::1], int64[::1], int64))(int64[::1], int64[::1], int64[::1], int64[:,::1])")
def broken_links(labels: Ints, group_of: Ints, first_member: Ints, exclusive: Ints) -> tuple[Ints, Ints, int]:
    """Points torn from their group, exclusive pairs that are together, and how many clusters have points."""
    torn, clashing, seen = (
        np.empty_like(labels),
        np.empty(len(exclusive), np.int64),
        np.zeros(labels.max() + 1, np.int64),
    )
    out, together = 0, 0
    for u in range(len(labels)):
        seen[labels[u]] = 1
        torn[out] = u
        out += labels[u] != labels[first_member[group_of[u]]]
    for e in range(len(exclusive)):
        clashing[together] = e
        together += labels[first_member[exclusive[e, 0]]] == labels[first_member[exclusive[e, 1]]]
    return torn[:out].copy(), clashing[:together].copy(), int(seen.sum())


def obeys(instance: Instance, tree: Candidate) -> bool:
    """Is it a clustering at all, by a tree that obeys the rules? Quicker than a check, because nothing is measured."""
    labels = tree.labels(instance.ranks)
    torn, clashing, missing = faults(instance, labels)
    linked = not len(torn) and not len(clashing) and missing == 0 and not wrong_sizes(instance, labels)
    return linked and rule_broken_by(tree, instance) is None
