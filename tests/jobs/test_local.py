"""Real worker processes: they answer, stop, wait in line, and never outlive anybody."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from treeclust.dataset import Dataset
from treeclust.errors import InputError
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.messages import problem_to_json, result_from_json
from treeclust.jobs.protocol import JobView, Limits, State
from treeclust.problem import Problem
from treeclust.result import Status

TEST_WORKER = (sys.executable, "-m", "tests.jobs.lazy_worker")
PROBLEM = Problem(Dataset.from_array(np.random.default_rng(0).random((20, 2))), 2, 1)


def request(engine: str | None = None) -> dict[str, object]:
    return {"problem": problem_to_json(PROBLEM), "objective": "md", "engine": engine}


@pytest.fixture
def jobs() -> Iterator[LocalJobs]:
    runner = LocalJobs(running=1, waiting=2, command=TEST_WORKER)
    yield runner
    runner.close()


def wait(jobs: LocalJobs, job: str, until: Callable[[JobView], bool] = lambda view: view.ended) -> JobView:
    for _ in range(1200):
        view = jobs.look(job, "tester")
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


def test_the_real_worker_answers():
    """A request goes out, a verified optimal result comes back."""
    runner = LocalJobs()
    try:
        job = runner.submit(request(), Limits(seconds=60), "tester")
        view = wait(runner, job)
    finally:
        runner.close()
    assert view.state is State.DONE
    result = result_from_json(view.result, PROBLEM)
    assert result.status is Status.OPTIMAL
    assert result.labels is not None and len(result.labels) == PROBLEM.n


def test_cancel_keeps_the_best_answer(jobs):
    """A worker that obeys the stop returns its best tree, with what is proved about it."""
    job = jobs.submit(request("patient"), Limits(), "tester")
    wait(jobs, job, lambda view: view.result is not None)
    jobs.cancel(job)
    view = wait(jobs, job)
    assert view.state is State.DONE
    assert view.result["status"] == "feasible"
    assert view.result["md_lower_bound"] > 0


def test_a_worker_that_does_not_obey_is_ended_and_its_answer_kept(jobs):
    """The incumbent was sent as it was found, so killing the worker loses nothing."""
    job = jobs.submit(request("deaf"), Limits(patience=0.3), "tester")
    wait(jobs, job, lambda view: view.result is not None)
    (pid,) = jobs.worker_pids()
    jobs.cancel(job)
    view = wait(jobs, job)
    assert view.result["status"] == "feasible"
    wait_until_dead(pid)


def test_the_time_limit_ends_the_search(jobs):
    """After the limit the best answer so far comes back by itself."""
    job = jobs.submit(request("patient"), Limits(seconds=0.5), "tester")
    assert wait(jobs, job).result["status"] == "feasible"


def test_progress_comes_at_most_five_times_a_second(jobs):
    """A worker that reports 500 times a second is heard five times a second."""
    job = jobs.submit(request("patient"), Limits(seconds=2), "tester")
    view = wait(jobs, job)
    assert 2 <= len(view.progress) <= 2 * 5 + 2


def test_the_queue_has_a_place_and_a_limit(jobs):
    """One runs, two wait in order, the next is refused; cancelling a waiting job frees its place."""
    first = jobs.submit(request("patient"), Limits(), "tester")
    wait(jobs, first, lambda view: view.state is State.RUNNING)
    second, third = (jobs.submit(request("patient"), Limits(), "tester") for _ in range(2))
    assert [jobs.look(job).place_in_queue for job in (second, third)] == [1, 2]
    with pytest.raises(InputError, match="waiting"):
        jobs.submit(request("patient"), Limits(), "tester")
    jobs.cancel(second)
    assert jobs.look(second).state is State.CANCELLED
    assert jobs.look(third).place_in_queue == 1


def test_nobody_watches_so_the_job_ends():
    """When its last watcher is gone for longer than the grace, a job is stopped."""
    present = {"tester"}
    runner = LocalJobs(grace=0.3, is_watching=present.__contains__, command=TEST_WORKER)
    try:
        job = runner.submit(request("patient"), Limits(), "tester")
        wait(runner, job, lambda view: view.result is not None)
        (pid,) = runner.worker_pids()
        present.clear()
        for _ in range(400):
            if runner.look(job).ended:
                break
            time.sleep(0.05)
        assert runner.look(job).ended
        wait_until_dead(pid)
    finally:
        runner.close()


def test_a_crash_is_a_sentence(jobs):
    """A worker that dies without a word fails its job, not the server."""
    view = wait(jobs, jobs.submit(request("crash"), Limits(), "tester"))
    assert view.state is State.FAILED
    assert "solve again" in view.message


def test_the_memory_limit_is_a_sentence(jobs):
    """Asking for 16 GB under a cap of 2 GB fails with advice, and the machine survives."""
    view = wait(jobs, jobs.submit(request("hungry"), Limits(memory_mb=2048), "tester"))
    assert view.state is State.FAILED
    assert "2 GB" in view.message


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
from tests.jobs.test_local import *
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
