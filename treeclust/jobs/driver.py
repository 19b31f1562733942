"""What runs on a Dask worker: a task that drives one worker process and passes on what it says.

The search itself runs in a process of its own, exactly as on a single machine, so that the Dask worker's heartbeat,
a stop and the memory limit do not depend on what a solver does.
"""

from __future__ import annotations

import threading
import zlib
from uuid import uuid4

from distributed import get_worker

from treeclust.core.version import VERSION
from treeclust.jobs.messages import Failure, Task, WorkerEnd, WorkerStart
from treeclust.jobs.process import Command, WorkerProcess
from treeclust.jobs.wire import Message, decode, encode

LOOK_SECONDS = 0.25
"""How often a driver looks whether its task is still wanted."""
DRIVEN: dict[str, WorkerProcess] = {}


def drive(job: str, command: Command, task_line: str, topic: str, version: str) -> None:
    """Run one task to its end. Ends early when Dask's task is dropped: cancelled, or its client is gone. The task comes
    as text, so that a client of another version can be told so before it is read."""
    worker, attempt = get_worker(), uuid4().hex
    key, ended = worker.get_current_task(), threading.Event()

    def tell(message: Message) -> None:
        worker.log_event(topic, {"job": job, "attempt": attempt, "packed": pack(message)})

    def end(code: int, errors: str) -> None:
        tell(WorkerEnd(code, errors))
        ended.set()

    if version != VERSION:
        tell(WorkerStart(worker.address))
        tell(Failure(other_version(worker.address, version)))
        end(0, "")
        return
    process = DRIVEN[job] = WorkerProcess(command)
    try:
        tell(WorkerStart(worker.address, process.pid))
        task = decode(task_line)
        assert isinstance(task, Task)
        process.give(task, lambda message: None if isinstance(message, WorkerStart) else tell(message), end)
        while not ended.wait(LOOK_SECONDS):
            wanted = worker.state.tasks.get(key)
            if wanted is None or wanted.state == "cancelled":
                process.kill()
                return
    finally:
        process.kill()
        DRIVEN.pop(job, None)


def say(job: str, line: str) -> None:
    """A message for a process that is driven here."""
    process = DRIVEN.get(job)
    if process is not None:
        process.say(decode(line))


def other_version(address: str, version: str) -> str:
    return f"The worker at {address} has TreeClust {VERSION}, this server {version}; install the same version on both."


def pack(message: Message) -> bytes:
    """Small, because the scheduler keeps the last messages."""
    return zlib.compress(encode(message).encode())


def unpack(packed: bytes) -> Message:
    return decode(zlib.decompress(packed))
