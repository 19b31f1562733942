"""Caches for what is made of a large value. They do not keep the value alive, and what was made goes with it: a cache
of the usual kind would keep the table of a project that nobody has open, or show it to somebody else whose table has
come to lie at the same place in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
V = TypeVar("V")


class KeptWith(Generic[K, V]):
    """The `most` latest values for each large one, by a key. What was made must not refer to what it was made of."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._made: WeakKeyDictionary[K, dict[Hashable, V]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def get(self, about: K, key: Hashable, make: Callable[[], V]) -> V:
        with self._lock:
            made = self._made.setdefault(about, {})
            if key in made:
                made[key] = made.pop(key)
                return made[key]
        value = make()
        with self._lock:
            made[key] = value
            for oldest in [*made][: -self.most]:
                del made[oldest]
        return value


def remembered(make: Callable[[K], V]) -> Callable[[K], V]:
    """As `functools.cache`, for functions of one large value."""
    kept: KeptWith[K, V] = KeptWith()

    @wraps(make)
    def remember(about: K) -> V:
        return kept.get(about, None, lambda: make(about))

    return remember
