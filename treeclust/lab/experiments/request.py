"""Runs of the paper's tables as a job for a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from treeclust.jobs.messages import Request


@dataclass(frozen=True, eq=False)
class ExperimentRows:
    """The rows of the runs that are finished; `finished` when all are."""

    rows: tuple[dict[str, Any], ...]
    total: int
    finished: bool


@dataclass(frozen=True, eq=False)
class RunExperiments(Request):
    """Runs that `plan` made, one after the other."""

    runs: tuple[dict[str, Any], ...]
    kind: ClassVar[str] = "experiment"
    handler: ClassVar[str] = "lab.experiments.handler.experiment_job"
    answers: ClassVar[type] = ExperimentRows
