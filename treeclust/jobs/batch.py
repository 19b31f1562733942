"""Many jobs, one after the other or side by side, as far as there is room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from treeclust.jobs.protocol import Jobs, JobView, Limits

POLL_SECONDS = 0.05
WATCHER = "batch"


def map_jobs(
    jobs: Jobs, requests: Iterable[dict[str, Any]], limits: Limits, at_once: Callable[[], int] = lambda: 8
) -> Iterator[tuple[int, JobView]]:
    """Run all requests; yields the place of each and how it ended, as they end. At most `at_once()` are running or
    waiting at a time; those are stopped when the caller stops asking for more."""
    numbered = enumerate(requests)
    under_way: dict[str, int] = {}
    try:
        while True:
            while len(under_way) < at_once() and (following := next(numbered, None)) is not None:
                place, request = following
                under_way[jobs.submit(request, limits, WATCHER)] = place
            if not under_way:
                return
            yield from _ended(jobs, under_way)
            time.sleep(POLL_SECONDS)
    finally:
        for job in under_way:
            jobs.cancel(job)


def _ended(jobs: Jobs, under_way: dict[str, int]) -> Iterator[tuple[int, JobView]]:
    for job in list(under_way):
        view = jobs.look(job, WATCHER)
        if view is not None and view.ended:
            yield under_way.pop(job), view
