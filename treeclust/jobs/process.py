"""One worker process seen from the server: started, listened to, asked to stop, and ended if it does not obey."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

from treeclust.jobs.protocol import OnEnd, OnMessage

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "treeclust.worker")
ERROR_TAIL = 4000
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def ignore(*_: object) -> None:
    """An idle worker has nobody to report to."""


class WorkerProcess:
    """Starts at once, loads what it needs and waits for its request; `give` hands it over and says who listens.

    `on_message` is called for each line, `on_end` once with the exit code and the last error text. Must be made on a
    thread that lives as long as the server: on Linux the worker ends with the thread that made it.
    """

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.on_message: OnMessage = ignore
        self.on_end: OnEnd = ignore
        self._handover = threading.Lock()
        self._ended: tuple[int, str] | None = None
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | ONE_THREAD,
            start_new_session=True,
        )
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
        return self.process.poll() is None

    @property
    def pid(self) -> int:
        return self.process.pid

    def say(self, message: dict[str, Any]) -> None:
        """Write one line to the worker; a worker that is gone does not mind."""
        with contextlib.suppress(OSError, ValueError):
            stdin = _pipe(self.process.stdin)
            stdin.write(json.dumps(message).encode() + b"\n")
            stdin.flush()

    def kill(self) -> None:
        """End the worker and whatever it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _read_messages(self) -> None:
        for line in _pipe(self.process.stdout):
            with contextlib.suppress(ValueError):
                self.on_message(json.loads(line))
        code = self.process.wait()
        self.readers[1].join(1)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                _pipe(pipe).close()
        with self._handover:
            self._ended = (code, self.error_tail.decode(errors="replace"))
            on_end = self.on_end
        on_end(*self._ended)

    def _read_errors(self) -> None:
        with contextlib.suppress(ValueError):
            for line in _pipe(self.process.stderr):
                self.error_tail = (self.error_tail + line)[-ERROR_TAIL:]


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
