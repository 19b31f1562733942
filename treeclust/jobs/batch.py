"""Many jobs, one after the other or side by side, as far as there is room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from treeclust.jobs.messages import Request
from treeclust.jobs.protocol import Jobs, JobView, Limits

POLL_SECONDS = 0.05
WATCHER = "batch"
OnEnd = Callable[[int, JobView], None]
"""Gets the place of a request, and how it ended."""


def run_jobs(
    jobs: Jobs, requests: Iterable[Request], limits: Limits, at_once: Callable[[], int], on_end: OnEnd
) -> None:
    """Run all requests; `on_end` hears of each as it ends. At most `at_once()` are running or waiting at a time. When
    an exception ends this, as Ctrl-C does, `on_end` still hears of those that have ended; the others are cancelled."""
    numbered = enumerate(requests)
    under_way: dict[str, int] = {}

    def take_ended() -> None:
        for job in list(under_way):
            view = jobs.look(job, WATCHER)
            if view is not None and view.ended:
                on_end(under_way.pop(job), view)

    try:
        while True:
            while len(under_way) < at_once() and (following := next(numbered, None)) is not None:
                place, request = following
                under_way[jobs.submit(request, limits, WATCHER)] = place
            if not under_way:
                return
            take_ended()
            time.sleep(POLL_SECONDS)
    except BaseException:
        take_ended()
        raise
    finally:
        for job in under_way:
            jobs.cancel(job)
