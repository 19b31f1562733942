"""A cache for functions of one large value, as `functools.cache`, but one that does not keep the value alive: it would
keep the table of a project that nobody has open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
V = TypeVar("V")


def remembered(make: Callable[[K], V]) -> Callable[[K], V]:
    """What was made must not refer to what it was made of."""
    made: WeakKeyDictionary[K, V] = WeakKeyDictionary()

    @wraps(make)
    def remember(about: K) -> V:
        if about not in made:
            made[about] = make(about)
        return made[about]

    return remember
