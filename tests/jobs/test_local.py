"""Worker processes of this machine: a spare one for an audience, and none outlives its owner."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.jobs.asking import TEST_WORKER, is_alive, wait_until_dead
from treeclust.jobs.local import LocalJobs


def test_a_spare_worker_waits_only_while_somebody_is_there():
    """The idle worker is started for an audience, waits for one that comes back, and ends when nobody does."""
    present = {"before", "after"}
    runner = LocalJobs(grace=600, is_watching=present.__contains__, command=TEST_WORKER)
    try:
        runner.attend("before")
        while runner._spare is None:
            time.sleep(0.02)
        spare = runner._spare
        present.remove("before")
        while runner._audience:
            time.sleep(0.02)
        runner.attend("after")
        time.sleep(0.3)
        assert runner._spare is spare and spare.alive
        present.clear()
        runner.grace = 0.1
        wait_until_dead(spare.pid)
    finally:
        runner.close()


OWNER = """
import sys, time
from tests.jobs.asking import *
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.protocol import Limits
jobs = LocalJobs(command=TEST_WORKER)
job = jobs.submit(request("deaf"), Limits(), "tester")
wait(jobs, job, lambda view: view.result is not None)
print(jobs.worker_pids()[0], flush=True)
time.sleep(600)
"""


def test_a_killed_owner_takes_its_workers_along():
    """Not even a worker that listens to nobody survives the process that started it."""
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
    assert owner.stdout is not None
    pid = int(owner.stdout.readline())
    assert is_alive(pid)
    os.kill(owner.pid, 9)
    owner.wait()
    owner.stdout.close()
    wait_until_dead(pid)
