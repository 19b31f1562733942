"""Engines by name. An engine searches, hands every solution to its Watch, and returns an Outcome."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from treeclust.core.errors import InputError
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Watch
from treeclust.core.result import Outcome
from treeclust.solvers import make_solver

LOADED_LATE = (
    "core.distance_buckets",
    "core.extreme_pairs",
    "engine.search.wanted",
    "engine.link_sets.soft_engine",
)
"""Modules with compiled code that the engine itself does not import."""


class Engine(Protocol):
    """A way to solve: `name` is what the command line calls it."""

    name: str

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        """Search until the proof is complete or `watch.stopped()`."""


def load_engine() -> None:
    """All that a search would load when it first needs it, so that no time limit pays for it."""
    engine_named("fast")
    for module in LOADED_LATE:
        import_module(f"treeclust.{module}")
    make_solver().close()


def engine_named(name: str) -> Engine:
    """The engine with its default options."""
    from treeclust.engine.search.fast import FastEngine
    from treeclust.paper.reference import ReferenceEngine

    engines: dict[str, type[Engine]] = {"fast": FastEngine, "reference": ReferenceEngine}
    if name not in engines:
        raise InputError(f'engine = "{name}" is not known; choose one of {", ".join(engines)}.')
    return engines[name]()
