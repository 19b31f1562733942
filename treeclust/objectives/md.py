"""MD: the smallest maximum diameter."""

from __future__ import annotations

from treeclust.distances import DistanceClasses
from treeclust.encoding.model import Block, Model
from treeclust.encoding.soft import close_classes
from treeclust.equations import equation
from treeclust.objectives import Objective


@equation(36, "λ⁻ is the number of classes that may be together: the value of the MD objective")
def diameter_classes(classes: DistanceClasses, md: float | None, ms: float | None) -> int:
    return classes.lambda_minus(md)


def soft(m: Model) -> Block:
    return close_classes(m)


OBJECTIVE = Objective("md", "smallest maximum diameter", wants_split=False, value=diameter_classes, soft=soft)
