"""Worker processes of this machine: a spare one for an audience, none outlives its owner, none holds up others."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from tests.jobs.asking import TEST_WORKER, is_alive, request, wait, wait_until_dead
from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.machine import LEAST_MB, machine_memory_mb, worker_memory_mb
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import Limits, State
from treeclust.jobs.shares import Shares


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


LONG = 30.0
SLOW_TO_START = (sys.executable, "-c", f"import time; time.sleep({LONG})")


def test_a_large_task_for_a_slow_worker_holds_up_nobody():
    """While 16 MB wait for a process that does not read, others look at their jobs, and cancel them, at once."""
    jobs = LocalJobs(command=SLOW_TO_START)
    try:
        large = jobs.submit(
            Solve(Question(Problem(Dataset.from_array(np.random.default_rng(0).random((200_000, 10))), 2, 1), "md")),
            Limits(),
            "tester",
        )
        wait(jobs, large, lambda view: view.state is State.RUNNING)
        began, other = time.monotonic(), jobs.submit(request(), Limits(), "other")
        for _ in range(100):
            jobs.look(other, "other")
        jobs.cancel(large)
        assert time.monotonic() - began < LONG / 2  # who waited for the process would have waited until it ended
    finally:
        jobs.close()


def test_a_worker_gets_a_part_of_the_machine():
    """All that may run have, together, less than there is; a job that names its need gets that."""
    assert 3 * worker_memory_mb(3) < max(machine_memory_mb(), 3 * LEAST_MB + 1)
    jobs = LocalJobs(shares=Shares(memory_mb=700), command=TEST_WORKER)
    try:
        usual, own = (jobs.submit(request(), limits, "tester") for limits in (Limits(), Limits(memory_mb=900)))
        assert [jobs._jobs[job].limits.memory_mb for job in (usual, own)] == [700, 900]
    finally:
        jobs.close()


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
