"""A minimal set of clashing links: drop one after the other, and refute again only what was refuted with its help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from treeclust.engine.choosing import EVERY_TREE, LinkChooser, Refuted, all_links
from treeclust.engine.incumbent import OutOfTime
from treeclust.tree import Solution

AFRESH = 0.6
"""When so few of the chooser's links are left, a new solver with their rows alone is faster (2.5 to 6 times in all)."""


class Shrinking:
    """`current` clashes at any time; `needed` are those of its links without which the others can hold."""

    def __init__(
        self, chooser: LinkChooser, refuted: list[Refuted], on_smaller: Callable[[int], None] | None = None
    ) -> None:
        self.chooser, self.refuted, self.on_smaller = chooser, refuted, on_smaller
        self.current = all_links(refuted)
        self.needed: set[int] = set()
        self._first, self._origin = chooser, list(range(len(chooser.links)))

    @property
    def places(self) -> frozenset[int]:
        """The current links by their places in the chooser that this began with."""
        return frozenset(self._origin[place] for place in self.current)

    def run(self) -> bool:
        """True: proved minimal. False: stopped before."""
        try:
            while open_links := self.current - self.needed:
                if self.on_smaller is not None:
                    self.on_smaller(len(self.current))
                if len(self.current) <= AFRESH * len(self.chooser.links):
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
                answer = self.chooser.refute(one.cube, places)
                if isinstance(answer, Solution):
                    self.needed.add(tried)
                    return
                refuted += answer
        self.refuted, self.current = refuted, all_links(refuted)

    def _start_afresh(self) -> None:
        """The same links in a new solver."""
        old, places = self.chooser, sorted(self.current)
        chooser = LinkChooser(old.problem, [old.links[place] for place in places], old.stop)
        refuted = chooser.refute(EVERY_TREE, range(len(places)))
        assert not isinstance(refuted, Solution)
        self.needed = {at for at, place in enumerate(places) if place in self.needed}
        self.chooser, self.refuted, self.current = chooser, refuted, all_links(refuted)
        self._origin = [self._origin[place] for place in places]
        if old is not self._first:
            old.close()
