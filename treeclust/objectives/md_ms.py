"""[MD, MS]: small diameter and large split at once, as the least λ⁻ − λ⁺."""

from __future__ import annotations

import numpy as np

from treeclust.distances import DistanceClasses
from treeclust.encoding.model import Block, Model
from treeclust.encoding.soft import close_classes, together_classes
from treeclust.equations import equation
from treeclust.objectives import Objective


@equation(35, "λ⁺ is the number of classes that must be together: [MD, MS] minimises λ⁻ − λ⁺")
def diameter_less_split(classes: DistanceClasses, md: float | None, ms: float | None) -> int:
    return classes.lambda_minus(md) - classes.lambda_plus(ms)


def soft(m: Model) -> Block:
    return np.concatenate([close_classes(m), together_classes(m)])


OBJECTIVE = Objective("md-ms", "small diameter and large split", wants_split=True, value=diameter_less_split, soft=soft)
