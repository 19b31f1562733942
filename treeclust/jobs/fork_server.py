"""A fork server, as multiprocessing has one: a process that has loaded everything once, and forks for each worker.

Loading takes a second or two of processor time, forking a few milliseconds; so a solve begins at once, however soon
after the last one it is asked for. For each worker the server sends three open files, which become its input, output
and error output. Only on Linux.
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
FORK_SERVER = "--fork-server"
"""A worker that is started with this becomes a fork server."""
IDLE_SECONDS = 300.0
"""A helper of a solve, or somebody who has thought for a while, should not wait until everything is loaded again."""
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"} | {
    "ARROW_DEFAULT_MEMORY_POOL": "system"  # Arrow's own reserves a gigabyte at a time, which counts against the limit
}
FORK, POLL = b"f", b"p"
NUMBER = 8
"""Bytes of a process number or an exit code."""
KILLED = -9
NO_PROCESS = -1
RUNNING = 1000
"""No exit code."""
ANSWER_SECONDS = 30.0
"""A fork server that does not answer for so long is taken to be gone."""


class ForkedWorker:
    """A worker from a fork server; it may yet have to wait until that is loaded."""

    def __init__(self, server: ServerProcess, stdin: int, stdout: int, stderr: int) -> None:
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb")
        self.stderr: IO[bytes] = os.fdopen(stderr, "rb")
        self._server = server

    def poll(self, pid: int) -> int | None:
        """The exit code of a worker that has closed its output, 0 as its number if it never began; None while it is
        not over."""
        return self._server.poll(pid)

    def give_up(self) -> None:
        """It should have begun long ago: the next worker comes from another process."""
        self._server.give_up()


class ForkServer:
    """Seen from outside: a process that is started when a worker is needed, and ended when none was for a while."""

    def __init__(self, command: tuple[str, ...], idle_seconds: float = IDLE_SECONDS) -> None:
        self.command, self.idle_seconds = command, idle_seconds
        self._process: ServerProcess | None = None
        self._lock = threading.Lock()

    def fork(self) -> ForkedWorker:
        with self._lock:
            worker = None if self._process is None else self._process.fork()
            if worker is None:
                self._process = ServerProcess(self.command, self.idle_seconds)
                worker = self._process.fork()
        if worker is None:
            raise OSError("no process for workers could be started")
        return worker


class ServerProcess:
    """One such process, which ends when its socket closes, be it because whoever started it is gone."""

    def __init__(self, command: tuple[str, ...], idle_seconds: float) -> None:
        self.idle_seconds = idle_seconds
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(ANSWER_SECONDS)
        self._lock, self._asking = threading.Lock(), threading.Lock()
        self._open, self._children = True, 0
        self._retiring: threading.Timer | None = None
        started = threading.Event()

        def run() -> None:
            """On a thread of its own, which stays: on Linux a process can end with the thread that made it."""
            try:
                process = subprocess.Popen(
                    [*command, FORK_SERVER],
                    stdin=theirs.fileno(),
                    cwd=ROOT,
                    env=os.environ | ENVIRONMENT,
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

        threading.Thread(target=run, daemon=True, name="treeclust-fork-server").start()
        started.wait()

    def fork(self) -> ForkedWorker | None:
        """None if this process is gone."""
        with self._lock:
            if not self._open:
                return None
            pipes = [os.pipe() for _ in range(3)]
            theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
            ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
            try:
                socket.send_fds(self._socket, [FORK], theirs)
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
        return ForkedWorker(self, *ours)

    def poll(self, pid: int) -> int | None:
        """The exit code, once; None while it is not over."""
        code = self._ask(pid) if pid else KILLED
        if code == RUNNING:
            return None
        with self._lock:
            self._children -= 1
            if self._children == 0:
                self._retiring = threading.Timer(self.idle_seconds, self._retire)
                self._retiring.daemon = True
                self._retiring.start()
        return code

    def _ask(self, pid: int) -> int:
        """One at a time, and nobody who wants to fork waits for the answer."""
        with self._asking:
            try:
                with self._lock:
                    self._socket.sendall(POLL + number(pid))
                return read_number(self._socket)
            except OSError:
                self._close()
                return KILLED

    def give_up(self) -> None:
        with self._lock:
            self._open = False

    def _retire(self) -> None:
        with self._lock:
            if self._children:
                return
        self._close()

    def _close(self) -> None:
        with self._lock:
            self._open = False
            self._socket.close()


@cache
def fork_server(command: tuple[str, ...]) -> ForkServer:
    """One for each command, shared by all runners of this process."""
    return ForkServer(command)


def serve_forks(work: Callable[[], None]) -> None:
    """Inside the process: fork for each request, and let every child `work`, until the socket is closed. Memory that is
    shared with the children stays shared if the garbage collector leaves it alone."""
    connection = socket.socket(fileno=os.dup(0))
    gc.collect()
    gc.freeze()
    while True:
        asked, files, _, _ = socket.recv_fds(connection, 1, 3)
        if asked == FORK:
            if fork() == 0:
                become_worker(work, connection, files)
            for file in files:
                os.close(file)
        elif asked == POLL:
            connection.sendall(number(exit_code(read_number(connection))))
        else:
            return


def fork() -> int:
    """A system that has no room for one more process says so to whoever waits, whose files are closed; the others, who
    would end with this process, live on."""
    try:
        return os.fork()
    except OSError:
        return NO_PROCESS


def exit_code(pid: int) -> int:
    """Of a child; never waits, because then nobody could be forked meanwhile."""
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return KILLED
    return os.waitstatus_to_exitcode(status) if found else RUNNING


def become_worker(work: Callable[[], None], connection: socket.socket, files: list[int]) -> None:
    """The child never comes back from here."""
    try:
        connection.close()
        os.setsid()
        for target, file in enumerate(files):
            os.dup2(file, target)
            os.close(file)
        work()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def number(value: int) -> bytes:
    return value.to_bytes(NUMBER, "big", signed=True)


def read_number(connection: socket.socket) -> int:
    """OSError when the other side is gone."""
    read = b""
    while len(read) < NUMBER:
        more = connection.recv(NUMBER - len(read))
        if not more:
            raise ConnectionResetError("the other side is gone")
        read += more
    return int.from_bytes(read, "big", signed=True)
