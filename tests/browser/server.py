"""The real app for the browser tests: `streamlit run app.py` on a free port, and a Chromium to look at it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
BOOT_SECONDS = 60


class Server:
    """A running app, or another script as Streamlit runs ours; `url` is its address."""

    def __init__(self, environment: Mapping[str, str], script: str = "app.py") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.port, self.url, self.environment, self.script = port, f"http://127.0.0.1:{port}", environment, script
        self.output = Path(tempfile.mkdtemp(prefix="treeclust-")) / "printed"
        self.start()

    def printed(self) -> str:
        """What the server has said so far where it was started."""
        return self.output.read_text()

    def start(self) -> None:
        """Also again after a stop, at the same address."""
        options = {"port": str(self.port), "headless": "true"}
        words = [word for name, value in options.items() for word in (f"--server.{name}", value)]
        with self.output.open("w") as output:
            self.process = self._run(words, output)
        self.wait_until_healthy()

    def _run(self, words: list[str], output: IO[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", self.script, *words],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            start_new_session=True,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )

    def wait_until_healthy(self) -> None:
        for _ in range(BOOT_SECONDS * 10):
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise RuntimeError("the app did not start")

    def workers(self) -> list[int]:
        """The worker processes of this server that are alive, the one that forks the others among them."""
        return [pid for pid in worker_pids() if self.process.pid in ancestors(pid)]

    def busy_workers(self) -> list[int]:
        """Those that were given something to do."""
        return [pid for pid in self.workers() if is_busy(pid)]

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(20)


def worker_pids() -> list[int]:
    """Every process on this machine that runs treeclust.jobs.worker."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"treeclust.jobs.worker" in words:
                found.append(int(folder.name))
    return found


def is_busy(pid: int) -> bool:
    """A worker limits its memory when it gets its request; how much it computes would depend on the machine's load."""
    try:
        limits = Path(f"/proc/{pid}/limits").read_text()
    except OSError:
        return False
    return next("unlimited" not in line for line in limits.splitlines() if line.startswith("Max address space"))


def parent_of(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid:"))


def ancestors(pid: int) -> list[int]:
    parent = parent_of(pid)
    return [] if not parent else [parent, *ancestors(parent)]


@contextmanager
def running_app(script: str = "app.py", **environment: str) -> Iterator[Server]:
    server = Server(environment, script)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.output.parent, ignore_errors=True)


def chromium() -> str:
    """The system's Chromium; never a download."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    raise RuntimeError("no Chromium on this machine; install the system's chromium package")
