"""Objectives by name. Each file in this folder that defines OBJECTIVE is one; adding a file adds an objective."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from treeclust.core.errors import InputError
from treeclust.core.objective import Objective

DEFAULT = "md-ms"


@cache
def objectives() -> dict[str, Objective]:
    """Every objective in this folder, by name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    return {module.OBJECTIVE.name: module.OBJECTIVE for module in modules}


def objective_named(name: str | Objective) -> Objective:
    """The objective of this name; one that is an objective already stays itself."""
    if isinstance(name, Objective):
        return name
    if name not in objectives():
        raise InputError(f'objective = "{name}" is not known; choose one of {", ".join(sorted(objectives()))}.')
    return objectives()[name]
