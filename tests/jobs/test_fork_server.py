"""Where workers come from: forked from one process that has loaded, or started anew where that is not possible."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time

from tests.dask_cluster import parent
from tests.jobs.asking import TEST_WORKER, is_alive, request, wait_until_dead
from treeclust.jobs import process
from treeclust.jobs.fork_server import KILLED, ForkServer
from treeclust.jobs.messages import FinalResult, PartialResult, Stop, Task, WorkerReady
from treeclust.jobs.process import WorkerProcess
from treeclust.jobs.wire import Message, decode

PATIENCE = 60.0


def begin(worker: WorkerProcess, engine: str) -> queue.Queue[object]:
    """Give it work; what comes back: messages, and at the end (exit code, error text)."""
    heard: queue.Queue[object] = queue.Queue()
    worker.give(Task(request(engine), 60.0, 4096), heard.put, lambda *end: heard.put(end))
    return heard


def first(heard: queue.Queue[object], kind: type[Message]) -> Message:
    while True:
        said = heard.get(timeout=PATIENCE)
        if isinstance(said, kind):
            return said


def end(heard: queue.Queue[object]) -> tuple[int, str]:
    while True:
        said = heard.get(timeout=PATIENCE)
        if isinstance(said, tuple):
            return said


def test_workers_come_from_one_process_and_end_alone():
    """Both have the same parent; the end of one, with its code and its words, is nothing to the other."""
    patient, broken = WorkerProcess(TEST_WORKER), WorkerProcess(TEST_WORKER)
    heard = begin(patient, "patient")
    first(heard, PartialResult)
    assert parent(patient.pid) == parent(broken.pid) != os.getpid()
    code, words = end(begin(broken, "crash"))
    assert (code, words) == (5, "broken\n")
    assert not broken.alive and patient.alive
    patient.say(Stop())
    assert first(heard, FinalResult)
    assert end(heard)[0] == 0


def test_a_lost_fork_server_takes_its_workers_along_and_the_next_worker_gets_another():
    """Not even a worker that listens to nobody outlives it."""
    worker = WorkerProcess(TEST_WORKER)
    heard = begin(worker, "deaf")
    first(heard, PartialResult)
    os.kill(parent(worker.pid), signal.SIGKILL)
    assert end(heard) == (KILLED, "")
    wait_until_dead(worker.pid)
    assert end(begin(WorkerProcess(TEST_WORKER), "crash"))[0] == 5


def test_a_worker_may_be_ended_before_it_is_there():
    """As when a page is closed while the fork server still loads."""
    os.kill(parent(WorkerProcess(TEST_WORKER).pid), signal.SIGKILL)
    worker = WorkerProcess(TEST_WORKER)
    heard = begin(worker, "deaf")
    worker.kill()
    assert end(heard)[0] in (KILLED, 3)
    wait_until_dead(worker.pid)


def test_a_worker_that_is_gone_before_anybody_listens_is_missed(monkeypatch):
    """However late the threads begin that read what it says."""
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (start(thread), time.sleep(0.3)))
    gone = WorkerProcess((sys.executable, "-S", "-c", "raise SystemExit(7)"), forks=False)
    assert end(begin(gone, "deaf"))[0] == 7


def test_a_fork_server_that_is_not_used_goes():
    """It is ended when its last worker has been gone for a while."""
    server = ForkServer(TEST_WORKER, idle_seconds=0.1)
    one = server.fork()
    loaded = decode(one.stdout.readline())
    assert isinstance(loaded, WorkerReady)
    pid = loaded.pid
    process = parent(pid)
    assert is_alive(process)
    one.stdin.close()
    assert one.stdout.read() == b""
    while (code := one.poll(pid)) is None:
        time.sleep(0.01)
    assert code == 0
    one.stdout.close()
    one.stderr.close()
    wait_until_dead(process)


def test_without_forking_every_worker_is_started_anew():
    """As on systems where forking is not safe."""
    worker = WorkerProcess(TEST_WORKER, forks=False)
    heard = begin(worker, "patient")
    first(heard, PartialResult)
    assert parent(worker.pid) == os.getpid()
    worker.kill()
    assert end(heard)[0] == KILLED


def test_a_worker_that_closes_its_output_and_lives_on_is_ended():
    """Nobody could hear it; and while it is waited for, others are forked."""
    mute, other = WorkerProcess(TEST_WORKER), WorkerProcess(TEST_WORKER)
    heard = begin(mute, "mute")
    assert end(begin(other, "crash"))[0] == 5
    assert end(heard)[0] == KILLED
    wait_until_dead(mute.pid)


def test_nobody_is_hit_by_a_kill_that_comes_too_late(monkeypatch):
    """When a worker is over its number may be somebody else's."""
    worker = WorkerProcess(TEST_WORKER)
    assert end(begin(worker, "crash"))[0] == 5
    hit: list[int] = []
    monkeypatch.setattr(process, "end_group", hit.append)
    worker.kill()
    assert hit == []


def test_a_fork_server_that_hangs_is_given_up(monkeypatch):
    """Whoever waits for a worker is told; the next worker comes from another process."""
    monkeypatch.setattr(process, "START_SECONDS", 0.0)
    before = WorkerProcess(TEST_WORKER)
    hanging = parent(before.pid)
    os.kill(hanging, signal.SIGSTOP)
    try:
        worker = WorkerProcess(TEST_WORKER)
        heard = begin(worker, "deaf")
        worker.kill()
        assert end(heard) == (KILLED, "")
        assert end(begin(WorkerProcess(TEST_WORKER), "crash"))[0] == 5
    finally:
        os.kill(hanging, signal.SIGCONT)
        before.kill()


NO_ROOM = """
import os, sys
from treeclust.jobs import fork_server, worker
real, asked = os.fork, []
def fork():
    asked.append(1)
    if len(asked) == 2:
        raise BlockingIOError(11, "no more processes")
    return real()
os.fork = fork
worker.main()
"""


def test_a_system_without_room_for_a_process_ends_nobody():
    """The worker that could not be made is reported; the one before it and the one after it work."""
    command = (sys.executable, "-c", NO_ROOM)
    first_one, refused, third = (WorkerProcess(command) for _ in range(3))
    assert (refused.pid == 0 and not refused.alive) or end(begin(refused, "fast")) == (KILLED, "")
    assert first_one.pid and third.pid and first_one.alive and third.alive
    for worker in (first_one, third):
        worker.kill()
