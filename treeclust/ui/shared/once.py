"""What belongs to the whole server is plain state of its process, not in a cache of Streamlit: any browser can have
those emptied."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class OncePerServer(Generic[T]):
    """As a decorator: the value is made when it is first asked for and stays until the process ends. What fails is
    tried again."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.make = make
        self.made: T | None = None
        self._lock = threading.Lock()

    def __call__(self) -> T:
        with self._lock:
            if self.made is None:
                self.made = self.make()
            return self.made
