"""Jobs on a Dask cluster: the same worker processes, on whichever machines the scheduler has."""

from __future__ import annotations

import contextlib
import queue
import secrets
import threading
from collections.abc import Callable

from distributed import Future

from treeclust.core.errors import InputError
from treeclust.jobs import driver
from treeclust.jobs.cluster import LOCAL, Cluster
from treeclust.jobs.fork_server import KILLED
from treeclust.jobs.messages import ClusterMembers, Request, Task, WorkerEnd, WorkerLoss, WorkerStart
from treeclust.jobs.process import COMMAND, ignore
from treeclust.jobs.protocol import Limits, OnEnd, OnMessage
from treeclust.jobs.runner import Runner
from treeclust.jobs.shares import USUAL_SHARES, Shares
from treeclust.jobs.wire import Message, encode


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
        self._outbox: queue.SimpleQueue[tuple[str, Message]] = queue.SimpleQueue()
        self.on_message: OnMessage = ignore
        self.on_end: OnEnd = ignore
        self._sending, self._starting = threading.Lock(), threading.Lock()

    def give(self, task: Task, on_message: OnMessage, on_end: OnEnd) -> None:
        self.on_message, self.on_end = on_message, on_end
        self.cluster.post(lambda: self._submit(task))

    def _submit(self, task: Task) -> None:
        """Elsewhere, because a large task takes long to write; a scheduler that is gone is a loss like another."""
        try:
            with self._starting:
                if self.alive:
                    self.future = self.cluster.start(self.name, self.command, task, self._hear)
        except Exception:
            self.alive = False
            self.on_message(WorkerLoss())

    def _hear(self, attempt: str, message: Message) -> None:
        if isinstance(message, ClusterMembers):
            self._find_among(message.addresses)
            return
        if isinstance(message, WorkerStart):
            self.attempt, self.address, self.pid = attempt, message.address, message.pid
        elif attempt not in ("", self.attempt):
            return
        if isinstance(message, WorkerEnd):
            self._end(message.code, message.errors)
        else:
            self.on_message(message)

    def _find_among(self, addresses: frozenset[str]) -> None:
        if self.address and self.address not in addresses:
            self.kill()
            self.cluster.listeners.pop(self.name, None)
            self.alive = False
            self.on_message(WorkerLoss())

    def _end(self, code: int, errors: str) -> None:
        self.alive = False
        self.cluster.listeners.pop(self.name, None)
        self.future = None
        self.on_end(code, errors)

    def say(self, message: Message) -> None:
        if self.address:
            self._outbox.put((self.address, message))
            self.cluster.post(self._send_one)

    def _send_one(self) -> None:
        """The next message; the lock keeps them in order although several threads post."""
        client = self.cluster.client
        with self._sending, contextlib.suppress(Exception):  # a worker that is gone does not mind
            address, message = self._outbox.get()
            if client is not None:
                client.run(driver.say, self.name, encode(message), workers=[address])

    def kill(self) -> None:
        """Nobody wants the task any more, so its driver ends the process."""
        self.cluster.post(self._cancel)

    def _cancel(self) -> None:
        with self._starting:
            unborn, self.alive = self.alive and self.future is None, False
            if self.future is not None:
                self.future.cancel()
        if unborn:
            self.on_end(KILLED, "")


class DaskJobs(Runner):
    """As many workers at a time as the cluster has threads."""

    def __init__(
        self,
        address: str = LOCAL,
        shares: Shares = USUAL_SHARES,
        grace: float = 10.0,
        is_watching: Callable[[str], bool] = lambda watcher: True,
        person_of: Callable[[str], str] = lambda watcher: watcher,
        command: tuple[str, ...] = COMMAND,
        spreads: bool = True,
    ) -> None:
        self.cluster, self.command = Cluster(address), command
        super().__init__(shares, grace, is_watching, person_of, spreads)

    def room(self) -> int:
        return self.cluster.threads

    def start_worker(self) -> DaskWorker:
        return DaskWorker(self.cluster, self.command)

    def submit(self, request: Request, limits: Limits, watcher: str) -> str:
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
