"""TreeClust: clusterings that are shallow decision trees, obey every link, and are proved optimal within ε.

The names below are loaded when they are first used, so that importing the package takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from treeclust.core.version import VERSION as __version__

if TYPE_CHECKING:
    from treeclust.ask.wanted import solve
    from treeclust.core.dataset import Dataset
    from treeclust.core.errors import InputError
    from treeclust.core.links import Links
    from treeclust.core.problem import Problem
    from treeclust.core.question import Question
    from treeclust.core.result import Result, Status
    from treeclust.estimator import TreeClust

__all__ = [
    "Dataset",
    "InputError",
    "Links",
    "Problem",
    "Question",
    "Result",
    "Status",
    "TreeClust",
    "__version__",
    "solve",
]
HOMES = {
    "Dataset": "core.dataset",
    "InputError": "core.errors",
    "Links": "core.links",
    "Problem": "core.problem",
    "Question": "core.question",
    "Result": "core.result",
    "Status": "core.result",
    "TreeClust": "estimator",
    "solve": "ask.wanted",
}
"""The module of each public name."""


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
