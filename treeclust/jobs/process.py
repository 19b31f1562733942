"""One worker process seen from outside: started, listened to, asked to stop, and ended if it does not obey."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from typing import IO

from treeclust.core.system import end_group
from treeclust.jobs.fork_server import ENVIRONMENT, KILLED, ROOT, fork_server
from treeclust.jobs.messages import Task, WorkerReady, WorkerStart
from treeclust.jobs.protocol import OnEnd, OnMessage
from treeclust.jobs.wire import Message, decode, encode

COMMAND = (sys.executable, "-m", "treeclust.jobs.worker")
ERROR_TAIL = 4000
START_SECONDS = 30.0
"""A worker that is not there after this long will not come."""
LAST_SECONDS = 2.0
"""So long a worker may live on after it has closed its output."""
FORKS = sys.platform == "linux"
"""Elsewhere a process that has loaded numerical libraries may not be safe to fork."""
Command = tuple[str, ...]


def ignore(*_: object) -> None:
    """An idle worker has nobody to report to."""


class WorkerProcess:
    """Starts at once, loads what it needs and waits for its request; `give` hands it over and says who listens.

    `on_message` is called for each line, `on_end` once with the exit code and the last error text. What is said goes
    out on a thread of its own, in order: a large task takes long to write, and longer if the worker is not ready yet.
    """

    def __init__(self, command: Command = COMMAND, forks: bool = FORKS) -> None:
        self.on_message: OnMessage = ignore
        self.on_end: OnEnd = ignore
        self._handover = threading.Lock()
        self._loaded = threading.Event()
        self._pid = 0
        self._began, self._silent = time.monotonic(), False
        self._ended: tuple[int, str] | None = None
        self.process = fork_server(command).fork() if forks else SpawnedWorker(command)
        self.error_tail = b""
        self._outbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.readers = [
            threading.Thread(target=target, daemon=True) for target in (self._read_errors, self._read_messages)
        ]  # in this order: at the end of the messages the errors are waited for
        for thread in (*self.readers, threading.Thread(target=self._write_messages, daemon=True)):
            thread.start()

    def give(self, task: Task, on_message: OnMessage, on_end: OnEnd) -> None:
        on_message(WorkerStart())
        with self._handover:
            self.on_message, self.on_end = on_message, on_end
            ended = self._ended
        if ended is not None:
            on_end(*ended)
        self.say(task)

    @property
    def alive(self) -> bool:
        return self._ended is None

    @property
    def pid(self) -> int:
        """Known when it has loaded; 0 if it never did."""
        self._loaded.wait()
        return self._pid

    def say(self, message: Message) -> None:
        """Returns at once; a worker that is gone does not mind."""
        self._outbox.put(message)

    def kill(self) -> None:
        """End the worker and whatever it started; one that is not there yet finds its input closed, and is not waited
        for. One that has closed its output is ended by the thread that read it, so that nobody can hit another process
        which has got its number since."""
        with self._handover:
            if self._loaded.is_set():
                if not self._silent:
                    end_group(self._pid)
                return
        if time.monotonic() - self._began > START_SECONDS:
            self.process.give_up()
        self._end(KILLED, "")

    def _write_messages(self) -> None:
        """One line for each message, until there is None: then the input is closed."""
        with contextlib.suppress(OSError, ValueError):
            while (message := self._outbox.get()) is not None:
                self.process.stdin.write(encode(message).encode() + b"\n")
                self.process.stdin.flush()
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def _read_messages(self) -> None:
        for line in self.process.stdout:
            message = message_in(line)
            if isinstance(message, WorkerReady):
                self._pid = message.pid
                self._loaded.set()
            elif message is not None:
                self.on_message(message)
        with self._handover:
            self._silent = True
            self._loaded.set()
        self.readers[0].join(1)
        self._end(self._exit_code(), self.error_tail.decode(errors="replace"))
        with contextlib.suppress(OSError):
            self.process.stdout.close()

    def _exit_code(self) -> int:
        """A worker that has closed its output should be over. One that is not is ended: nobody could hear it."""
        silent = time.monotonic()
        while (code := self.process.poll(self._pid)) is None:
            if time.monotonic() - silent > LAST_SECONDS:
                end_group(self._pid)
            time.sleep(0.01)
        return code

    def _end(self, code: int, errors: str) -> None:
        """Tell whoever listens, once."""
        with self._handover:
            if self._ended is not None:
                return
            self._ended = (code, errors)
            on_end = self.on_end
        self._outbox.put(None)
        on_end(code, errors)

    def _read_errors(self) -> None:
        with contextlib.suppress(OSError), self.process.stderr as errors:
            for line in errors:
                self.error_tail = (self.error_tail + line)[-ERROR_TAIL:]


def message_in(line: bytes) -> Message | None:
    """None if there is none, as when the process dies in the middle of a line."""
    try:
        return decode(line)
    except (ValueError, KeyError, TypeError, AttributeError, ImportError):
        return None


class SpawnedWorker:
    """A worker that is a new process and loads for itself. On Linux it ends with the thread that made it."""

    def __init__(self, command: Command) -> None:
        pipe, environment = subprocess.PIPE, os.environ | ENVIRONMENT
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT, env=environment, start_new_session=True
        )
        self.stdin, self.stdout, self.stderr = map(
            there, (self._process.stdin, self._process.stdout, self._process.stderr)
        )

    def poll(self, _: int) -> int | None:
        return self._process.poll()

    def give_up(self) -> None:
        end_group(self._process.pid)


def there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
