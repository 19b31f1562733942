"""What every job runner keeps, with real worker processes: they answer, stop, wait in line, and end when unwatched."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.dask_cluster import DaskCluster
from tests.jobs.asking import PROBLEM, TEST_WORKER, request, wait, wait_until_dead
from treeclust.ask.wanted import solve
from treeclust.core.codec import from_json
from treeclust.core.errors import InputError
from treeclust.core.result import Result, Status
from treeclust.jobs.dask import DaskJobs
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.protocol import Limits, State
from treeclust.jobs.runner import Runner
from treeclust.jobs.shares import Shares

Start = Callable[..., Runner]


@pytest.fixture(params=["local", "dask"])
def start(request: pytest.FixtureRequest) -> Iterator[Start]:
    """Starts a runner of either kind, ready for work; it is closed after the test."""
    started: list[Runner] = []

    def start(**options) -> Runner:
        if request.param == "local":
            started.append(LocalJobs(running=1, **options))
        else:
            cluster: DaskCluster = request.getfixturevalue("cluster")
            started.append(DaskJobs(cluster.address, **options))
            cluster.wait_for_room(started[-1])
        return started[-1]

    yield start
    for runner in started:
        runner.close()


@pytest.fixture
def jobs(start: Start) -> Runner:
    return start(shares=Shares(waiting_each=2), command=TEST_WORKER)


def test_the_real_worker_answers(start: Start):
    """A request goes out, and what comes back is what solving in this process gives."""
    runner = start()
    view = wait(runner, runner.submit(request(), Limits(seconds=60), "tester"))
    assert view.state is State.DONE
    result, here = from_json(Result, view.result, PROBLEM), solve(PROBLEM, "md")
    assert result.status is Status.OPTIMAL
    assert result.labels.tolist() == here.labels.tolist()
    assert (result.tree, result.md, result.md_lower_bound) == (here.tree, here.md, here.md_lower_bound)


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
    """Some run, two wait in order, the next is refused; cancelling a waiting job frees its place."""
    for _ in range(jobs.room()):
        running = jobs.submit(request("patient"), Limits(), "tester")
        wait(jobs, running, lambda view: view.state is State.RUNNING)
    second, third = (jobs.submit(request("patient"), Limits(), "tester") for _ in range(2))
    assert [jobs.look(job).place_in_queue for job in (second, third)] == [1, 2]
    with pytest.raises(InputError, match="waiting"):
        jobs.submit(request("patient"), Limits(), "tester")
    jobs.cancel(second)
    assert jobs.look(second).state is State.CANCELLED
    assert jobs.look(third).place_in_queue == 1


def test_twenty_people_are_served_in_turn(start: Start):
    """All ask for two solves, one after the other: none is refused, each sees a place, and nobody has a second solve
    before everybody has had a first."""
    runner = start(command=TEST_WORKER)
    people = [f"person {i}" for i in range(20)]
    asked = [(who, runner.submit(request("patient"), Limits(seconds=0.1), who)) for who in people for _ in range(2)]
    with runner._lock:
        waiting = [view for _, job in asked if (view := runner.look(job)).state is State.QUEUED]
    assert sorted(view.place_in_queue for view in waiting) == list(range(1, len(waiting) + 1))
    began = [(runner._jobs[job].began, who) for who, job in asked if wait(runner, job).state is State.DONE]
    order = [who for _, who in sorted(began)]
    assert len(order) == 40
    assert set(order[: 20 + runner.room()]) == set(people)


def test_one_person_s_solves_leave_room_for_others(start: Start):
    """With a share of one at a time, somebody's second solve waits although there is room."""
    runner = start(shares=Shares(at_once=1), command=TEST_WORKER)
    runner.running = 2
    mine = [runner.submit(request("patient"), Limits(), "me") for _ in range(2)]
    wait(runner, mine[0], lambda view: view.result is not None, "me")
    assert runner.look(mine[1]).place_in_queue == 1
    other = runner.submit(request("patient"), Limits(), "other")
    wait(runner, other, lambda view: view.result is not None, "other")
    assert runner.look(mine[1]).state is State.QUEUED


def test_a_closed_runner_takes_no_more(jobs):
    """Better one sentence than a job that waits for ever."""
    jobs.close()
    with pytest.raises(InputError):
        jobs.submit(request(), Limits(), "tester")


def test_nobody_watches_so_the_job_ends(start: Start):
    """When its last watcher is gone for longer than the grace, a job is stopped."""
    present = {"tester"}
    runner = start(grace=0.3, is_watching=present.__contains__, command=TEST_WORKER)
    job = runner.submit(request("patient"), Limits(), "tester")
    wait(runner, job, lambda view: view.result is not None)
    (pid,) = runner.worker_pids()
    present.clear()
    wait(runner, job, watcher=None)
    wait_until_dead(pid)


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
