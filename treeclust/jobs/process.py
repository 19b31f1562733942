"""One worker process seen from the server: started, listened to, asked to stop, and ended if it does not obey."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from typing import IO, Any

from treeclust.jobs.nursery import ONE_THREAD, ROOT, nursery
from treeclust.jobs.protocol import OnEnd, OnMessage

COMMAND = (sys.executable, "-m", "treeclust.worker")
ERROR_TAIL = 4000
FORKS = sys.platform == "linux"
"""Elsewhere a process that has loaded numerical libraries may not be safe to fork."""
Command = tuple[str, ...]


def ignore(*_: object) -> None:
    """An idle worker has nobody to report to."""


class WorkerProcess:
    """Starts at once, loads what it needs and waits for its request; `give` hands it over and says who listens.

    `on_message` is called for each line, `on_end` once with the exit code and the last error text.
    """

    def __init__(self, command: Command = COMMAND, forks: bool = FORKS) -> None:
        self.on_message: OnMessage = ignore
        self.on_end: OnEnd = ignore
        self._handover = threading.Lock()
        self._born = threading.Event()
        self._pid = 0
        self._ended: tuple[int, str] | None = None
        self.process = nursery(command).fork() if forks else Spawned(command)
        self.error_tail = b""
        self.readers = [
            threading.Thread(target=target, daemon=True) for target in (self._read_messages, self._read_errors)
        ]
        for reader in self.readers:
            reader.start()

    def give(self, request: dict[str, Any], on_message: OnMessage, on_end: OnEnd) -> None:
        on_message({"type": "began"})
        with self._handover:
            self.on_message, self.on_end = on_message, on_end
            ended = self._ended
        if ended is not None:
            on_end(*ended)
        self.say(request)

    @property
    def alive(self) -> bool:
        return self._ended is None

    @property
    def pid(self) -> int:
        """Known when it has loaded; 0 if it never did."""
        self._born.wait()
        return self._pid

    def say(self, message: dict[str, Any]) -> None:
        """Write one line to the worker; a worker that is gone does not mind."""
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()

    def kill(self) -> None:
        """End the worker and whatever it started; one that is not there yet finds its input closed."""
        with self._handover, contextlib.suppress(OSError):
            if not self._born.is_set():
                self.process.stdin.close()
            elif self._ended is None:
                os.killpg(self._pid, signal.SIGKILL)

    def _read_messages(self) -> None:
        for line in self.process.stdout:
            with contextlib.suppress(ValueError):
                message = json.loads(line)
                if message["type"] == "born":
                    self._pid = int(message["pid"])
                    self._born.set()
                else:
                    self.on_message(message)
        self._born.set()
        self.readers[1].join(1)
        code = self.process.wait(self._pid)
        with self._handover:
            self._ended = (code, self.error_tail.decode(errors="replace"))
            on_end = self.on_end
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        on_end(*self._ended)

    def _read_errors(self) -> None:
        with contextlib.suppress(ValueError):
            for line in self.process.stderr:
                self.error_tail = (self.error_tail + line)[-ERROR_TAIL:]


class Spawned:
    """A worker that is a new process and loads for itself. On Linux it ends with the thread that made it."""

    def __init__(self, command: Command) -> None:
        pipe, environment = subprocess.PIPE, os.environ | ONE_THREAD
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT, env=environment, start_new_session=True
        )
        self.stdin, self.stdout, self.stderr = map(
            there, (self._process.stdin, self._process.stdout, self._process.stderr)
        )

    def wait(self, _: int) -> int:
        return self._process.wait()


def there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
