"""Requests for prices: what one leaf less costs, and what each size, bound and rule does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from treeclust.core.answers import LeafPrices
from treeclust.core.result import Result
from treeclust.core.rule_prices import RulePrices
from treeclust.jobs.messages import QuestionRequest


@dataclass(frozen=True, eq=False)
class PriceLeaves(QuestionRequest):
    """Each number of leaves has its share of the time."""

    start: Result | None = None
    seconds_each: float = 15.0
    kind: ClassVar[str] = "leaves"
    handler: ClassVar[str] = "jobs.handlers.leaf_prices_job"
    answers: ClassVar[type] = LeafPrices


@dataclass(frozen=True, eq=False)
class PriceRules(QuestionRequest):
    start: Result | None = None
    kind: ClassVar[str] = "rules"
    handler: ClassVar[str] = "jobs.handlers.rule_prices_job"
    answers: ClassVar[type] = RulePrices
