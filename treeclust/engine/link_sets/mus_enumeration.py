"""MUS enumeration (MARCO, Liffiton et al. 2016): all minimal sets of clashing links, one after the other.

A map, a small SAT problem with a variable per link, knows which sets of links are settled: those that contain a mus
found before, and those that some tree keeps. A set that is open either has a tree, or contains a mus that is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from treeclust.core.links import Link
from treeclust.core.problem import Problem
from treeclust.core.stop import Stop
from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.link_sets.link_oracle import EVERY_TREE, LinkOracle, Refutation
from treeclust.engine.link_sets.mus_extraction import MusExtraction
from treeclust.solvers import make_solver

Mus = tuple[tuple[Link, ...], bool]
"""Links that clash, and whether the set is proved minimal."""


class MusEnumeration:
    """Links are counted by place; variable place + 1 of the map says that a link is in the set."""

    def __init__(
        self, problem: Problem, links: list[Link], stop: Stop, on_smaller: Callable[[int], None] | None = None
    ) -> None:
        self.problem, self.links, self.stop, self.on_smaller = problem, links, stop, on_smaller
        self.map = make_solver()
        self.found: list[frozenset[int]] = []

    def run(self) -> Iterator[Mus]:
        """Ends when all are found, or after the stop; what the stop interrupts comes out as not minimal."""
        try:
            oracle = LinkOracle(self.problem, self.links, self.stop)
            while (chosen := self._open_set()) is not None:
                answer = oracle.refute(EVERY_TREE, sorted(chosen))
                if isinstance(answer, Solution):
                    self._block_kept(answer)
                else:
                    mus = self._shrink(oracle, answer)
                    yield mus
                    if not mus[1]:
                        return
        except OutOfTime:
            return

    def leave_out(self, mus: tuple[Link, ...]) -> None:
        """A MUS that is known already is not looked for again."""
        places = frozenset(place for place, link in enumerate(self.links) if link in mus)
        self.found.append(places)
        self._settle([-(place + 1) for place in places])

    def _shrink(self, oracle: LinkOracle, refuted: list[Refutation]) -> Mus:
        extraction = MusExtraction(oracle, refuted, self.on_smaller)
        minimal = extraction.run()
        places = extraction.places
        if minimal:
            self.found.append(places)
            self._settle([-(place + 1) for place in places])
        return tuple(self.links[place] for place in sorted(places)), minimal

    def _block_kept(self, solution: Solution) -> None:
        """Every open set has a link that this tree breaks."""
        broken = [place + 1 for place, link in enumerate(self.links) if not link.holds(solution.labels)]
        self._settle(broken)

    def _settle(self, clause: list[int]) -> None:
        self.map.add([clause] if clause else [[1], [-1]])  # an empty clause settles every set

    def _open_set(self) -> set[int] | None:
        """A set as large as can be that contains no MUS found so far and that no tree found so far keeps; links
        that were in few of them first, so that the next MUS differs much from them. None if all sets are settled."""
        answer = self.map.solve([], self.stop)
        if answer is None:
            raise OutOfTime
        if not answer:
            return None
        chosen = {literal - 1 for literal in self.map.model() if 0 < literal <= len(self.links)}
        uses = Counter(place for mus in self.found for place in mus)
        for place in sorted(set(range(len(self.links))) - chosen, key=lambda place: uses[place]):
            if not any(mus <= chosen | {place} for mus in self.found):
                chosen.add(place)
        return chosen
