"""All minimal sets of clashing links, one after the other.

A map, a small SAT problem with a variable per link, knows which sets of links are settled: those that contain a clash
found before, and those that some tree keeps. A set that is open either has a tree, or contains a clash that is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from treeclust.engine.choosing import EVERY_TREE, LinkChooser, Refuted
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.shrinking import Shrinking
from treeclust.links import Link
from treeclust.problem import Problem
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import Stop
from treeclust.tree import Solution
from treeclust.verify import holds

Clash = tuple[tuple[Link, ...], bool]
"""Links that clash, and whether the set is proved minimal."""


class ClashSearch:
    """Links are counted by place; variable place + 1 of the map says that a link is in the set."""

    def __init__(
        self, problem: Problem, links: list[Link], stop: Stop, on_smaller: Callable[[int], None] | None = None
    ) -> None:
        self.problem, self.links, self.stop, self.on_smaller = problem, links, stop, on_smaller
        self.map = PysatBackend()
        self.found: list[frozenset[int]] = []

    def run(self) -> Iterator[Clash]:
        """Ends when all are found, or after the stop; what the stop interrupts comes out as not minimal."""
        try:
            chooser = LinkChooser(self.problem, self.links, self.stop)
            while (chosen := self._open_set()) is not None:
                answer = chooser.refute(EVERY_TREE, sorted(chosen))
                if isinstance(answer, Solution):
                    self._block_kept(answer)
                else:
                    clash = self._shrink(chooser, answer)
                    yield clash
                    if not clash[1]:
                        return
        except OutOfTime:
            return

    def leave_out(self, clash: tuple[Link, ...]) -> None:
        """A clash that is known already is not looked for again."""
        places = frozenset(place for place, link in enumerate(self.links) if link in clash)
        self.found.append(places)
        self._settle([-(place + 1) for place in places])

    def _shrink(self, chooser: LinkChooser, refuted: list[Refuted]) -> Clash:
        shrinking = Shrinking(chooser, refuted, self.on_smaller)
        minimal = shrinking.run()
        places = shrinking.places
        if minimal:
            self.found.append(places)
            self._settle([-(place + 1) for place in places])
        return tuple(self.links[place] for place in sorted(places)), minimal

    def _block_kept(self, solution: Solution) -> None:
        """Every open set has a link that this tree breaks."""
        broken = [place + 1 for place, link in enumerate(self.links) if not holds(link, solution.labels)]
        self._settle(broken)

    def _settle(self, clause: list[int]) -> None:
        self.map.add([clause] if clause else [[1], [-1]])  # an empty clause settles every set

    def _open_set(self) -> set[int] | None:
        """A set as large as can be that contains no clash found so far and that no tree found so far keeps; links
        that were in few clashes first, so that the next clash differs much from them. None if all sets are settled."""
        answer = self.map.solve([], self.stop)
        if answer is None:
            raise OutOfTime
        if not answer:
            return None
        chosen = {literal - 1 for literal in self.map.model() if 0 < literal <= len(self.links)}
        uses = Counter(place for clash in self.found for place in clash)
        for place in sorted(set(range(len(self.links))) - chosen, key=lambda place: uses[place]):
            if not any(clash <= chosen | {place} for clash in self.found):
                chosen.add(place)
        return chosen
