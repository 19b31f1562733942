"""The connection to a Dask scheduler: made in the background, made again when it is lost, never waited for."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

from distributed import Client, Future, LocalCluster

from treeclust.core.version import VERSION
from treeclust.jobs.driver import drive, unpack
from treeclust.jobs.messages import ClusterMembers, Task, WorkerEnd
from treeclust.jobs.wire import Message, encode

LOCAL = "local"
LOOPBACK = "127.0.0.1:0"
"""Scheduler and worker both have a page of their own about what they do; it is for this machine only."""
CONNECT_SECONDS = 5.0
CLOSE_SECONDS = 3.0
LOOK_SECONDS = 0.5
log = logging.getLogger(__name__)

Heard = Callable[[str, Message], None]


class Cluster:
    """`address` is that of a scheduler, or "local" for one in this process with a thread for each processor.

    Listeners are called on the cluster's own thread, which waits for nobody's lock but theirs.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.client: Client | None = None
        self.threads = 0
        self.topic = f"treeclust-{uuid4().hex}"
        self.listeners: dict[str, Heard] = {}
        self._own: LocalCluster | None = None
        self._events: queue.SimpleQueue[tuple[str, str, Message]] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._poster = ThreadPoolExecutor(4, "treeclust-cluster")
        self._thread = threading.Thread(target=self._run, daemon=True, name="treeclust-cluster")
        self._thread.start()

    @property
    def connected(self) -> bool:
        return self.client is not None and self.client.status == "running"

    def start(self, job: str, command: tuple[str, ...], task: Task, heard: Heard) -> Future:
        """Submit a task; `heard` gets the attempt and the message for everything its driver says, at last WorkerEnd,
        also when the task is lost for good, and now and then ClusterMembers."""
        if self.client is None:
            raise OSError("not connected")
        self.listeners[job] = heard
        future = self.client.submit(drive, job, command, encode(task), self.topic, VERSION, key=job, pure=False)
        future.add_done_callback(lambda done: self._over(job, done))
        return future

    def post(self, action: Callable[[], Any]) -> None:
        """Do something that may have to wait for the network, soon and elsewhere; not at all after the end."""
        with contextlib.suppress(RuntimeError):
            self._poster.submit(action)

    def close(self) -> None:
        self._closed.set()
        self._poster.shutdown(wait=False, cancel_futures=True)
        self._thread.join(CLOSE_SECONDS)

    # -- the cluster's own thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        next_look = 0.0
        while not self._closed.is_set():
            try:
                if time.monotonic() >= next_look:
                    self._look()
                    next_look = time.monotonic() + LOOK_SECONDS
                self._deliver()
            except Exception:
                log.exception("the connection to the cluster could not be looked after")
        self._drop()
        if self._own is not None:
            self._own.close()

    def _look(self) -> None:
        if self.connected:
            assert self.client is not None
            members = self.client.nthreads()
            self.threads = sum(members.values())
            for heard in list(self.listeners.values()):
                heard("", ClusterMembers(frozenset(members)))
            return
        self._drop()
        with contextlib.suppress(OSError):
            self._connect()

    def _connect(self) -> None:
        address: Any = self.address
        if address == LOCAL:
            self._own = address = LocalCluster(
                n_workers=1,
                threads_per_worker=os.cpu_count(),
                processes=False,
                dashboard_address=LOOPBACK,
                worker_dashboard_address=LOOPBACK,
            )
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        client.subscribe_topic(self.topic, self._event)
        self.client, self.threads = client, sum(client.nthreads().values())

    def _drop(self) -> None:
        client, self.client, self.threads = self.client, None, 0
        if client is not None:
            with contextlib.suppress(Exception):
                client.close(timeout=1)

    def _deliver(self) -> None:
        with contextlib.suppress(queue.Empty):
            job, attempt, message = self._events.get(timeout=LOOK_SECONDS)
            if job in self.listeners:
                self.listeners[job](attempt, message)

    # -- Dask's threads -----------------------------------------------------------------------------------------

    def _event(self, event: tuple[float, dict[str, Any]]) -> None:
        _, said = event
        self._events.put((said["job"], said["attempt"], unpack(said["packed"])))

    def _over(self, job: str, future: Future) -> None:
        """The task ended; if it did so without a word, that is its last one."""
        if future.status != "finished":
            errors = str(future.exception()) if future.status == "error" else future.status
            self._events.put((job, "", WorkerEnd(1, errors)))
