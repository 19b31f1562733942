"""Objectives by name. Each file in this folder that defines OBJECTIVE is one; adding a file adds an objective."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from treeclust.distances import Value
from treeclust.encoding.model import Block, Model
from treeclust.errors import InputError


@dataclass(frozen=True)
class Objective:
    """What is minimised, counted in distance classes.

    `value(classes, md, ms)` is the number to minimise; `wants_split` says whether MS counts in it; `soft(model)` gives
    the unit soft clauses whose violated number, plus a constant, is that value.
    """

    name: str
    title: str
    wants_split: bool
    value: Value
    soft: Callable[[Model], Block]


@cache
def objectives() -> dict[str, Objective]:
    """Every objective in this folder, by name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    return {module.OBJECTIVE.name: module.OBJECTIVE for module in modules}


def objective_named(name: str) -> Objective:
    if name not in objectives():
        raise InputError(f'objective = "{name}" is not known; choose one of {", ".join(sorted(objectives()))}.')
    return objectives()[name]
