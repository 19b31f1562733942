"""Which links can hold together? One incremental solver in which every link has a switch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check, check
from treeclust.engine.front import Recorder
from treeclust.engine.ground import Ints, prepare
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.lazy import BATCH, LazyTree, violators
from treeclust.engine.link_relaxation import LinkRelaxation, shrink_by
from treeclust.engine.tree_formula import Bools, TreeFormula
from treeclust.links import Kind, Link
from treeclust.objectives import objective_named
from treeclust.problem import Problem
from treeclust.progress import Silent
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import Stop
from treeclust.tree import Solution


class LinkChooser:
    """Asks for a tree that obeys the problem and keeps a chosen set of further links, whatever its diameter."""

    def __init__(self, problem: Problem, links: Sequence[Link], stop: Stop) -> None:
        self.links, self.stop = list(links), stop
        self.ground = prepare(problem)
        none = self.ground.levels.count
        self.formula = TreeFormula(self.ground, PysatBackend(), none, none, wants_split=False)
        recorder = Recorder(self.ground, objective_named("md"), Silent(stop))
        self.lazy = LazyTree(self.formula, recorder)
        self.ends = self.ground.point_of_row[np.array([link.pair for link in links], dtype=np.int64).reshape(-1, 2)]
        self.is_must = np.array([link.kind is Kind.MUST for link in links], dtype=np.bool_)
        self.formula.bring_in(self.ground.group_of[self.ends.ravel()].tolist())
        self.switch = self._add_switches()
        self._place = {switch: place for place, switch in enumerate(self.switch)}
        self.calls = 0

    def _add_switches(self) -> list[int]:
        """switch -> same label (must), or switch -> never the same label (cannot)."""
        first = self.formula.fresh(len(self.links))
        switches = list(range(first, first + len(self.links)))
        literal = self.formula.literal[self.ground.group_of[self.ends]]
        for switch, must, (one, two) in zip(switches, self.is_must, literal.tolist(), strict=True):
            both = zip(one, two, strict=True)
            self.formula.sat.add([[-switch, -a, b if must else -b] for a, b in both])
        return switches

    def quick_core(self, places: Sequence[int]) -> list[int] | None:
        """A small part of the chosen links that leaf conflicts alone refute; None if they do not refute them."""
        relaxation = LinkRelaxation(self.ends, self.is_must, self.ground.ranks, self.formula.k, self.formula.depth)

        def refutes(part: Sequence[int]) -> bool:
            if self.stop():
                raise OutOfTime
            return relaxation.refutes(part)

        return shrink_by(refutes, places) if refutes(places) else None

    def ask(self, chosen: Iterable[int]) -> Solution | frozenset[int]:
        """A tree that keeps the chosen links (by place), or some of them that no tree keeps together."""
        places = sorted(chosen)
        assumptions = [self.switch[place] for place in places]
        while True:
            self.calls += 1
            answer = self.formula.sat.solve(assumptions, self.stop)
            if answer is None:
                raise OutOfTime
            if not answer:
                return frozenset(self._place[switch] for switch in self.formula.sat.core())
            found = self._try(places)
            if found is not None:
                return found

    def _try(self, places: Sequence[int]) -> Solution | None:
        """The tree of the model if it keeps the links on all rows; otherwise activate what it got wrong."""
        value = self._value()
        candidate = self.formula.read(value)
        found = check(self.ground, candidate.labels(self.ground.ranks), False, BATCH)
        filled, filled_check = self.lazy.fill_clusters(candidate) if found.missing else (candidate, found)
        for one, one_check in ((filled, filled_check), (candidate, found)):
            if one_check.feasible and not len(self._broken(places, one_check)):
                return one.solution(self.ground)
        self._activate(places, candidate, found, value)
        return None

    def _activate(self, places: Sequence[int], candidate: Candidate, found: Check, value: Bools) -> None:
        points = violators(self.ground.group_of, found, self.formula, value, self.formula.high, 0)
        points += self.ends[self._broken(places, found)[: 2 * BATCH]].ravel().tolist()
        if not self.formula.activate(points):
            self.lazy.activate_witnesses(found, value)

    def _broken(self, places: Sequence[int], found: Check) -> Ints:
        chosen: Ints = np.array(places, dtype=np.int64)
        labels = found.labels[self.ends[chosen]]
        broken: Ints = chosen[(labels[:, 0] == labels[:, 1]) != self.is_must[chosen]]
        return broken

    def _value(self) -> Bools:
        model = np.asarray(self.formula.sat.model(), dtype=np.int64)
        value = np.zeros(self.formula.variables + 1, dtype=np.bool_)
        value[1 : len(model) + 1] = model[: self.formula.variables] > 0
        return value
