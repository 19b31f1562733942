"""What a project has to tell everybody who looks at it; each browser tab remembers how much of it it has shown."""

from __future__ import annotations

import itertools

MOST_KEPT = 20
NUMBERS = itertools.count(1)
"""One series for all projects: a tab's last number stays valid when its project is read from the store again."""


class Notices:
    """Numbered sentences. Those up to `settled` are no longer true: only tabs that are open already still show them."""

    def __init__(self) -> None:
        self.settled = 0
        self._latest: tuple[tuple[int, str], ...] = ()

    @property
    def newest(self) -> int:
        return self._latest[-1][0] if self._latest else 0

    def add(self, text: str) -> None:
        self._latest = (*self._latest, (next(NUMBERS), text))[-MOST_KEPT:]

    def settle(self) -> None:
        """What was said so far is over."""
        self.settled = next(NUMBERS)

    def since(self, number: int) -> tuple[str, ...]:
        return tuple(text for at, text in self._latest if at > number)
