"""Values that show themselves: as words when printed, as a picture in a notebook.

How they are shown is known above, where the words of the command line and the drawings are; it is found by name when
somebody looks, so that values stay light.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

SHOWING = "treeclust.estimator.showing"
"""The module that has `words_of(value)` and `mimebundle_of(value)`."""


class Shown:
    """A value that is shown in words, and as a picture where one can be drawn."""

    def __str__(self) -> str:
        words: str = import_module(SHOWING).words_of(self)
        return words

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        bundle: dict[str, str] = import_module(SHOWING).mimebundle_of(self)
        return bundle
