"""The request to look around an answer: the best trees of one cluster or one level more, and of one less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from treeclust.jobs.messages import FillMap


@dataclass(frozen=True, eq=False)
class LookAround(FillMap):
    """Not the whole map: only these depths and numbers of clusters."""

    around: tuple[tuple[int, int], ...] = ()
    kind: ClassVar[str] = "around"
    handler: ClassVar[str] = "jobs.handlers.around_job"
