"""A worker for the tests: the real one, with an engine whose behaviour the request names."""

from __future__ import annotations

import sys
import time

import numpy as np

from treeclust.core.result import Outcome
from treeclust.core.tree import grow
from treeclust.jobs import handlers, worker


class TestEngine:
    """Finds one tree at once; then waits for a stop ("patient"), ignores it ("deaf"), or ends in some
    other way; "mute" lives on, but closes its output."""

    def __init__(self, name: str) -> None:
        self.name = name

    def search(self, problem, objective, watch) -> Outcome:
        watch.phase("testing")
        if self.name == "crash":
            sys.stderr.write("broken\n")
            worker.os._exit(5)
        if self.name == "mute":
            worker.os.closerange(3, 256)
            time.sleep(600)
        if self.name == "hungry":
            return Outcome(bool(np.ones(2_000_000_000).sum()))
        if self.name != "blind":
            watch.bound(None, 0.0005)  # a stop may come before the next
            middle = float(np.median(problem.dataset.values[:, 0]))
            watch.solution(
                grow(problem.dataset, 1, lambda t: 0, lambda t, rows: problem.dataset.values[rows, 0] <= middle, int)
            )
        count = 0
        while self.name == "deaf" or not watch.stopped():
            count += 1
            watch.bound(None, 0.001 * count)
            time.sleep(0.002)
        return Outcome(finished=False)


handlers.engine_named = TestEngine

if __name__ == "__main__":
    worker.main()
