"""A real Dask scheduler and real Dask workers, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from distributed import Client

from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.driver import DRIVEN

ROOT = Path(__file__).parents[1]


def driven() -> list[int]:
    return [process.pid for process in DRIVEN.values()]


class DaskCluster:
    def __init__(self, workers: int) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        scheduler = self._start("dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        self.address = self._line(scheduler, "Scheduler at:").split()[-1]
        self.workers = [self.start_worker() for _ in range(workers)]

    def start_worker(self) -> subprocess.Popen[str]:
        return self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", quiet=True)

    def _start(self, program: str, *options: str, quiet: bool = False) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options, "--no-dashboard"]
        errors = subprocess.DEVNULL if quiet else subprocess.PIPE
        self.processes.append(subprocess.Popen(command, cwd=ROOT, stderr=errors, text=True))
        return self.processes[-1]

    def _line(self, process: subprocess.Popen[str], words: str) -> str:
        assert process.stderr is not None
        return next(line for line in process.stderr if words in line)

    def replace_owner_of(self, pid: int) -> None:
        """Kill the Dask worker a process comes from, and start another; OSError if the process has ended."""
        (owner,) = (worker for worker in self.workers if worker.pid == parent(parent(pid)))
        owner.kill()
        self.workers[self.workers.index(owner)] = self.start_worker()

    def wait_for_room(self, jobs: DaskJobs, room: int = 2) -> None:
        jobs.wait_for_room(room)
        assert jobs.room() >= room

    def processes_at_work(self) -> list[int]:
        """The processes that Dask's workers drive now."""
        with Client(self.address, set_as_default=False) as client:
            return [pid for pids in client.run(driven).values() for pid in pids]

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
