"""Engines by name. An engine searches, hands every solution to its Watch, and returns an Outcome."""

from __future__ import annotations

from typing import Protocol

from treeclust.errors import InputError
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import Watch
from treeclust.result import Outcome


class Engine(Protocol):
    """A way to solve: `name` is what the command line calls it."""

    name: str

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        """Search until the proof is complete or `watch.stopped()`."""


def engine_named(name: str) -> Engine:
    """The engine with its default options."""
    from treeclust.engine.fast import FastEngine
    from treeclust.engine.reference import ReferenceEngine

    engines: dict[str, type[Engine]] = {"fast": FastEngine, "reference": ReferenceEngine}
    if name not in engines:
        raise InputError(f'engine = "{name}" is not known; choose one of {", ".join(engines)}.')
    return engines[name]()
