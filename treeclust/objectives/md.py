"""MD: the smallest maximum diameter."""

from __future__ import annotations

from treeclust.core.decision import GROWTH, QUICK, THOROUGH, UNDECIDED, Found, Incumbent, Oracle, Undecided
from treeclust.core.equations import equation
from treeclust.core.objective import Objective
from treeclust.paper.soft_clauses import close_classes

WORTH_A_ROUND = 0.7
"""A refutation that leaves more than this share of the levels open was not worth the effort of its round."""


@equation(36, "λ⁻ is the number of classes that may be together: the value of the MD objective")
def diameter_classes(lambda_minus: int, lambda_plus: int) -> int:
    return lambda_minus


class DiameterSearch:
    """A proved level from below, an incumbent from above, until they meet. `low` is proved."""

    def __init__(self, oracle: Oracle, incumbent: Incumbent, low: int) -> None:
        self.oracle, self.incumbent, self.low = oracle, incumbent, low
        self.effort = QUICK

    @property
    def high(self) -> int:
        """The smallest level found so far; one more than the largest possible if there is none."""
        return self.oracle.levels if self.incumbent.best is None else self.incumbent.best.md_level

    def run(self) -> None:
        """Ends when the incumbent is proved, or when it is proved that there is no clustering at all."""
        self._climb()
        while self.low < self.high:
            self.oracle.improve(self.low)
            self._prove(self.oracle.raise_level(self.low, self.high, self.effort))
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
                return True  # descent was there first
            answer = self._ask(level, self.effort)
            if answer is not UNDECIDED:
                return answer is not None or self.high - self.low <= WORTH_A_ROUND * before
            self.oracle.improve(self.low)
        return False

    def _levels(self) -> list[int]:
        """Just below the incumbent first, because that proof implies all others; then lower ones, for the bound."""
        if self.low >= self.high:
            return []
        if self.incumbent.best is None:
            return [self.high - 1]
        middle = (self.low + self.high) // 2
        return list(dict.fromkeys([self.high - 1, middle, (self.low + middle) // 2]))

    def _ask(self, level: int, effort: int) -> Found | Undecided | None:
        self.incumbent.stop_if_asked()
        self.oracle.want_below(self.high)
        answer = self.oracle.ask(level, 0, effort)
        if answer is None:
            self._prove(self.high if self.oracle.whatever_level else level + 1)
        return answer

    def _prove(self, level: int) -> None:
        """No clustering has an MD below this level."""
        if level > self.low:
            self.low = level
            self.oracle.know_at_least(level)
            if level < self.oracle.levels:
                self.incumbent.bound(level + 1, level)


OBJECTIVE = Objective(
    name="md",
    symbol="MD",
    label="Diameter",
    help="Make the widest cluster as narrow as possible.",
    aim="the smallest diameter",
    proof="No {trees} has a diameter that is smaller by more than {epsilon}.",
    gap="at most {gap:.1f} from optimal",
    uses_split=False,
    value=diameter_classes,
    clauses=close_classes,
    search=DiameterSearch,
)
