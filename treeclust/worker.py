"""The worker process: one piece of work, JSON lines in and out.

In, one line to begin, and perhaps one to stop early:

    {"type": "solve",
     "problem": {"features": [...], "shape": [n, m], "values": base64 of little-endian float64 row by row,
                 "links": [{"a": 0, "b": 1, "kind": "must"}], "k": 3, "k_min": null, "depth": 3, "epsilon": 0.1,
                 "metric": "euclidean"},
     "objective": "md-ms", "engine": null, "seconds": 60.0, "memory_mb": 4096}
    {"type": "stop"}

Out, the first as soon as it can work, then any number of the next two, at most five of each a second, then one of
the last two:

    {"type": "born", "pid": 1234}
    {"type": "progress",
     "progress": {"phase": "searching", "seconds": 1.5, "md": 41.2, "ms": 3.0, "md_lower_bound": 40.0, "gap": 1.2}}
    {"type": "incumbent", "result": the best so far; for "solve" as Result.to_json() writes it}
    {"type": "result", "result": the same for the final answer}
    {"type": "error", "message": one sentence}

A request with "spread": true may ask for helpers, which are workers with the request "help" about the same problem;
what they say to each other, through whoever runs them, is in `treeclust.jobs.crew`.

Other types of request than "solve", and the form of their results, are in `treeclust.jobs.handlers`; all have a
problem, seconds and memory_mb. `engine` null means the default one.

The worker ends itself when its input closes: a server that dies takes it along.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO, TextIO

from treeclust.errors import InputError
from treeclust.jobs import handlers
from treeclust.jobs.desk import Desk, Inbox, Message
from treeclust.jobs.nursery import FORKING, bear
from treeclust.jobs.protocol import out_of_memory
from treeclust.stop import Deadline, any_of

PR_SET_PDEATHSIG = 1
NICENESS = 10
"""People who click come before processes that compute."""


def answer(request: Message, stop: threading.Event, send: Callable[[Message], None], inbox: Inbox) -> Message:
    """The final message for one request."""
    desk = Desk(any_of(stop.is_set, Deadline(float(request["seconds"]))), send, inbox)
    try:
        result = handlers.HANDLERS[request["type"]](request, desk)
    except InputError as error:
        return {"type": "error", "message": str(error)}
    except MemoryError:
        return {"type": "error", "message": out_of_memory(int(request["memory_mb"]))}
    return {"type": "result", "result": result}


def limit_memory(memory_mb: int) -> None:
    """No solve takes the whole machine with it. Systems without such limits go without."""
    try:
        import resource
    except ImportError:
        return
    size = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with_parent() -> None:
    """Ask Linux to end this process with the one that started it, even in the middle of a long call into C."""
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(3)


def listen(stdin: BinaryIO, stop: threading.Event, inbox: Inbox) -> None:
    """Obey a stop message, keep others for whoever asks for them; end at once when the input closes, because then
    nobody waits for the answer."""
    for line in iter(stdin.readline, b""):
        message = json.loads(line)
        if message.get("type") == "stop":
            stop.set()
        else:
            inbox.put(message)
    os._exit(3)


def private_stdout() -> TextIO:
    """The pipe for messages; whatever a library prints goes to the error stream instead."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return channel


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    die_with_parent()
    handlers.get_ready()  # load what a solve needs before it is asked for
    if FORKING in sys.argv:
        bear(live_and_die)
    else:
        live()


def live_and_die() -> None:
    die_with_parent()
    live()


def live() -> None:
    """One request, from the first line of the input to the last of the output."""
    channel = private_stdout()

    def send(message: Message) -> None:
        channel.write(json.dumps(message, allow_nan=False) + "\n")
        channel.flush()

    send({"type": "born", "pid": os.getpid()})
    line = sys.stdin.buffer.readline()
    if not line:
        os._exit(0)
    request = json.loads(line)
    limit_memory(int(request["memory_mb"]))
    stop, inbox = threading.Event(), Inbox()
    threading.Thread(target=listen, args=(sys.stdin.buffer, stop, inbox), daemon=True).start()
    send(answer(request, stop, send, inbox))
    os._exit(0)


if __name__ == "__main__":
    main()
