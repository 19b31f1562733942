"""The worker process: one task, JSON lines in and out (`treeclust.jobs.messages`).

In comes a Task, then perhaps Stop, or what its helpers say. Out go WorkerReady as soon as it can work, any number of
ProgressReport and PartialResult, at most five of each a second, and at last FinalResult or Failure.

    python -m treeclust.jobs.worker [--fork-server] [MODULE …]

Modules of the package that are named are loaded before the task comes. The worker ends itself when its input closes: a
server that dies takes it along.
"""

from __future__ import annotations

import ctypes
import math
import os
import signal
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from treeclust.core.codec import to_json
from treeclust.core.errors import InputError
from treeclust.core.stop import Deadline, any_of
from treeclust.core.system import KILL, limit_process, raise_limit, yield_to_others
from treeclust.jobs import handlers
from treeclust.jobs.channel import Channel, Inbox, Send
from treeclust.jobs.fork_server import FORK_SERVER, serve_forks
from treeclust.jobs.messages import Failure, FinalResult, Request, Stop, Task, WorkerReady
from treeclust.jobs.wire import PACKAGE, Message, decode, encode, load

PR_SET_PDEATHSIG = 1
MB = 1024 * 1024
SPARE_MB = 64
NICENESS = 10
"""People who click come before processes that compute."""


def handle(request: Request, channel: Channel) -> Any:
    """The request's result, by the handler that it names."""
    return load(request.handler)(request, channel)


def answer(task: Task, stop: threading.Event, send: Send, inbox: Inbox) -> Message:
    """The final message for one task."""
    channel = Channel(any_of(stop.is_set, Deadline(task.seconds)), send, inbox, task.helpers)
    try:
        return FinalResult(to_json(handle(task.request, channel)))
    except InputError as error:
        return Failure(str(error))
    except MemoryError:
        use_spare_memory()
    return Failure(task.request.words.out_of_memory(task.memory_mb))


def keep_limits(task: Task) -> None:
    """No task takes the whole machine with it. Systems without such limits go without."""
    size = address_space() + task.memory_mb * MB
    limit_process("RLIMIT_AS", size, size + SPARE_MB * MB)
    if task.processor_seconds is not None:
        most = math.ceil(time.process_time()) + task.processor_seconds
        limit_process("RLIMIT_CPU", most, most + 1)
    if task.output_mb is not None:
        limit_process("RLIMIT_FSIZE", task.output_mb * MB)


def use_spare_memory() -> None:
    """To say that there was too little: where all is in use, not even that can be said."""
    raise_limit("RLIMIT_AS")


def address_space() -> int:
    """The bytes that this process has mapped; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def die_with_parent() -> None:
    """Ask Linux to end this process with the one that started it, even in the middle of a long call into C."""
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, KILL)
        if os.getppid() != parent:
            os._exit(3)


def listen(stdin: BinaryIO, stop: threading.Event, inbox: Inbox) -> None:
    """Obey Stop, keep other messages for whoever asks for them; end at once when the input closes, because then nobody
    waits for the answer."""
    for line in iter(stdin.readline, b""):
        message = decode(line)
        if isinstance(message, Stop):
            stop.set()
        else:
            inbox.put(message)
    os._exit(3)


def private_stdout() -> TextIO:
    """The pipe for messages; whatever a library prints goes to the error stream instead."""
    pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return pipe


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield_to_others(NICENESS)
    die_with_parent()
    handlers.get_ready()
    for module in [word for word in sys.argv[1:] if word != FORK_SERVER]:
        import_module(PACKAGE + module)
    if FORK_SERVER in sys.argv:
        serve_forks(work_in_fork)
    else:
        work()


def work_in_fork() -> None:
    die_with_parent()
    work()


def work() -> None:
    """One task, from the first line of the input to the last of the output."""
    pipe = private_stdout()

    def send(message: Message) -> None:
        pipe.write(encode(message) + "\n")
        pipe.flush()

    send(WorkerReady(os.getpid()))
    line = sys.stdin.buffer.readline()
    if not line:
        os._exit(0)
    task = decode(line)
    assert isinstance(task, Task)
    keep_limits(task)
    stop, inbox = threading.Event(), Inbox()
    threading.Thread(target=listen, args=(sys.stdin.buffer, stop, inbox), daemon=True).start()
    send(answer(task, stop, send, inbox))
    os._exit(0)


if __name__ == "__main__":
    main()
