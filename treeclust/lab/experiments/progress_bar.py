"""How far a long series of runs is, on stderr: a bar with an estimate on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

from treeclust.lab.experiments.plan import Job, expected_seconds

WIDTH = 24
QUIET_SECONDS = 30.0
"""Between two lines where nobody watches."""


class Bar:
    """`advance` after each run. The estimate weighs runs by what the paper's program took for them."""

    def __init__(self, jobs: list[Job], out: TextIO) -> None:
        self.total, self.out, self.live = len(jobs), out, out.isatty()
        self.done, self.work_done = 0, 0.0
        self.work = sum(map(expected_seconds, jobs))
        self.began = time.monotonic()
        self.said = float("-inf")

    def advance(self, job: Job) -> None:
        self.done += 1
        self.work_done += expected_seconds(job)
        now = time.monotonic()
        if self.live or now - self.said >= QUIET_SECONDS or self.done == self.total:
            self.said = now
            self.out.write(("\r\x1b[K" if self.live else "") + self.text(job) + ("" if self.live else "\n"))
            self.out.flush()

    def text(self, job: Job) -> str:
        full = round(WIDTH * self.done / self.total)
        what = f"{job['dataset']} κ = {job['kappa']:g} {job['method']}"
        return f"[{'█' * full}{'·' * (WIDTH - full)}] {self.done}/{self.total}  {what}  {self.left()}"

    def left(self) -> str:
        if self.done == self.total:
            return f"done in {duration(time.monotonic() - self.began)}"
        rate = (time.monotonic() - self.began) / self.work_done
        return f"about {duration(rate * (self.work - self.work_done))} left"

    def close(self) -> None:
        if self.live and self.done:
            self.out.write("\n")


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
