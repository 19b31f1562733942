"""A worker's side of the conversation with its server: when to stop, where progress and results go, what comes in."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from treeclust.core.codec import to_json
from treeclust.core.progress import REPORTS_PER_SECOND, Progress
from treeclust.core.stop import Stop
from treeclust.jobs.messages import PartialResult, ProgressReport
from treeclust.jobs.wire import Message

Send = Callable[[Message], None]
Inbox = queue.SimpleQueue[Message]


class Latest:
    """Sends at most REPORTS_PER_SECOND messages a second; of those in between only the newest is kept, for later."""

    def __init__(self, send: Send) -> None:
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


class Channel:
    """`stop` is asked often by whatever works here, so it also sends what waited for its turn. `helpers` says whether
    this worker may call for some."""

    def __init__(self, rule: Stop, send: Send, inbox: Inbox | None = None, helpers: bool = False) -> None:
        self.rule, self.send, self.helpers = rule, send, helpers
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
        self.reports.put(lambda: ProgressReport(progress))

    def phase(self, words: str, md: float | None = None, ms: float | None = None) -> None:
        self.report(Progress(words, time.perf_counter() - self.began, md, ms))

    def partial(self, result: Callable[[], Any]) -> None:
        """A result to show meanwhile; made only when it is sent."""
        self.partials.put(lambda: PartialResult(to_json(result())))
