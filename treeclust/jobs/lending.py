"""The helpers of one job: workers on pieces of the same problem, and the messages between them and the job."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from threading import RLock
from typing import Any

from treeclust.jobs.protocol import Worker

Message = dict[str, Any]
PASSED_ON = frozenset({"ready", "settled", "gone"})


class Helpers:
    """`request` is the job's; `say` reaches its worker. See treeclust.jobs.crew for what is said."""

    def __init__(self, request: Message, say: Callable[[Message], None], lock: RLock) -> None:
        self.request = {"type": "help"} | {x: request[x] for x in ("problem", "objective", "seconds", "memory_mb")}
        self.say, self.lock = say, lock
        self.wanted = False
        self.workers: dict[str, Worker] = {}
        self._names = (f"helper {number}" for number in count(1))

    def add(self, worker: Worker) -> None:
        name = next(self._names)
        self.workers[name] = worker
        worker.give(self.request, lambda message: self._hear(name, message), lambda code, errors: self._lose(name))

    def tell(self, message: Message) -> None:
        """From the job to one of them."""
        worker = self.workers.get(message["helper"])
        if worker is not None:
            worker.say(message["message"])

    def end(self, most: int | None = None) -> None:
        """End all of them, or some; their pieces go back to the job."""
        for name in list(self.workers)[:most]:
            self.workers[name].kill()
            self._lose(name)

    def _hear(self, name: str, message: Message) -> None:
        """One that begins, perhaps again on another machine, knows nothing of earlier pieces."""
        with self.lock:
            if message["type"] == "lost":
                self._lose(name)
            if message["type"] == "began":
                message = {"type": "gone"}
            if name in self.workers and message["type"] in PASSED_ON:
                self.say({"type": "helper", "helper": name, "message": message})

    def _lose(self, name: str) -> None:
        with self.lock:
            if self.workers.pop(name, None) is not None:
                self.say({"type": "helper", "helper": name, "message": {"type": "gone"}})
