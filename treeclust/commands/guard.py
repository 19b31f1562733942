"""What holds for every command: Ctrl-C, a closed pipe, a full disk and an output that has no ≤ end in a line at most.

Until a search begins Ctrl-C ends the program at once; a search is asked to stop, and its best answer so far is printed.
A second Ctrl-C then ends the program too. Exit codes: 130 after Ctrl-C, 141 if nobody reads the output any more, as
shells have it; 1 if it cannot be written.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from treeclust.core.errors import InputError, one_line

BAD_INPUT, STOPPED, NO_READER, NO_OUTPUT = 2, 130, 141, 1
LOADING, RUNNING, SEARCHING, ASKED_TO_STOP = range(4)
CLOSED_PIPE = (errno.EPIPE, errno.EINVAL)
"""The second is what Windows says."""
IN_ASCII = {"≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "ε": "epsilon", "–": "-", "…": "...", "·": ";"}
"""What an output without these signs gets instead; other letters are written as \\u4e2d."""


class Interrupt:
    """What Ctrl-C does now."""

    def __init__(self) -> None:
        self.state = LOADING

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.state == LOADING:
            # libraries that are being loaded may turn an exception into another one
            os.write(2, b"treeclust: stopped.\n")
            os._exit(STOPPED)
        if self.state == SEARCHING:
            self.state = ASKED_TO_STOP
        else:
            raise KeyboardInterrupt

    def listen(self) -> Callable[[], bool]:
        """From now on Ctrl-C is a wish to stop, which this rule tells."""
        self.state = SEARCHING
        return lambda: self.state == ASKED_TO_STOP


INTERRUPT = Interrupt()


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C as it is said above; in another thread than the first it stays as it is."""
    INTERRUPT.state, before = LOADING, None
    with suppress(ValueError):
        before = signal.signal(signal.SIGINT, INTERRUPT)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def guarded(run: Callable[[], int], name: str = "treeclust") -> int:
    """The exit code of a command, whatever happens to it."""
    write_anything()
    try:
        with interruptible():
            try:
                code = run()
            finally:
                sys.stdout.flush()
            return STOPPED if INTERRUPT.state == ASKED_TO_STOP else code
    except InputError as error:
        return say(name, str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return say(name, "stopped.", STOPPED)
    except OSError as error:
        if error.filename:
            return say(name, f"{error.filename}: {error.strerror}; make room, or choose another place.", NO_OUTPUT)
        forget_output()
        if error.errno in CLOSED_PIPE:
            return NO_READER
        words = f"the output cannot be written: {error.strerror or error}; make room, or choose another place."
        return say(name, words, NO_OUTPUT)
    except MemoryError:
        return say(name, "there is not enough memory; keep fewer rows or columns, or close other programs.", NO_OUTPUT)


def say(name: str, message: str, code: int) -> int:
    with suppress(OSError):
        print(one_line(f"{name}: {message}"), file=sys.stderr, flush=True)
    return code


def forget_output() -> None:
    """What is still to be written goes nowhere: Python would try, and complain, when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def write_anything() -> None:
    """Signs that the output's encoding lacks are written in another way: after a solve is too late for an error."""
    codecs.register_error("treeclust", in_other_signs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="treeclust")


def in_other_signs(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(IN_ASCII.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in text), error.end
