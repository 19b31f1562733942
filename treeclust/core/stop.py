"""Stopping rules: callables that a search asks now and then; True means "stop and return what you have"."""

from __future__ import annotations

import time
from collections.abc import Callable

Stop = Callable[[], bool]


class Deadline:
    """True once `seconds` have passed since it was made."""

    def __init__(self, seconds: float) -> None:
        self.at = time.monotonic() + seconds

    def __call__(self) -> bool:
        return time.monotonic() >= self.at


class ProcessorTime:
    """True once this process has computed for `seconds`; what is found by then does not depend on other processes."""

    def __init__(self, seconds: float) -> None:
        self.at = time.process_time() + seconds

    def __call__(self) -> bool:
        return time.process_time() >= self.at


def never() -> bool:
    """The search runs to its end."""
    return False


def any_of(*rules: Stop) -> Stop:
    """True as soon as one of the rules is."""
    return lambda: any(rule() for rule in rules)
