"""Which of the equally good trees is shown: the most compact clusters, then for exactly these the wanted tree.

Clusters are looked for among all trees within the levels of a clustering in hand, by descent that never leaves that
set; the tree has the fewest leaves that tell the clusters apart, which is proved. Effort is counted in steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.problem import Problem
from treeclust.core.tree import Solution
from treeclust.core.wishes import Wishes
from treeclust.engine.bounds.conflict_graph import bundles
from treeclust.engine.bounds.leaf_conflicts import pack
from treeclust.engine.descent.compact_trees import CompactTrees
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check, check, check_tree, rule_broken_by
from treeclust.engine.instance.instance import Bools, Instance, Ints, prepare
from treeclust.engine.search.fewest_leaves import FewestLeaves
from treeclust.engine.search.taste import Taste

COMPACT_STEPS = 30_000_000
"""About a third of a second."""
LEAF_STEPS = 30_000_000
SAMPLE, ROUNDS, VIOLATORS = 1_000, 6, 20
"""Rows of a large table that a descent sees at first, how often it begins, and pairs that join the sample each time."""
MOVE_SHARE = 0.01
"""What must be saved of the sum of squares for the tree that was shown before to go."""
LEAF_SHARE = 0.01
"""A leaf more must save at least this share of the sum of squares."""


@dataclass(frozen=True, eq=False)
class ShownTree:
    """A tree for a partition; `proved`: no tree with fewer leaves, of this depth, gives the same clusters."""

    candidate: Candidate
    leaves: int
    proved: bool


class TreesToShow:
    """Chooses the tree to show for given clusters of one problem, near to the one that was shown before."""

    def __init__(self, problem: Problem, near: EarlierTree | None = None) -> None:
        assert problem.depth is not None
        self.instance, self.depth = prepare(problem), problem.depth
        self.taste = Taste(self.instance, near)
        self.searches: dict[bytes, FewestLeaves] = {}
        self.found: dict[bytes, ShownTree | None] = {}

    def labels_of(self, solution: Solution) -> Ints:
        """The cluster of each point."""
        return solution.labels[self.instance.row_of_point].astype(np.int64)

    def for_solution(self, solution: Solution) -> tuple[Solution, int, bool]:
        """The same clusters by the wanted tree, its leaves, and whether it is proved that fewer would not do."""
        leaves = 0 if solution.tree is None else sum(1 for _ in solution.tree.leaves())
        shown = self.tree_for(self.labels_of(solution), leaves)
        if shown is None:
            return solution, leaves, False
        if rule_broken_by(shown.candidate, self.instance) is not None:
            return solution, leaves, shown.proved and shown.leaves == leaves
        solution = self.taste.with_earlier_thresholds(shown.candidate.solution(self.instance))
        return solution, shown.leaves, shown.proved

    def tree_for(self, labels: Ints, most: int) -> ShownTree | None:
        """The wanted tree for exactly these clusters, of which one with `most` leaves is known: fewest leaves, then as
        near as can be, then few columns, then wide margins; None if there were too few steps for any."""
        first = self.some_tree_for(labels, most)
        if first is None:
            return None
        search = self.searches[labels.tobytes()]
        candidate = self._nearest(search, first.candidate, first.leaves)
        search.features = self._few_columns(search, candidate, first.leaves)
        return replace(first, candidate=search.tree(first.leaves, self.taste) or candidate)

    def some_tree_for(self, labels: Ints, most: int) -> ShownTree | None:
        """As `tree_for`, but the first of the trees with the fewest leaves; the search goes on from here if the wanted
        one is asked for later."""
        key = labels.tobytes()
        if key not in self.searches:
            search = FewestLeaves(self.instance.ranks, labels, self.depth, int(labels.max()) + 1, LEAF_STEPS)
            leaves, proved = search.least(most)
            candidate = search.tree(leaves, None)
            self.searches[key] = search
            self.found[key] = None if candidate is None else ShownTree(candidate, leaves, proved)
        return self.found[key]

    def _nearest(self, search: FewestLeaves, candidate: Candidate, leaves: int) -> Candidate:
        """With as many tests of the earlier tree as they come, from the root down."""
        known = self.taste.known_features
        if not len(known):
            return candidate
        search.features = np.union1d(known, candidate.feature[candidate.threshold >= 0])
        return search.tree(leaves, self.taste) or candidate

    def _few_columns(self, search: FewestLeaves, candidate: Candidate, leaves: int) -> Ints:
        """Features of a tree, less those of every column that is not needed for so many leaves, unless the earlier tree
        has it; the last are tried first."""
        column = np.array(self.taste.columns)
        known = set(column[self.taste.known_features].tolist())
        tested = np.unique(candidate.feature[candidate.threshold >= 0])
        kept = np.flatnonzero(np.isin(column, column[tested]))
        for name in sorted(
            set(column[tested].tolist()) - known, key=lambda name: -int(np.flatnonzero(column == name)[0])
        ):
            fewer = kept[column[kept] != name]
            search.features = fewer
            if len(fewer) and search.is_enough(leaves) and not search.ran_out:
                kept = fewer
        return kept


class EqualTrees(TreesToShow):
    """The trees that are as good as a solution in hand: MD below `md_below`, and MS of its level where that counts."""

    def __init__(self, problem: Problem, solution: Solution, uses_split: bool, wishes: Wishes) -> None:
        super().__init__(problem, wishes.near)
        self.problem, self.uses_split, self.seed = problem, uses_split, wishes.seed
        self.first = check(self.instance, self.labels_of(solution), uses_split, VIOLATORS)
        slackened = float(np.nextafter((self.first.md or 0.0) * (1 + wishes.slack / 100), np.inf))
        most = np.inf if problem.max_diameter is None else float(np.nextafter(problem.max_diameter, np.inf))
        self.md_below = min(most, max(self.instance.levels.start(self.first.md_level + 1), slackened))

    def as_good(self, found: Check) -> bool:
        """Does a clustering obey everything, within the levels?"""
        near = not self.uses_split or found.ms_level >= self.first.ms_level
        return found.feasible and near and (found.md is None or found.md < self.md_below)

    def sum_of_squares(self, labels: Ints) -> float:
        """Within clusters, over all rows, in scaled units."""
        return within_sum_of_squares(self.instance, labels)

    def squares_of(self, tree: Candidate) -> float:
        return self.sum_of_squares(tree.labels(self.instance.ranks))

    def earlier(self) -> Candidate | None:
        """The tree that was shown before, if it is as good."""
        tree = self.taste.earlier_candidate(self.depth)
        if tree is None or not self.as_good(check_tree(self.instance, tree, self.uses_split, 1)):
            return None
        return tree

    def compact(self, start: Candidate, steps: int = COMPACT_STEPS) -> Iterator[Candidate]:
        """Ever more compact trees that are as good."""
        if not self.instance.by_matrix:
            yield from self._compact_by_samples(start, steps)
            return
        descents = self._descents(np.arange(self.instance.points))
        if descents.is_forced(start):
            return
        for _, tree in descents.improve(start, np.array([steps], dtype=np.int64)):
            if self.as_good(check_tree(self.instance, tree, self.uses_split, 1)):
                yield tree

    def _compact_by_samples(self, start: Candidate, steps: int) -> Iterator[Candidate]:
        """For large tables: descents on a sample, whose trees are then sent all rows; pairs of rows that are too far
        apart in one of them join the sample."""
        rng = np.random.default_rng(self.seed)
        linked = self.instance.first_member[np.unique(self.instance.exclusive)]
        anywhere = rng.choice(self.instance.points, min(SAMPLE, self.instance.points), replace=False)
        sample = np.union1d(anywhere, linked[:SAMPLE])
        sample = np.union1d(sample, np.array(self.first.far, dtype=np.int64).ravel())
        best = self.squares_of(start)
        for _ in range(ROUNDS):
            tree = start
            for _, better in self._descents(sample).improve(start, np.array([steps // ROUNDS], dtype=np.int64)):
                tree = better
            found = check_tree(self.instance, tree, self.uses_split, VIOLATORS)
            squares = self.sum_of_squares(found.labels)
            if self.as_good(found) and squares < best:
                start, best = tree, squares
                yield tree
            else:
                broken = np.concatenate([np.array(found.far, dtype=np.int64).ravel(), found.torn[:VIOLATORS]])
                sample = np.union1d(sample, broken)

    def _descents(self, points: Ints) -> CompactTrees:
        """Over some of the points, as if there were no others."""
        p, instance = self.problem, self.instance
        return CompactTrees(
            instance.scaled[points],
            instance.weight[points].astype(np.float64),
            instance.ranks[points],
            self._bits(self._far(points)),
            self._bits(self._near(points)),
            (p.min_rows, p.max_rows or p.n, p.least_clusters, p.k),
            self.depth,
            LEAF_SHARE * self.sum_of_squares(self.first.labels) * len(points) / instance.points,
            self.seed,
        )

    def _bits(self, member: Bools) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
        return pack(member, -(-len(member) // 64))

    def _far(self, points: Ints) -> Bools:
        """Pairs of points that cannot share a cluster."""
        instance = self.instance
        far: Bools = instance.distances_among(points) >= self.md_below
        linked, place = np.unique(instance.exclusive, return_inverse=True)
        apart = np.zeros((len(linked), len(linked)), dtype=np.bool_)
        one, two = place.reshape(-1, 2).T
        apart[one, two] = apart[two, one] = True
        at = np.flatnonzero(np.isin(instance.group_of[points], linked))
        groups = np.searchsorted(linked, instance.group_of[points[at]])
        far[np.ix_(at, at)] |= apart[np.ix_(groups, groups)]
        return far

    def _near(self, points: Ints) -> Bools:
        """Pairs of points that must share a cluster."""
        level = self.first.ms_level if self.uses_split else 0
        part = bundles(self.instance, level)[self.instance.group_of[points]]
        same: Bools = part[:, None] == part
        np.fill_diagonal(same, False)
        return same


def within_sum_of_squares(instance: Instance, labels: Ints) -> float:
    total = 0.0
    for cluster in np.unique(labels):
        members = labels == cluster
        points, rows = instance.scaled[members], instance.weight[members]
        total += float((rows[:, None] * (points - np.average(points, axis=0, weights=rows)) ** 2).sum())
    return total
