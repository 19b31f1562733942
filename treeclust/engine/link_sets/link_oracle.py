"""Which links can hold together? One incremental solver in which every link has a switch.

A hard "no" is put together from easy ones: where the solver does not answer soon, the question is cut by the root of
the tree, first by its feature, then by halves of its thresholds. Each part has its own refutation, with its own links.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from treeclust.core.links import Kind, Link
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent
from treeclust.core.stop import Stop
from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.formula.tree_formula import Bools, TreeFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check, check_tree
from treeclust.engine.instance.instance import Ints, prepare
from treeclust.engine.link_sets.link_costs import add_switches
from treeclust.engine.search.cubes import Cube
from treeclust.engine.search.lazy_tree import BATCH, LazyTree, violators
from treeclust.engine.search.pareto_staircase import Recorder
from treeclust.objectives import objective_named
from treeclust.solvers import make_solver

CONFLICTS_BEFORE_CUT = 400
"""Conflicts that the solver may spend on a part of the question before it is cut; 100 and 1,500 took longer."""


EVERY_TREE = None


@dataclass(frozen=True)
class Refutation:
    """Proved: no tree of the cube (of all, if there is no cube) keeps these links, given by place."""

    cube: Cube | None
    core: frozenset[int]


class LinkOracle:
    """Asks for a tree that obeys the problem and keeps a chosen set of further links, whatever its diameter."""

    def __init__(self, problem: Problem, links: Sequence[Link], stop: Stop) -> None:
        self.problem, self.links, self.stop = problem, list(links), stop
        self.instance = prepare(problem)
        self.sat = make_solver()
        none = self.instance.levels.count
        self.formula = TreeFormula(self.instance, self.sat, none, none, uses_split=False)
        self.formula.pause = self._pause
        self.lazy = LazyTree(self.formula, Recorder(self.instance, objective_named("md"), Silent(stop)))
        self.ends = self.instance.point_of_row[np.array([link.pair for link in links], dtype=np.int64).reshape(-1, 2)]
        self.is_must = np.array([link.kind is Kind.MUST for link in links], dtype=np.bool_)
        self._pause()
        self.switch = add_switches(self.formula, self.ends, self.is_must)
        self.formula.activate(self.ends.ravel().tolist())
        self._place = {switch: place for place, switch in enumerate(self.switch)}
        self.calls = 0

    def close(self) -> None:
        """Free the solver; the oracle must not be asked afterwards."""
        self.sat.close()

    def _pause(self) -> None:
        if self.stop():
            raise OutOfTime

    def ask(self, chosen: Iterable[int]) -> Solution | frozenset[int]:
        """A tree that keeps the chosen links (by place), or some of them that no tree keeps together."""
        answer = self.refute(EVERY_TREE, sorted(chosen))
        return answer if isinstance(answer, Solution) else all_links(answer)

    def refute(self, cube: Cube | None, places: Sequence[int]) -> Solution | list[Refutation]:
        """A tree of the cube that keeps these links, or parts that make up the cube, each refuted."""
        if self.instance.contradiction:
            return [Refutation(cube, frozenset())]
        answer = self._decide(cube, places)
        if answer is not None:
            return [Refutation(cube, answer)] if isinstance(answer, frozenset) else answer
        found: list[Refutation] = []
        for part in cut(self.formula, cube):
            refuted = self.refute(part, places)
            if isinstance(refuted, Solution):
                return refuted
            found += refuted
        return found

    def _decide(self, cube: Cube | None, places: Sequence[int]) -> Solution | frozenset[int] | None:
        """A tree, links that clash, or None if that is not known soon and the cube can be cut."""
        while True:
            self._pause()
            self.calls += 1
            assumptions = self._assume(cube) + [self.switch[place] for place in places]
            answer = self.sat.solve(assumptions, self.stop, CONFLICTS_BEFORE_CUT if cut(self.formula, cube) else None)
            if answer is None:
                self._pause()
                return None
            if not answer:
                return frozenset(self._place[switch] for switch in self.sat.core() if switch in self._place)
            found = self._try(places)
            if found is not None:
                return found

    def _assume(self, cube: Cube | None) -> list[int]:
        """The root tests the feature; the last active point below the cube goes left, the first above it goes right."""
        if cube is None:
            return []
        column = self.instance.ranks[self.formula.active, cube.feature]
        below, above = np.flatnonzero(column <= cube.lowest), np.flatnonzero(column > cube.highest)
        literals = [int(self.formula.test[0, cube.feature])]
        if len(below):
            literals.append(int(self.formula.left[below[np.argmax(column[below])], 0]))
        if len(above):
            literals.append(-int(self.formula.left[above[np.argmin(column[above])], 0]))
        return literals

    def _try(self, places: Sequence[int]) -> Solution | None:
        """The tree of the model if it keeps the links on all rows; otherwise activate what it got wrong."""
        value = self._value()
        candidate = self.formula.read(value)
        found = check_tree(self.instance, candidate, False, BATCH)
        filled, filled_check = self.lazy.fill_clusters(candidate) if found.missing else (candidate, found)
        for one, one_check in ((filled, filled_check), (candidate, found)):
            if one_check.feasible and not len(self._broken(places, one_check)):
                return one.solution(self.instance)
        self._activate(places, candidate, found, value)
        return None

    def _activate(self, places: Sequence[int], candidate: Candidate, found: Check, value: Bools) -> None:
        points = violators(self.instance.group_of, found, self.formula, value, self.formula.high, 0)
        points += self.ends[self._broken(places, found)[: 2 * BATCH]].ravel().tolist()
        if not self.formula.activate(points):
            self.lazy.activate_witnesses(found, value)

    def _broken(self, places: Sequence[int], found: Check) -> Ints:
        chosen: Ints = np.array(places, dtype=np.int64)
        labels = found.labels[self.ends[chosen]]
        broken: Ints = chosen[(labels[:, 0] == labels[:, 1]) != self.is_must[chosen]]
        return broken

    def _value(self) -> Bools:
        model = np.asarray(self.sat.model(), dtype=np.int64)
        value = np.zeros(self.formula.variables + 1, dtype=np.bool_)
        value[1 : len(model) + 1] = model[: self.formula.variables] > 0
        return value


def all_links(refuted: Iterable[Refutation]) -> frozenset[int]:
    """The links of all refutations together: they clash in every part."""
    return frozenset[int]().union(*(one.core for one in refuted))


def cut(formula: TreeFormula, cube: Cube | None) -> list[Cube]:
    """Parts of the cube that together have all its trees; none if it is down to one split of the active points."""
    ranks = formula.instance.ranks
    if cube is None:
        return [Cube(j, -1, top) for j, top in enumerate(ranks.max(axis=0).tolist())]
    column = ranks[formula.active, cube.feature]
    inside = np.unique(column[(column > cube.lowest) & (column <= cube.highest)])
    if not len(inside):
        return []
    middle = int(inside[len(inside) // 2])
    return [Cube(cube.feature, cube.lowest, middle - 1), Cube(cube.feature, middle, cube.highest)]
