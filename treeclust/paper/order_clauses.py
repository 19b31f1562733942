"""Equations (32)–(34): the distance classes are together up to λ⁺ and separate beyond λ⁻."""

from __future__ import annotations

from treeclust.core.equations import equation
from treeclust.paper.variables import Blocks, Model, clauses


@equation(32, "if a class need not be separate, no closer class need be")
def minus_in_order(m: Model) -> Blocks:
    # (¬b⁻[w], b⁻[w−1])     D_w ∈ D, w > 1
    yield clauses(-m.b_minus[1:], m.b_minus[:-1])


@equation(33, "if a class is together, so is every closer class")
def plus_in_order(m: Model) -> Blocks:
    # (¬b⁺[w], b⁺[w−1])     D_w ∈ D, w > 1
    yield clauses(-m.b_plus[1:], m.b_plus[:-1])


@equation(34, "a class that is together is not separate")
def plus_below_minus(m: Model) -> Blocks:
    # (¬b⁺[w], b⁻[w])     D_w ∈ D
    yield clauses(-m.b_plus, m.b_minus)


def settled_plus(m: Model) -> Blocks:
    """Algorithm 1, line 15: a crossing pair settles that its class is not together."""
    # (¬b⁺[w])
    if m.pairs.never_together is not None:
        yield clauses(-m.b_plus[[m.pairs.never_together]])


def settled_minus(m: Model) -> Blocks:
    """Algorithm 1, line 25: an inner pair settles that its class is not separate."""
    # (b⁻[w])
    if m.pairs.never_separate is not None:
        yield clauses(m.b_minus[[m.pairs.never_separate]])
