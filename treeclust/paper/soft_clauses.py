"""Equations (37)–(38): one unit soft clause per distance class."""

from __future__ import annotations

from treeclust.core.equations import equation
from treeclust.paper.variables import Block, Model, clauses


@equation(37, "each distance class that is not forced apart costs one: few such classes mean a small diameter")
def close_classes(m: Model) -> Block:
    # (¬b⁻[w])     w ∈ W
    return clauses(-m.b_minus)


@equation(38, "each distance class that is not kept together costs one: many kept classes mean a large split")
def together_classes(m: Model) -> Block:
    # (b⁺[w])     w ∈ W
    return clauses(m.b_plus)
