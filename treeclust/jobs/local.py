"""Jobs on this machine: one worker process for each."""

from __future__ import annotations

from collections.abc import Callable

from treeclust.jobs.process import COMMAND, WorkerProcess
from treeclust.jobs.runner import Runner
from treeclust.jobs.shares import USUAL_SHARES, Shares


class LocalJobs(Runner):
    """At most `running` workers at a time."""

    def __init__(
        self,
        running: int = 2,
        shares: Shares = USUAL_SHARES,
        grace: float = 10.0,
        is_watching: Callable[[str], bool] = lambda watcher: True,
        person_of: Callable[[str], str] = lambda watcher: watcher,
        command: tuple[str, ...] = COMMAND,
        spreads: bool = False,
    ) -> None:
        self.running, self.command = running, command
        super().__init__(shares, grace, is_watching, person_of, spreads)

    def room(self) -> int:
        return self.running

    def start_worker(self) -> WorkerProcess:
        return WorkerProcess(self.command)
