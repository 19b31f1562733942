"""What runs on a Dask worker: a task that drives one worker process and passes on what it says.

The search itself runs in a process of its own, exactly as on a single machine, so that the Dask worker's heartbeat,
a stop and the memory limit do not depend on what a solver does.
"""

from __future__ import annotations

import json
import threading
import zlib
from typing import Any
from uuid import uuid4

from distributed import get_worker

from treeclust.jobs.process import Command, WorkerProcess
from treeclust.version import VERSION

LOOK_SECONDS = 0.25
"""How often a driver looks whether its task is still wanted."""
DRIVEN: dict[str, WorkerProcess] = {}


def drive(job: str, command: Command, request: dict[str, Any], topic: str, version: str) -> None:
    """Run one request to its end. Ends early when the task is dropped: cancelled, or its client is gone."""
    worker, attempt = get_worker(), uuid4().hex
    key, ended = worker.get_current_task(), threading.Event()

    def tell(message: dict[str, Any]) -> None:
        worker.log_event(topic, {"job": job, "attempt": attempt, "packed": pack(message)})

    def end(code: int, errors: str) -> None:
        tell({"type": "ended", "code": code, "errors": errors})
        ended.set()

    if version != VERSION:
        tell({"type": "began", "address": worker.address, "pid": 0})
        tell({"type": "error", "message": other_version(worker.address, version)})
        end(0, "")
        return
    process = DRIVEN[job] = WorkerProcess(command)
    try:
        tell({"type": "began", "address": worker.address, "pid": process.pid})
        process.give(request, lambda message: None if message["type"] == "began" else tell(message), end)
        while not ended.wait(LOOK_SECONDS):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                process.kill()
                return
    finally:
        process.kill()
        DRIVEN.pop(job, None)


def say(job: str, message: dict[str, Any]) -> None:
    """A message for a process that is driven here."""
    process = DRIVEN.get(job)
    if process is not None:
        process.say(message)


def other_version(address: str, version: str) -> str:
    return f"The worker at {address} has TreeClust {VERSION}, this server {version}; install the same version on both."


def pack(message: dict[str, Any]) -> bytes:
    """Small, because the scheduler keeps the last messages."""
    return zlib.compress(json.dumps(message).encode())


def unpack(packed: bytes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(zlib.decompress(packed))
    return message
