"""Where workers come from on Linux: a process that has loaded everything once, and forks for each of them.

Loading takes a second or two of processor time, forking a few milliseconds; so a solve begins at once, however soon
after the last one it is asked for. For each worker the server sends three open files, which become its input, output
and error output.
"""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import threading
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
FORKING = "--forking"
"""A worker that is started with this becomes a nursery."""
IDLE_SECONDS = 60.0
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
FORK, WAIT = b"f", b"w"
NUMBER = 8
"""Bytes of a process number or an exit code."""
KILLED = -9


class Forked:
    """A worker from a nursery; it may yet have to wait for the nursery to be ready."""

    def __init__(self, mother: Mother, stdin: int, stdout: int, stderr: int) -> None:
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb")
        self.stderr: IO[bytes] = os.fdopen(stderr, "rb")
        self._mother = mother

    def wait(self, pid: int) -> int:
        return self._mother.wait(pid)


class Nursery:
    """The server's side: a process that is started when a worker is needed, and ended when none was for a while."""

    def __init__(self, command: tuple[str, ...], idle_seconds: float = IDLE_SECONDS) -> None:
        self.command, self.idle_seconds = command, idle_seconds
        self._mother: Mother | None = None
        self._lock = threading.Lock()

    def fork(self) -> Forked:
        with self._lock:
            worker = None if self._mother is None else self._mother.fork()
            if worker is None:
                self._mother = Mother(self.command, self.idle_seconds)
                worker = self._mother.fork()
        if worker is None:
            raise OSError("no process for workers could be started")
        return worker


class Mother:
    """One such process, which ends when its channel closes, be it because the server is gone."""

    def __init__(self, command: tuple[str, ...], idle_seconds: float) -> None:
        self.idle_seconds = idle_seconds
        self._channel, theirs = socket.socketpair()
        self._lock = threading.Lock()
        self._open, self._children = True, 0
        self._retiring: threading.Timer | None = None
        started = threading.Event()

        def live() -> None:
            """On a thread of its own, which stays: on Linux a process can end with the thread that made it."""
            try:
                process = subprocess.Popen(
                    [*command, FORKING],
                    stdin=theirs.fileno(),
                    cwd=ROOT,
                    env=os.environ | ONE_THREAD,
                    start_new_session=True,
                )
            except OSError:
                self._close()
                return
            finally:
                theirs.close()
                started.set()
            process.wait()
            self._close()

        threading.Thread(target=live, daemon=True, name="treeclust-nursery").start()
        started.wait()

    def fork(self) -> Forked | None:
        """None if this process is gone."""
        with self._lock:
            if not self._open:
                return None
            pipes = [os.pipe() for _ in range(3)]
            theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
            ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
            try:
                socket.send_fds(self._channel, [FORK], theirs)
            except OSError:
                for end in ours:
                    os.close(end)
                return None
            finally:
                for end in theirs:
                    os.close(end)
            self._children += 1
            if self._retiring is not None:
                self._retiring.cancel()
        return Forked(self, *ours)

    def wait(self, pid: int) -> int:
        """The exit code of a worker that has closed its output; 0 as its number if it was never born."""
        with self._lock:
            code = self._ask(pid) if pid else KILLED
            self._children -= 1
            if self._children == 0:
                self._retiring = threading.Timer(self.idle_seconds, self._retire)
                self._retiring.daemon = True
                self._retiring.start()
        return code

    def _ask(self, pid: int) -> int:
        try:
            self._channel.sendall(WAIT + number(pid))
            return read_number(self._channel)
        except OSError:
            return KILLED

    def _retire(self) -> None:
        with self._lock:
            if self._children:
                return
        self._close()

    def _close(self) -> None:
        with self._lock:
            self._open = False
            self._channel.close()


@cache
def nursery(command: tuple[str, ...]) -> Nursery:
    return Nursery(command)


def bear(live: Callable[[], None]) -> None:
    """The nursery's side: fork for each request, and let every child `live`, until the server closes the channel.
    Memory that is shared with the children stays shared if the collector leaves it alone."""
    channel = socket.socket(fileno=os.dup(0))
    gc.collect()
    gc.freeze()
    while True:
        asked, files, _, _ = socket.recv_fds(channel, 1, 3)
        if asked == FORK:
            if os.fork() == 0:
                become_worker(live, channel, files)
            for file in files:
                os.close(file)
        elif asked == WAIT:
            status = os.waitpid(read_number(channel), 0)[1]
            channel.sendall(number(os.waitstatus_to_exitcode(status)))
        else:
            return


def become_worker(live: Callable[[], None], channel: socket.socket, files: list[int]) -> None:
    """The child never comes back from here."""
    try:
        channel.close()
        os.setsid()
        for target, file in enumerate(files):
            os.dup2(file, target)
            os.close(file)
        live()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def number(value: int) -> bytes:
    return value.to_bytes(NUMBER, "big", signed=True)


def read_number(channel: socket.socket) -> int:
    """OSError when the other side is gone."""
    read = b""
    while len(read) < NUMBER:
        more = channel.recv(NUMBER - len(read))
        if not more:
            raise ConnectionResetError("the other side is gone")
        read += more
    return int.from_bytes(read, "big", signed=True)
