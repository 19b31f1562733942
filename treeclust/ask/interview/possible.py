"""Is the answer to a question open? Only if some tree that obeys all links says yes, and some other one no."""

from __future__ import annotations

import numpy as np

from treeclust.ask.interview.committee import Committee
from treeclust.ask.solve import solve
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import ProcessorTime, Stop, any_of
from treeclust.core.suggestions import Pair
from treeclust.engine.instance.checks import obeys
from treeclust.engine.instance.instance import Instance, prepare

SECONDS = 1.0
"""Of computing, before it counts as unknown whether there is such a tree."""


class Witnesses:
    """Trees of the committee that obey the problem, each a proof that its answers are possible."""

    def __init__(self, problem: Problem, committee: Committee) -> None:
        self.problem, instance = problem, prepare(problem)
        found = (obeying(instance, committee, int(at)) for at in np.flatnonzero(committee.broken == 0))
        self.labels = [labels for labels in found if labels is not None]

    def is_open(self, pair: Pair, stop: Stop) -> bool:
        """True if it is proved that both answers are possible."""
        return self.can_be(pair, True, stop) and self.can_be(pair, False, stop)

    def can_be(self, pair: Pair, same: bool, stop: Stop) -> bool:
        """True if some tree is known, or found, that has the two rows together, or apart."""
        known = any(bool(labels[pair[0]] == labels[pair[1]]) is same for labels in self.labels)
        return known or self._search(pair, same, stop)

    def _search(self, pair: Pair, same: bool, stop: Stop) -> bool:
        """Any tree with this answer."""
        link = Link(*pair, Kind.MUST if same else Kind.CANNOT)
        problem = self.problem.with_(links=Links.of([*self.problem.links, link]))
        found: list[bool] = []
        limit = any_of(stop, ProcessorTime(SECONDS), lambda: bool(found))
        result = solve(problem, "md", stop=limit, on_better=lambda _: found.append(True))
        if result.labels is not None:
            self.labels.append(result.labels.astype(np.int64))
        return result.labels is not None


def obeying(instance: Instance, committee: Committee, at: int) -> np.ndarray[tuple[int], np.dtype[np.int64]] | None:
    """The clusters of all rows by a member's tree, if it obeys everything that is asked."""
    tree, problem = committee.members[at].tree, instance.problem
    if tree is None or problem.max_diameter is not None or problem.min_split is not None or not obeys(instance, tree):
        return None
    labels: np.ndarray[tuple[int], np.dtype[np.int64]] = tree.labels(instance.ranks)[instance.point_of_row]
    return labels


def has_tree(problem: Problem, stop: Stop) -> Status:
    """Optimal or feasible if there is any; otherwise what is known."""
    found: list[bool] = []
    limit = any_of(stop, ProcessorTime(SECONDS), lambda: bool(found))
    return solve(problem, "md", stop=limit, on_better=lambda _: found.append(True)).status
