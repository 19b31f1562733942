"""Answers are written down as they are found, by a thread of the server: no browser has to be looking."""

from __future__ import annotations

import logging
import threading
import time

from treeclust.jobs.protocol import Jobs
from treeclust.workspace import solving
from treeclust.workspace.projects import Projects

TICK = 0.1
log = logging.getLogger(__name__)


class Saver:
    """Looks at every running solve ten times a second; what is new goes into the store."""

    def __init__(self, projects: Projects, jobs: Jobs) -> None:
        self.projects, self.jobs = projects, jobs
        threading.Thread(target=self._run, daemon=True, name="treeclust-saver").start()

    def _run(self) -> None:
        while True:
            time.sleep(TICK)
            for project in self.projects.with_jobs():
                try:
                    solving.look(project, self.jobs, None)
                except Exception:
                    # one project's trouble must not cost the others their answers
                    log.exception("a running solve could not be saved")
