"""The worker process: one solve, JSON lines in and out.

In, one line to begin, and perhaps one to stop early:

    {"type": "solve",
     "problem": {"features": [...], "shape": [n, m], "values": base64 of little-endian float64 row by row,
                 "links": [{"a": 0, "b": 1, "kind": "must"}], "k": 3, "k_min": null, "depth": 3, "epsilon": 0.1,
                 "metric": "euclidean"},
     "objective": "md-ms", "engine": null, "seconds": 60.0, "memory_mb": 4096}
    {"type": "stop"}

Out, any number of the first two, at most five of each a second, then one of the last two:

    {"type": "progress",
     "progress": {"phase": "searching", "seconds": 1.5, "md": 41.2, "ms": 3.0, "md_lower_bound": 40.0, "gap": 1.2}}
    {"type": "incumbent", "result": the best verified answer so far, as Result.to_json() writes it}
    {"type": "result", "result": the same for the final answer}
    {"type": "error", "message": one sentence}

`engine` null means the default one. The worker ends itself when its input closes: a server that dies takes it along.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO

from treeclust.engine import Engine, engine_named
from treeclust.errors import InputError
from treeclust.jobs.messages import problem_from_json
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import REPORTS_PER_SECOND, Progress, Watch
from treeclust.result import Outcome
from treeclust.run import VerifyingWatch, solve
from treeclust.stop import Deadline, any_of
from treeclust.tree import Solution

PR_SET_PDEATHSIG = 1
DEFAULT_ENGINE = "fast"
NICENESS = 5
"""People who click come before processes that compute."""


class Latest:
    """Sends at most REPORTS_PER_SECOND messages a second; of those in between only the newest is kept, for later."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self.send = send
        self.pending: Callable[[], dict[str, Any]] | None = None
        self.next_time = 0.0

    def put(self, message: Callable[[], dict[str, Any]]) -> None:
        self.pending = message
        self.flush()

    def flush(self) -> None:
        now = time.monotonic()
        if self.pending is not None and now >= self.next_time:
            message, self.pending = self.pending, None
            self.next_time = now + 1 / REPORTS_PER_SECOND
            self.send(message())


class TellingWatch:
    """Passes everything on to the verifying watch, and sends each better answer to the server."""

    def __init__(self, inner: VerifyingWatch, engine: str, outbox: Latest) -> None:
        self.inner, self.engine, self.outbox = inner, engine, outbox

    def stopped(self) -> bool:
        self.outbox.flush()
        return self.inner.stopped()

    def phase(self, name: str) -> None:
        self.inner.phase(name)

    def solution(self, solution: Solution) -> bool:
        better = self.inner.solution(solution)
        if better:
            self.outbox.put(self.incumbent)
        return better

    def bound(self, value: int | None, md: float | None) -> None:
        self.inner.bound(value, md)
        if self.inner.best is not None:
            self.outbox.put(self.incumbent)

    def incumbent(self) -> dict[str, Any]:
        result = self.inner.result(Outcome(finished=False), self.engine)
        return {"type": "incumbent", "result": result.to_json()}


class TellingEngine:
    """An engine whose better answers leave the process as they are found."""

    def __init__(self, inner: Engine, outbox: Latest) -> None:
        self.inner, self.outbox, self.name = inner, outbox, inner.name

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        assert isinstance(watch, VerifyingWatch)
        return self.inner.search(problem, objective, TellingWatch(watch, self.name, self.outbox))


def answer(request: dict[str, Any], stop: threading.Event, send: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """The final message for one request."""
    reports, incumbents = Latest(send), Latest(send)

    def report(progress: Progress) -> None:
        reports.put(lambda: {"type": "progress", "progress": progress.to_json()})

    try:
        problem = problem_from_json(request["problem"])
        engine = TellingEngine(engine_named(request.get("engine") or DEFAULT_ENGINE), incumbents)
        rule = any_of(stop.is_set, Deadline(float(request["seconds"])))
        result = solve(problem, request["objective"], engine, rule, report)
    except InputError as error:
        return {"type": "error", "message": str(error)}
    except MemoryError:
        return {"type": "error", "message": out_of_memory(int(request["memory_mb"]))}
    return {"type": "result", "result": result.to_json()}


def out_of_memory(memory_mb: int) -> str:
    return (
        f"This solve needs more than the {memory_mb / 1024:g} GB of memory it may use; "
        "take fewer rows, a smaller depth or a larger ε."
    )


def limit_memory(memory_mb: int) -> None:
    """No solve takes the whole machine with it. Systems without such limits go without."""
    try:
        import resource
    except ImportError:
        return
    size = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with_parent() -> None:
    """Ask Linux to end this process with the one that started it, even in the middle of a long call into C."""
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(3)


def listen(stdin: BinaryIO, stop: threading.Event) -> None:
    """Obey a stop message; end at once when the input closes, because then nobody waits for the answer."""
    for line in iter(stdin.readline, b""):
        if json.loads(line).get("type") == "stop":
            stop.set()
    os._exit(3)


def private_stdout() -> TextIO:
    """The pipe for messages; whatever a library prints goes to the error stream instead."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return channel


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    die_with_parent()
    channel = private_stdout()

    def send(message: dict[str, Any]) -> None:
        channel.write(json.dumps(message, allow_nan=False) + "\n")
        channel.flush()

    engine_named(DEFAULT_ENGINE)  # load what a solve needs before it is asked for
    line = sys.stdin.buffer.readline()
    if not line:
        os._exit(0)
    request = json.loads(line)
    limit_memory(int(request["memory_mb"]))
    stop = threading.Event()
    threading.Thread(target=listen, args=(sys.stdin.buffer, stop), daemon=True).start()
    send(answer(request, stop, send))
    os._exit(0)


if __name__ == "__main__":
    main()
