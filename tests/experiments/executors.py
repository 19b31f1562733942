"""Executors without processes: what the runner needs of one, and no more."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Here(Executor):
    """Runs at once, in the calling process."""

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future
