"""MS: the largest minimum split. A whole objective in one file, as a newcomer would add it."""

from __future__ import annotations

from treeclust.core.decision import GROWTH, QUICK, UNDECIDED, Found, Incumbent, Oracle
from treeclust.core.objective import Objective
from treeclust.paper.soft_clauses import together_classes


def less_split(lambda_minus: int, lambda_plus: int) -> int:
    return -lambda_plus


class SplitSearch:
    """Bisection over the levels that the split can have."""

    def __init__(self, oracle: Oracle, incumbent: Incumbent, low: int) -> None:
        self.oracle, self.incumbent = oracle, incumbent

    def run(self) -> None:
        levels = self.oracle.split_levels
        if self.decide(0) is None:
            return
        low, high = 0, len(levels) - 1  # the split at `low` is reached, none beyond `high` is
        while low < high:
            middle = (low + high + 1) // 2
            found = self.decide(levels[middle])
            if found is None:
                high = middle - 1
                self.incumbent.bound(-levels[high], None)
            else:
                low = max(at for at, level in enumerate(levels) if level <= found.ms_level)
        self.incumbent.bound(self.incumbent.value, None)

    def decide(self, ms_level: int) -> Found | None:
        """Ask with growing effort until the answer is known."""
        effort = QUICK
        while (answer := self.oracle.ask(self.oracle.levels, ms_level, effort)) is UNDECIDED:
            self.incumbent.stop_if_asked()
            effort *= GROWTH
        return answer


OBJECTIVE = Objective(
    name="ms",
    symbol="MS",
    label="Split",
    help="Push the two closest clusters as far apart as possible.",
    aim="the widest split",
    proof="No {trees} has a split that is wider by more than {epsilon}.",
    gap="diameter at most {gap:.1f} from the smallest possible",
    uses_split=True,
    value=less_split,
    clauses=together_classes,
    search=SplitSearch,
)
