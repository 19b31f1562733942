"""A search in the foreground: Ctrl-C (in a notebook: Interrupt) asks it to stop with the best answer so far, and a long
one says how far it is."""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

from treeclust.core.progress import OnProgress, Progress
from treeclust.core.stop import Deadline, Stop, any_of
from treeclust.engine import load_engine
from treeclust.views.progress_chart import progress_svg

PATIENCE = 2.0
"""Seconds; a shorter search is over before anybody wants to know."""
STOPPED = "Stopped: this is the best answer until then, and what was proved by then. Fit again to search on."


class Interrupted(UserWarning):
    """A search was stopped by hand."""


@dataclass(frozen=True)
class Watched:
    """What a search is given: when to stop, and whom to tell."""

    stop: Stop
    on_progress: OnProgress | None


@contextmanager
def watched(time_limit: float | None, verbose: bool | None) -> Iterator[Watched]:
    """The time begins when everything is loaded. A second Ctrl-C is an ordinary one."""
    if time_limit is not None:
        load_engine()
    with interruptible() as asked:
        stop = asked if time_limit is None else any_of(asked, Deadline(float(time_limit)))
        with showing(verbose) as tell:
            yield Watched(stop, tell)
        if asked():
            warnings.warn(STOPPED, Interrupted, stacklevel=4)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is a wish to stop while the block runs; in another thread than the first it stays as it is."""
    wishes: list[int] = []
    before: Any = None

    def wish(number: int, frame: FrameType | None) -> None:
        if wishes:
            raise KeyboardInterrupt
        wishes.append(number)

    with suppress(ValueError):
        before = signal.signal(signal.SIGINT, wish)
    try:
        yield lambda: bool(wishes)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


@contextmanager
def showing(verbose: bool | None) -> Iterator[OnProgress | None]:
    """Progress in a notebook, once a search is long; at a terminal only if it is wished for (`verbose=True`)."""
    show = notebook_display() if verbose is not False else None
    if show is None and not verbose:
        yield None
        return
    report = InNotebook(show) if show is not None else print_line
    try:
        yield report
    finally:
        if isinstance(report, InNotebook):
            report.clear()


def notebook_display() -> Callable[..., Any] | None:
    """How a notebook shows something that changes; None where there is no notebook."""
    interactive = sys.modules.get("IPython")
    shell = None if interactive is None else interactive.get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, display

    return lambda markup: display(HTML(markup), display_id=True)


class InNotebook:
    """The best diameter and the proved bound, drawn in the cell while the search runs."""

    def __init__(self, show: Callable[[str], Any]) -> None:
        self.show, self.handle = show, None
        self.history: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        self.history.append(progress)
        if progress.seconds < PATIENCE:
            return
        self.write(f"<div>{words(progress)} (Interrupt keeps the best answer so far.)</div>{chart(self.history)}")

    def write(self, markup: str) -> None:
        if self.handle is None:
            self.handle = self.show(markup)
        else:
            from IPython.display import HTML

            self.handle.update(HTML(markup))

    def clear(self) -> None:
        if self.handle is not None:
            self.write("")


STYLE = "<style>.tc-progress{width:24em;height:5em}.tc-progress polyline{fill:none;stroke:#0072B2;stroke-width:2;\
vector-effect:non-scaling-stroke}.tc-progress .bound{stroke:#7A8694;stroke-dasharray:4 3}</style>"


def chart(history: list[Progress]) -> str:
    return STYLE + progress_svg(history)


def words(progress: Progress) -> str:
    parts = [f"{progress.seconds:.1f} s", progress.phase]
    if progress.md is not None:
        parts.append(f"MD {progress.md:.3f}")
    if progress.md_lower_bound is not None:
        parts.append(f"proved ≥ {progress.md_lower_bound:.3f}")
    return " · ".join(parts)


def print_line(progress: Progress) -> None:
    print(words(progress), file=sys.stderr, flush=True)
