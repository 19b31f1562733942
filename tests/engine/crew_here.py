"""Helpers in the process of the test, some of which are lost now and then."""

from __future__ import annotations

import random

from treeclust.core.problem import Problem
from treeclust.core.stop import never
from treeclust.engine.search.cube_worker import CubeWorker
from treeclust.engine.search.pieces import Outcome, Work, unsettled
from treeclust.objectives import objective_named


class CrewHere:
    """Helpers in this process. Now and then one is lost with its pieces, and another comes in its place."""

    def __init__(self, problem: Problem, objective: str, seed: int) -> None:
        self.problem, self.objective = problem, objective_named(objective)
        self.chance = random.Random(seed)
        self.helpers: dict[str, CubeWorker] = {}
        self.out: list[tuple[str, Work]] = []
        self.settled = self.lost = 0

    def call(self) -> None:
        for name in "one", "two":
            self.helpers.setdefault(name, CubeWorker(self.problem, self.objective, never))

    def names(self) -> list[str]:
        return list(self.helpers)

    def free(self) -> list[str]:
        return [name for name in self.helpers if sum(name == helper for helper, _ in self.out) < 2]

    def send(self, helper: str, piece: Work) -> None:
        self.out.append((helper, piece))

    def heard(self, seconds: float) -> list[Outcome]:
        if not self.out or self.chance.random() < 0.3:
            return []
        name, piece = self.out[0]
        if self.chance.random() < 0.3:
            gone = [piece for helper, piece in self.out if helper == name]
            self.out = [(helper, piece) for helper, piece in self.out if helper != name]
            self.helpers[name] = CubeWorker(self.problem, self.objective, never)
            self.lost += 1
            return [unsettled(piece) for piece in gone]
        del self.out[0]
        self.settled += 1
        return [self.helpers[name].settle(piece, never)]

    def drop(self) -> None:
        """Helpers of this kind come to an end by themselves; their old pieces come back during later questions."""
