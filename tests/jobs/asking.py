"""What the tests of every job runner share: a small problem, requests about it, and waiting."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import JobView
from treeclust.jobs.runner import Runner

TEST_WORKER = (sys.executable, "-m", "tests.jobs.lazy_worker")
PROBLEM = Problem(Dataset.from_array(np.random.default_rng(0).random((20, 2))), 2, 1)


def request(engine: str | None = None) -> Solve:
    return Solve(Question(PROBLEM, "md"), engine)


def wait(
    jobs: Runner, job: str, until: Callable[[JobView], bool] = lambda view: view.ended, watcher: str | None = "tester"
) -> JobView:
    for _ in range(1200):
        view = jobs.look(job, watcher)
        assert view is not None
        if until(view):
            return view
        time.sleep(0.05)
    raise AssertionError(f"still {view.state}")


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


def wait_until_dead(pid: int) -> None:
    for _ in range(400):
        if not is_alive(pid):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still alive")
