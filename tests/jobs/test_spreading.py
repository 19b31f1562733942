"""A solve and its helpers as real processes: all proofs come from the helpers, and some of these are lost."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from tests.dask_cluster import DaskCluster
from tests.jobs.asking import wait, wait_until_dead
from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.helper_workers import Helpers
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.messages import FindFront, Solve, ToHelper
from treeclust.jobs.protocol import ENDED, JobView, Limits, State
from treeclust.jobs.runner import Runner

SPREADING_WORKER = (sys.executable, "-m", "tests.jobs.spreading_worker")
"""The solve's own process settles no piece."""
LINKS = Links.from_pairs(must=[(0, 1)], cannot=[(2, 3), (4, 5)])
PROBLEM = Problem(Dataset.from_array(np.random.default_rng(2).random((14, 2))), 3, 2, LINKS, epsilon=5.0)
QUESTION = Question(PROBLEM, "md")


@pytest.fixture(params=["local", "dask"])
def jobs(request: pytest.FixtureRequest) -> Iterator[Runner]:
    runner: Runner
    if request.param == "local":
        runner = LocalJobs(running=2, command=SPREADING_WORKER, spreads=True)
    else:
        cluster: DaskCluster = request.getfixturevalue("cluster")
        runner = DaskJobs(cluster.address, command=SPREADING_WORKER)
        cluster.wait_for_room(runner)
    yield runner
    runner.close()


def helper_at_work(runner: Runner, job: str, not_this: int = 0) -> int:
    """The process of a helper that has been told about a piece."""
    told: set[str] = set()

    def note(helpers: Helpers, message: ToHelper) -> None:
        told.add(message.helper)
        Helpers.tell(helpers, message)

    while runner._jobs[job].state not in ENDED:
        helpers = runner._jobs[job].helpers
        if helpers is not None:
            helpers.tell = partial(note, helpers)
            pids = [worker.pid for name, worker in list(helpers.workers.items()) if name in told]
            if set(pids) - {0, not_this}:
                return pids[0]
        time.sleep(0.02)
    raise AssertionError(f"it ended without a helper: {runner._jobs[job].state}")


def assert_proved(view: JobView) -> None:
    """With the value that solving in this process gives, by pieces that helpers have refuted."""
    assert view.state is State.DONE
    assert view.result["status"] == "optimal"
    assert view.result["value"] == solve(PROBLEM, "md").measures.value
    assert view.result["figures"]["pieces_refuted_elsewhere"] >= 1


def test_a_lost_helper_s_pieces_are_settled_by_the_next(jobs: Runner):
    """The helper's process is killed in the middle; another takes its place, and the answer is proved all the same."""
    job = jobs.submit(Solve(QUESTION), Limits(), "tester")
    first = helper_at_work(jobs, job)
    os.kill(first, 9)
    assert helper_at_work(jobs, job, not_this=first) != first
    assert_proved(wait(jobs, job))


def test_a_lost_solve_starts_again_with_new_helpers(cluster: DaskCluster):
    """The machine of the solve itself is lost; its helper gives way, and the second start is helped again."""
    jobs = DaskJobs(cluster.address, command=SPREADING_WORKER)
    try:
        cluster.wait_for_room(jobs)
        job = jobs.submit(Solve(QUESTION), Limits(), "tester")
        helper_at_work(jobs, job)
        (solving,) = jobs.worker_pids()
        cluster.replace_owner_of(solving)
        assert_proved(wait(jobs, job))
        assert jobs._jobs[job].starts == 2
    finally:
        jobs.close()


@pytest.mark.parametrize("jobs", ["local"], indirect=True)
def test_jobs_that_wait_come_before_help(jobs: Runner):
    """A second job takes the helper's place at once, and cancelling the first one ends whatever it had."""
    job = jobs.submit(Solve(QUESTION), Limits(), "tester")
    first = helper_at_work(jobs, job)
    second = jobs.submit(FindFront(QUESTION), Limits(), "tester")
    view = wait(jobs, second)
    assert view.state is State.DONE and view.result["complete"]
    wait_until_dead(first)
    jobs.cancel(job)
    wait(jobs, job)
    assert jobs._free() == jobs.room()
