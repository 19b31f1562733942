"""Soft links: links that an answer may break at a price, as partial MaxSAT breaks soft clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links, read_certain

CERTAINTY: Mapping[str, float | None] = {"sure": None, "fairly sure": 3.0, "unsure": 1.0}
"""How certain a link is, and what breaking it costs; a sure one is hard."""
WEIGHT_TOLERANCE = 1e-9
"""Sums of weights are equal if they differ by less."""


@dataclass(frozen=True)
class SoftLink:
    """A link that may be broken at a price."""

    link: Link
    weight: float

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise InputError(f"Link {self.link} has weight {self.weight}; choose a number above 0.")

    @property
    def word(self) -> str:
        """How certain it is, in the word nearest to its weight."""
        words = {word: weight for word, weight in CERTAINTY.items() if weight is not None}
        return min(words, key=lambda word: abs(words[word] - self.weight))


def read_links(text: str) -> tuple[Links, tuple[SoftLink, ...]]:
    """The hard and the soft links of a file; without a column `certainty` all are soft and weigh 1."""
    hard: list[Link] = []
    soft: dict[tuple[tuple[int, int], Kind], SoftLink] = {}
    for link, word in read_certain(text):
        weight = 1.0 if word is None else weight_of(link, word)
        if weight is None:
            hard.append(link)
        else:
            soft.setdefault((link.pair, link.kind), SoftLink(link, weight))
    return Links.of(hard), tuple(soft.values())


def weight_of(link: Link, word: str) -> float | None:
    """What the word for its certainty makes a link weigh; None for a hard one, as without a word."""
    if word and word not in CERTAINTY:
        raise InputError(f'Link {link} is "{word}"; write {", ".join(CERTAINTY)}, or nothing for sure.')
    return CERTAINTY[word or "sure"]
