"""Jobs on a Dask cluster: the same worker processes, on whichever machines the scheduler has."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
from collections.abc import Callable
from typing import Any

from distributed import Future

from treeclust.errors import InputError
from treeclust.jobs import driver
from treeclust.jobs.cluster import LOCAL, Cluster
from treeclust.jobs.process import COMMAND
from treeclust.jobs.protocol import Limits, OnEnd, OnMessage
from treeclust.jobs.runner import Runner


class DaskWorker:
    """A worker process somewhere in the cluster. If its machine is lost the scheduler may start it again elsewhere at
    once, and what the lost one still says is not listened to; if it has not, that is for the runner to do, because a
    scheduler does not know that its other workers are busy for long."""

    def __init__(self, cluster: Cluster, command: tuple[str, ...]) -> None:
        self.cluster, self.command = cluster, command
        self.name = f"treeclust-{secrets.token_hex(8)}"
        self.future: Future | None = None
        self.attempt = self.address = ""
        self.pid = 0
        self.alive = True
        self._outbox: queue.SimpleQueue[tuple[str, dict[str, Any]]] = queue.SimpleQueue()
        self._sending = threading.Lock()

    def give(self, request: dict[str, Any], on_message: OnMessage, on_end: OnEnd) -> None:
        self.on_message, self.on_end = on_message, on_end
        self.future = self.cluster.start(self.name, self.command, request, self._hear)

    def _hear(self, attempt: str, message: dict[str, Any]) -> None:
        if message["type"] == "members":
            self._find_among(message["addresses"])
            return
        if message["type"] == "began":
            self.attempt, self.address, self.pid = attempt, message["address"], message["pid"]
        elif attempt not in ("", self.attempt):
            return
        if message["type"] == "ended":
            self._end(message["code"], message["errors"])
        else:
            self.on_message(message)

    def _find_among(self, addresses: set[str]) -> None:
        if self.address and self.address not in addresses:
            self.kill()
            self.cluster.listeners.pop(self.name, None)
            self.alive = False
            self.on_message({"type": "lost"})

    def _end(self, code: int, errors: str) -> None:
        self.alive = False
        self.cluster.listeners.pop(self.name, None)
        self.future = None
        self.on_end(code, errors)

    def say(self, message: dict[str, Any]) -> None:
        if self.address:
            self._outbox.put((self.address, message))
            self.cluster.post(self._send_one)

    def _send_one(self) -> None:
        """The next message; the lock keeps them in order although several threads post."""
        client = self.cluster.client
        with self._sending, contextlib.suppress(Exception):  # a worker that is gone does not mind
            address, message = self._outbox.get()
            if client is not None:
                client.run(driver.say, self.name, message, workers=[address])

    def kill(self) -> None:
        """Nobody wants the task any more, so its driver ends the process."""
        if self.future is not None:
            self.cluster.post(self.future.cancel)


class DaskJobs(Runner):
    """As many workers at a time as the cluster has threads."""

    def __init__(
        self,
        address: str = LOCAL,
        waiting: int = 8,
        grace: float = 10.0,
        is_watching: Callable[[str], bool] = lambda watcher: True,
        command: tuple[str, ...] = COMMAND,
        spreads: bool = True,
    ) -> None:
        self.cluster, self.command = Cluster(address), command
        super().__init__(waiting, grace, is_watching, spreads)

    def room(self) -> int:
        return self.cluster.threads

    def start_worker(self) -> DaskWorker:
        return DaskWorker(self.cluster, self.command)

    def submit(self, request: dict[str, Any], limits: Limits, watcher: str) -> str:
        if not self.cluster.connected:
            raise InputError(
                f"The Dask scheduler {self.cluster.address} does not answer; start it, or start TreeClust without "
                "TREECLUST_DASK to solve on this machine."
            )
        if not self.cluster.threads:
            raise InputError(f"The Dask scheduler {self.cluster.address} has no workers; start one, then solve again.")
        return super().submit(request, limits, watcher)

    def close(self) -> None:
        super().close()
        self.cluster.close()
