"""Many runs about one table are checked with one matrix of its distances, and keep none."""

from __future__ import annotations

from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem

MOST_DATASETS = 2
"""Whose distances are kept while runs are checked: 100 MB each at 5,000 rows."""


class SharedDistances:
    """Problems get what was computed for others before them, and leave what was computed for them."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str, float], Problem] = {}

    def lend(self, problem: Problem) -> None:
        for other in self._known.values():
            problem.share(other)

    def take_back(self, problem: Problem) -> None:
        """From now on the problem takes no more memory than its links."""
        self._known[id(problem.dataset), problem.metric, problem.epsilon] = problem.with_()
        problem.forget()
        while len(self._datasets()) > MOST_DATASETS:
            oldest = self._datasets()[0]
            self._known = {key: one for key, one in self._known.items() if one.dataset is not oldest}

    def _datasets(self) -> list[Dataset]:
        return list({id(one.dataset): one.dataset for one in self._known.values()}.values())
