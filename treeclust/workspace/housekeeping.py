"""What a server does while it runs so that it can run on: projects leave the memory, the database is swept."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from treeclust.workspace.memory import give_back
from treeclust.workspace.projects import Projects

TICK = 15.0
SWEEP_SECONDS = 3600.0
WORTH_GIVING_BACK = 4 * 2**20
log = logging.getLogger(__name__)


class Housekeeper:
    """`is_open` tells whether a browser tab is still there."""

    def __init__(self, projects: Projects, is_open: Callable[[str], bool], tick: float = TICK) -> None:
        self.projects, self.is_open, self.tick = projects, is_open, tick
        self._swept = time.monotonic()
        threading.Thread(target=self._run, daemon=True, name="treeclust-housekeeper").start()

    def _run(self) -> None:
        while True:
            time.sleep(self.tick)
            try:
                self.tidy()
            except Exception:
                # the next time it may work, as when the database is back
                log.exception("the server could not be tidied up")

    def tidy(self) -> None:
        if self.projects.drop_idle(self.is_open) > WORTH_GIVING_BACK:
            give_back()
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            self.projects.store.sweep(self.projects.in_memory())
