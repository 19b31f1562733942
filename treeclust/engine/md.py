"""The smallest maximum diameter: a proved level from below, an incumbent from above, until they meet."""

from __future__ import annotations

from treeclust.engine.asker import GROWTH, QUICK, THOROUGH, UNDECIDED, Answer, Asker
from treeclust.engine.incumbent import Incumbent

WORTH_A_ROUND = 0.7
"""A refutation that leaves more than this share of the levels open was not worth the effort of its round."""


class DiameterSearch:
    """`low` is proved; the incumbent's level is the other end."""

    def __init__(self, asker: Asker, incumbent: Incumbent, low: int) -> None:
        self.asker, self.incumbent, self.low = asker, incumbent, low
        self.top = asker.formula.ground.levels.count
        self.effort = QUICK

    @property
    def high(self) -> int:
        """The smallest level found so far; one more than the largest possible if there is none."""
        return self.top if self.incumbent.best is None else self.incumbent.best.md_level

    def run(self) -> None:
        """Ends when the incumbent is proved, or when it is proved that there is no clustering at all."""
        self._climb()
        while self.low < self.high:
            self.asker.improve(self.low)
            self._prove(self.asker.raise_level(self.low, self.high, self.effort))
            if self.incumbent.best is None:
                self._climb()  # many far pairs to keep apart guide the search to a first clustering, or refute it
            if not self._round():
                self.effort *= GROWTH

    def _climb(self) -> None:
        """As long as questions are easy: upwards from the proved level in growing steps, then between the two ends."""
        step = 1
        while self.low < self.high:
            level = self.low + step - 1
            level = min(level, (self.low + self.high - 1) // 2 if self.incumbent.best is not None else self.high - 1)
            answer = self._ask(level, min(self.effort, THOROUGH - 1))
            if answer is UNDECIDED:
                return
            if answer is None:
                step *= 2

    def _round(self) -> bool:
        """Ask until something is decided. False if nothing is, or only that a little less is possible: then the same
        effort again would creep upwards."""
        before = self.high - self.low
        for level in self._levels():
            if level >= self.high:
                return True  # the heuristic was there first
            answer = self._ask(level, self.effort)
            if answer is not UNDECIDED:
                return answer is not None or self.high - self.low <= WORTH_A_ROUND * before
            self.asker.improve(self.low)
        return False

    def _levels(self) -> list[int]:
        """Just below the incumbent first, because that proof implies all others; then lower ones, for the bound."""
        if self.low >= self.high:
            return []
        if self.incumbent.best is None:
            return [self.high - 1]
        middle = (self.low + self.high) // 2
        return list(dict.fromkeys([self.high - 1, middle, (self.low + middle) // 2]))

    def _ask(self, level: int, effort: int) -> Answer:
        self.incumbent.stop_if_asked()
        self.asker.formula.want_below(self.high)
        answer = self.asker.ask(level, 0, effort)
        if answer is None:
            self._prove(self.high if self.asker.whatever_level else level + 1)
        return answer

    def _prove(self, level: int) -> None:
        """No clustering has an MD below this level."""
        if level > self.low:
            self.low = level
            self.asker.formula.know_at_least(level)
            if level < self.top:
                self.incumbent.bound(level + 1, level)
