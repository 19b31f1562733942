"""Where a worker does its work: what tells it to stop, where progress and partial results go, what comes in."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from treeclust.progress import REPORTS_PER_SECOND, Progress
from treeclust.stop import Stop

Message = dict[str, Any]
Inbox = queue.SimpleQueue[Message]


class Latest:
    """Sends at most REPORTS_PER_SECOND messages a second; of those in between only the newest is kept, for later."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self.pending: Callable[[], Message] | None = None
        self.next_time = 0.0

    def put(self, message: Callable[[], Message]) -> None:
        self.pending = message
        self.flush()

    def flush(self) -> None:
        now = time.monotonic()
        if self.pending is not None and now >= self.next_time:
            message, self.pending = self.pending, None
            self.next_time = now + 1 / REPORTS_PER_SECOND
            self.send(message())


class Desk:
    """`stop` is asked often by whatever works here, so it also sends what waited for its turn."""

    def __init__(self, rule: Stop, send: Callable[[Message], None], inbox: Inbox | None = None) -> None:
        self.rule, self.send = rule, send
        self.inbox: Inbox = queue.SimpleQueue() if inbox is None else inbox
        self.reports, self.partials = Latest(send), Latest(send)
        self.began = time.perf_counter()

    def stop(self) -> bool:
        self.reports.flush()
        self.partials.flush()
        return self.rule()

    def next(self, seconds: float) -> Message | None:
        """What has been said to this worker, one message at a time, waiting for it at most so long."""
        try:
            return self.inbox.get(timeout=seconds) if seconds > 0 else self.inbox.get_nowait()
        except queue.Empty:
            return None

    def report(self, progress: Progress) -> None:
        self.reports.put(lambda: {"type": "progress", "progress": progress.to_json()})

    def phase(self, words: str, md: float | None = None, ms: float | None = None) -> None:
        self.report(Progress(words, time.perf_counter() - self.began, md, ms))

    def partial(self, result: Callable[[], Message]) -> None:
        """A result to show meanwhile; made only when it is sent."""
        self.partials.put(lambda: {"type": "incumbent", "result": result()})
