"""A cluster loses workers, schedulers and clients; jobs and their answers survive, processes do not."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from tests.dask_cluster import ROOT, DaskCluster
from tests.jobs.asking import TEST_WORKER, is_alive, request, wait, wait_until_dead
from treeclust.core.errors import InputError
from treeclust.jobs import cluster as cluster_module
from treeclust.jobs.choice import VARIABLE, chosen_jobs
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.job import falls_behind
from treeclust.jobs.protocol import Limits, State
from treeclust.lab.experiments.plan import Selection, key, plan
from treeclust.lab.experiments.run_one import run_one
from treeclust.lab.experiments.running import run_with


@pytest.fixture
def jobs(cluster: DaskCluster) -> Iterator[DaskJobs]:
    runner = DaskJobs(cluster.address, command=TEST_WORKER)
    cluster.wait_for_room(runner)
    yield runner
    runner.close()


def test_a_job_whose_worker_is_lost_starts_again_and_keeps_its_best_answer(cluster: DaskCluster, jobs: DaskJobs):
    """The Dask worker is killed: its process dies with it, the answer found there stays, the job begins once more on
    the other worker, and a stop still reaches it."""
    job = jobs.submit(request("patient"), Limits(), "tester")
    found = wait(jobs, job, lambda view: view.result is not None)
    (pid,) = jobs.worker_pids()
    cluster.replace_owner_of(pid)
    wait_until_dead(pid)
    assert jobs.look(job).result["md"] == found.result["md"]
    wait(jobs, job, lambda view: jobs.worker_pids() != [pid])
    jobs.cancel(job)
    view = wait(jobs, job)
    assert view.state is State.DONE
    assert view.result["md"] == found.result["md"]


def test_a_worker_of_another_version_is_a_sentence(jobs: DaskJobs, monkeypatch: pytest.MonkeyPatch):
    """Numbers from different programs are not mixed: the job fails with advice before anything is started."""
    monkeypatch.setattr(cluster_module, "VERSION", "0.0.1")
    view = wait(jobs, jobs.submit(request(), Limits(), "tester"))
    assert view.state is State.FAILED
    assert "this server 0.0.1; install the same version" in view.message


@pytest.mark.parametrize(
    ("new", "old", "behind"),
    [
        ({"status": "feasible", "labels": [0], "value": 7, "md": 3.0}, {"labels": [0], "value": 5, "md": 4.0}, True),
        ({"status": "feasible", "labels": [0], "value": 5, "md": 3.0}, {"labels": [0], "value": 5, "md": 4.0}, False),
        ({"status": "unknown", "labels": None}, {"labels": [0], "value": 5, "md": 4.0}, True),
        ({"status": "optimal", "labels": [0], "value": 5, "md": 4.0}, {"labels": [0], "value": 5, "md": 4.0}, False),
        ({"front": [1], "complete": False}, {"front": [1, 2], "complete": False}, True),
        ({"front": [1, 2], "complete": True}, {"front": [1, 2], "complete": False}, False),
        ({"cells": [], "finished": False}, {"cells": [1], "finished": False}, True),
    ],
)
def test_a_second_start_never_makes_an_answer_worse(new: dict, old: dict, behind: bool):
    """What an earlier worker found is replaced only by what is at least as good, or proved."""
    assert falls_behind(new, old) is behind


TIMES = ("seconds", "processor_seconds", "phases", "finished")


def facts(row: dict) -> dict:
    """What does not depend on how long it took, or on the process it ran in."""
    return {name: value for name, value in row.items() if name not in TIMES}


def test_a_grid_with_a_worker_killed_in_the_middle_gives_what_one_machine_gives(cluster: DaskCluster):
    """Every run of an experiment is there once, with the row that running it in this process gives."""
    grid = plan("table1", Selection(["iris"], kappas=[0, 0.5], seeds=1, methods=["tree"]))
    jobs = DaskJobs(cluster.address)
    rows: list[dict] = []

    def keep(row: dict) -> None:
        if not rows:
            kill_a_busy_worker(cluster, jobs)
        rows.append(row)

    try:
        cluster.wait_for_room(jobs)
        run_with(jobs, grid, keep)
    finally:
        jobs.close()
    here = {key(job): facts(run_one(job)) for job in grid}
    assert len(rows) == len(grid) == 4
    assert {key(row): facts(row) for row in rows} == here


def kill_a_busy_worker(cluster: DaskCluster, jobs: DaskJobs) -> None:
    for _ in range(2000):
        for pid in jobs.worker_pids():
            with contextlib.suppress(OSError):  # it has ended meanwhile, and the next one is about to begin
                return cluster.replace_owner_of(pid)
        time.sleep(0.005)
    raise AssertionError("no process was at work")


OWNER = """
import sys, time
from tests.jobs.asking import *
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.protocol import Limits
jobs = DaskJobs(sys.argv[1], command=TEST_WORKER)
while not jobs.room():
    time.sleep(0.05)
job = jobs.submit(request("deaf"), Limits(), "tester")
wait(jobs, job, lambda view: view.result is not None)
print(jobs.worker_pids()[0], flush=True)
time.sleep(600)
"""


def test_a_killed_owner_s_processes_end_on_the_cluster_too(cluster: DaskCluster):
    """Not even a worker that listens to nobody goes on computing for a server that is gone."""
    owner = subprocess.Popen([sys.executable, "-c", OWNER, cluster.address], stdout=subprocess.PIPE, cwd=ROOT)
    assert owner.stdout is not None
    pid = int(owner.stdout.readline())
    assert is_alive(pid)
    os.kill(owner.pid, 9)
    owner.wait()
    owner.stdout.close()
    wait_until_dead(pid)


def test_without_a_scheduler_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch):
    """The environment names the cluster; when nobody answers there, a job is refused with advice."""
    monkeypatch.setenv(VARIABLE, "tcp://127.0.0.1:9")
    jobs = chosen_jobs(running=1)
    try:
        assert isinstance(jobs, DaskJobs)
        with pytest.raises(InputError, match="does not answer; start it"):
            jobs.submit(request(), Limits(), "tester")
    finally:
        jobs.close()


def listening() -> set[tuple[str, int]]:
    """Where this process waits for others to connect."""
    return {tuple(c.laddr) for c in psutil.Process().net_connections("inet") if c.status == psutil.CONN_LISTEN}


def test_a_cluster_of_our_own_answers(monkeypatch: pytest.MonkeyPatch):
    """With "local" a scheduler is started in this process; nobody on another machine reaches it."""
    monkeypatch.setenv(VARIABLE, "local")
    before = listening()
    jobs = chosen_jobs(running=1)
    try:
        while not jobs.room():
            time.sleep(0.05)
        assert {address for address, _ in listening() - before} <= {"127.0.0.1"}
        view = wait(jobs, jobs.submit(request(), Limits(), "tester"))
        assert view.result["status"] == "optimal"
    finally:
        jobs.close()
