"""The request to look ahead in an interview: what each answer leads to, computed while the question is being read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from treeclust.core.suggestions import Ahead, Pair
from treeclust.jobs.messages import QuestionRequest


@dataclass(frozen=True, eq=False)
class LookAhead(QuestionRequest):
    """`pair` is the one that is being asked about, `skip` those that the expert could not answer."""

    pair: Pair = (0, 1)
    skip: tuple[Pair, ...] = ()
    kind: ClassVar[str] = "ahead"
    handler: ClassVar[str] = "jobs.interview_handler.ahead_job"
    answers: ClassVar[type] = Ahead
