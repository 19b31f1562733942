"""Deletion-based MUS extraction: from links that clash, drop one after the other, and refute again only what was
refuted with its help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.link_sets.link_oracle import EVERY_TREE, LinkOracle, Refutation, all_links

AFRESH = 0.6
"""When so few of the oracle's links are left, a new solver with their rows alone is faster (2.5 to 6 times in all)."""


class MusExtraction:
    """`current` clashes at any time; `needed` are those of its links without which the others can hold."""

    def __init__(
        self, oracle: LinkOracle, refuted: list[Refutation], on_smaller: Callable[[int], None] | None = None
    ) -> None:
        self.oracle, self.refuted, self.on_smaller = oracle, refuted, on_smaller
        self.current = all_links(refuted)
        self.needed: set[int] = set()
        self._first, self._origin = oracle, list(range(len(oracle.links)))

    @property
    def places(self) -> frozenset[int]:
        """The current links by their places in the oracle that this began with."""
        return frozenset(self._origin[place] for place in self.current)

    def run(self) -> bool:
        """True: proved minimal. False: stopped before."""
        try:
            while open_links := self.current - self.needed:
                if self.on_smaller is not None:
                    self.on_smaller(len(self.current))
                if len(self.current) <= AFRESH * len(self.oracle.links):
                    self._start_afresh()
                else:
                    self._try_without(self._least_used(open_links))
        except OutOfTime:
            return False
        return True

    def _least_used(self, open_links: frozenset[int]) -> int:
        """The link that fewest refutations rest on: the quickest to try, and the likeliest to be idle."""
        uses = Counter(place for one in self.refuted for place in one.core)
        return min(open_links, key=lambda place: (uses[place], place))

    def _try_without(self, tried: int) -> None:
        places = sorted(self.current - {tried})
        refuted = [one for one in self.refuted if tried not in one.core]
        for one in sorted(self.refuted, key=lambda one: len(one.core)):
            if tried in one.core:
                answer = self.oracle.refute(one.cube, places)
                if isinstance(answer, Solution):
                    self.needed.add(tried)
                    return
                refuted += answer
        self.refuted, self.current = refuted, all_links(refuted)

    def _start_afresh(self) -> None:
        """The same links in a new solver."""
        old, places = self.oracle, sorted(self.current)
        oracle = LinkOracle(old.problem, [old.links[place] for place in places], old.stop)
        refuted = oracle.refute(EVERY_TREE, range(len(places)))
        assert not isinstance(refuted, Solution)
        self.needed = {at for at, place in enumerate(places) if place in self.needed}
        self.oracle, self.refuted, self.current = oracle, refuted, all_links(refuted)
        self._origin = [self._origin[place] for place in places]
        if old is not self._first:
            old.close()
