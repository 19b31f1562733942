"""Several experts: what each of them said, how far they agree (Cohen's kappa), and what stands where they do not.

Nobody may contradict himself, but experts may contradict each other. Their answers are then kept apart, each with its
author, and weighed: what is disputed may break at a price, and the side that weighs less gives way first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from treeclust.core.closure import close
from treeclust.core.links import Kind, Link, LinkConflict, Links, read_columns
from treeclust.core.soft_links import CERTAINTY, SoftLink, weight_of

SURE = "sure"
SURE_WEIGHT = 9.0
"""What a sure answer weighs where another expert's contradicts it: as much as three that are fairly sure."""
Pair = tuple[int, int]


@dataclass(frozen=True)
class Said:
    """One answer of one expert; "" is nobody in particular, whom no expert may contradict."""

    link: Link
    author: str = ""
    certainty: str = SURE

    @property
    def weight(self) -> float:
        return CERTAINTY[self.certainty] or SURE_WEIGHT


@dataclass(frozen=True)
class Agreement:
    """Two experts on the pairs that both have answered, directly or by what follows from their other answers. `kappa`
    is 1 for perfect agreement and 0 for that of chance; None where both said the same of every pair."""

    one: str
    two: str
    both: int
    same: int
    kappa: float | None

    @property
    def words(self) -> str:
        kappa = "" if self.kappa is None else f" (κ {self.kappa:.2f})"
        pairs = "1 pair" if self.both == 1 else f"{self.both} pairs"
        return f"{self.one} and {self.two} agree on {self.same} of {pairs}{kappa}."


@dataclass(frozen=True)
class Dispute:
    """A pair of rows on which experts contradict each other."""

    pair: Pair
    together: tuple[str, ...]
    apart: tuple[str, ...]

    def words(self, a: str, b: str) -> str:
        """`a` and `b` are the names of the rows."""
        return f"{a} and {b}: together says {', '.join(self.together)}, apart says {', '.join(self.apart)}."


def read_said(text: str) -> tuple[Said, ...]:
    """The answers of a file of links, with its columns author and certainty."""
    found = []
    for link, (author, word) in read_columns(text, ("author", "certainty")):
        weight_of(link, (word or "").lower())
        found.append(Said(link, author or "", (word or SURE).lower()))
    return tuple(found)


def experts_of(said: Iterable[Said]) -> tuple[str, ...]:
    return tuple(sorted({one.author for one in said if one.author}))


def answers_of(said: Iterable[Said], author: str) -> Links:
    """The sure answers of one expert and of nobody in particular."""
    return Links.of(one.link for one in said if one.author in (author, "") and one.certainty == SURE)


def check_each(said: Sequence[Said], n: int) -> None:
    """LinkConflict if somebody's sure answers contradict each other."""
    for author in experts_of(said) or ("",):
        close(answers_of(said, author), n)


def agreements(said: Sequence[Said], n: int) -> tuple[Agreement, ...]:
    """Every two experts who have answered about some pair both."""
    found = (agreement_of(said, one, two, n) for one, two in combinations(experts_of(said), 2))
    return tuple(one for one in found if one.both)


def agreement_of(said: Sequence[Said], one: str, two: str, n: int) -> Agreement:
    firsts, seconds = ({x.link.pair: x.link.kind for x in said if x.author == author} for author in (one, two))
    closures = [close(consistent(said, author, n), n) for author in (one, two)]
    votes = []
    for a, b in sorted({*firsts, *seconds}):
        ones = firsts.get((a, b)) or closures[0].implied(a, b)
        twos = seconds.get((a, b)) or closures[1].implied(a, b)
        if ones is not None and twos is not None:
            votes.append((ones is Kind.MUST, twos is Kind.MUST))
    return Agreement(one, two, len(votes), sum(a == b for a, b in votes), kappa_of(votes))


def consistent(said: Sequence[Said], author: str, n: int) -> Links:
    """An expert's own answers, without unsure ones that contradict the others."""
    kept: list[Link] = []
    own = [one for one in said if one.author == author]
    for one in sorted(own, key=lambda one: -one.weight):
        try:
            close(Links.of([*kept, one.link]), n)
        except LinkConflict:
            continue
        kept.append(one.link)
    return Links.of(kept)


def kappa_of(votes: Sequence[tuple[bool, bool]]) -> float | None:
    """Cohen's kappa: agreement beyond what the two shares of "together" give by chance."""
    if not votes:
        return None
    count = len(votes)
    one, two = (sum(vote[at] for vote in votes) / count for at in (0, 1))
    chance = one * two + (1 - one) * (1 - two)
    return None if chance >= 1 else (sum(a == b for a, b in votes) / count - chance) / (1 - chance)


def by_pair(said: Iterable[Said]) -> dict[Pair, list[Said]]:
    found: dict[Pair, list[Said]] = {}
    for one in said:
        found.setdefault(one.link.pair, []).append(one)
    return found


def disputes(said: Iterable[Said]) -> tuple[Dispute, ...]:
    """Pairs of which one expert says together and another apart."""
    found = []
    for pair, about in by_pair(said).items():
        together, apart = (
            tuple(dict.fromkeys(one.author for one in about if one.link.kind is kind))
            for kind in (Kind.MUST, Kind.CANNOT)
        )
        if together and apart and set(together) | set(apart) != {about[0].author}:
            found.append(Dispute(pair, together, apart))
    return tuple(found)


def weighed(said: Iterable[Said], n: int) -> tuple[Links, tuple[SoftLink, ...]]:
    """The hard links, and those that may be broken at a price. A pair on which experts disagree leans to the heavier
    side by the difference, and to none if both weigh the same; sure answers of several experts that contradict each
    other by what follows from them are soft."""
    hard: dict[tuple[Pair, Kind], Said] = {}
    soft: dict[tuple[Pair, Kind], SoftLink] = {}
    several = False
    for pair, about in by_pair(said).items():
        several = several or bool(about[0].author) or len(about) > 1
        disputed = len({one.author for one in about}) > 1 and len({one.link.kind for one in about}) > 1
        for one in heavier(about) if disputed else about:
            if one.certainty == SURE and not disputed:
                hard.setdefault((pair, one.link.kind), one)
            else:
                weight = abs(leaning(about)) if disputed or (len(about) > 1 and one.author) else one.weight
                soft.setdefault((pair, one.link.kind), SoftLink(one.link, weight))
    soft = {key: one for key, one in soft.items() if key not in hard}
    if several:
        settle(hard, soft, n)
    return Links(tuple(one.link for one in hard.values())), tuple(soft.values())


def leaning(about: Sequence[Said]) -> float:
    """By how much several experts say of a pair that it is together; negative for apart."""
    return sum(one.weight if one.link.kind is Kind.MUST else -one.weight for one in about)


def heavier(about: Sequence[Said]) -> list[Said]:
    """One answer of the side that weighs more; none if both weigh the same."""
    total = leaning(about)
    kind = Kind.MUST if total > 0 else Kind.CANNOT
    return [one for one in about if one.link.kind is kind and total][:1]


def settle(hard: dict[tuple[Pair, Kind], Said], soft: dict[tuple[Pair, Kind], SoftLink], n: int) -> None:
    """Make sure answers soft that contradict each other, but for those of nobody in particular."""
    while True:
        try:
            close(Links.of(one.link for one in hard.values()), n)
        except LinkConflict as conflict:
            keys = [(link.pair, link.kind) for link in conflict.chain if hard[link.pair, link.kind].author]
            if not keys:
                raise
            for key in keys:
                soft[key] = SoftLink(hard.pop(key).link, SURE_WEIGHT)
        else:
            return
