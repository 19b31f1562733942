"""Must-links and cannot-links between rows, what they imply, and why they contradict each other."""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.errors import InputError


class Kind(StrEnum):
    MUST = "must"
    CANNOT = "cannot"


@dataclass(frozen=True, order=True)
class Link:
    """Two rows (0-based) that must, or cannot, share a cluster."""

    a: int
    b: int
    kind: Kind

    @property
    def pair(self) -> tuple[int, int]:
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)

    def __str__(self) -> str:
        return f"{self.a}–{self.b} {self.kind}"

    def to_json(self) -> dict[str, Any]:
        return {"a": self.a, "b": self.b, "kind": str(self.kind)}


class LinkConflict(InputError):
    """Links that no clustering can obey; `chain` holds the links that clash."""

    def __init__(self, message: str, chain: Sequence[Link]) -> None:
        super().__init__(message)
        self.chain = tuple(chain)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.chain)


@dataclass(frozen=True)
class Links:
    """A set of links; equal links (in either direction) are kept once, in the order given."""

    items: tuple[Link, ...] = ()

    @classmethod
    def of(cls, links: Iterable[Link]) -> Links:
        first = {(link.pair, link.kind): link for link in reversed(list(links))}
        return cls(tuple(reversed(list(first.values()))))

    @classmethod
    def from_pairs(cls, must: Iterable[Sequence[int]] = (), cannot: Iterable[Sequence[int]] = ()) -> Links:
        return cls.of(
            [Link(int(a), int(b), Kind.MUST) for a, b in must] + [Link(int(a), int(b), Kind.CANNOT) for a, b in cannot]
        )

    def __iter__(self) -> Iterator[Link]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def must(self) -> tuple[Link, ...]:
        return tuple(link for link in self.items if link.kind is Kind.MUST)

    @property
    def cannot(self) -> tuple[Link, ...]:
        return tuple(link for link in self.items if link.kind is Kind.CANNOT)

    def check_rows(self, n: int) -> None:
        """Every link names two different rows of the table."""
        for link in self.items:
            for row in (link.a, link.b):
                if not 0 <= row < n:
                    raise InputError(f"Link {link}: row {row} does not exist; rows are numbered 0 to {n - 1}.")
            if link.a == link.b:
                raise InputError(f"Link {link} joins row {link.a} to itself; choose two different rows.")

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["a", "b", "kind"])
        writer.writerows([link.a, link.b, str(link.kind)] for link in self.items)
        return out.getvalue()

    @classmethod
    def from_csv(cls, text: str) -> Links:
        return cls.of(link for link, _ in read_certain(text))


def read_certain(text: str) -> list[tuple[Link, str | None]]:
    """The links of a file, each with what its column `certainty` says; None where there is no such column."""
    rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"))))
    header = [cell.strip().lower() for cell in rows[0]] if rows else []
    if not {"a", "b", "kind"} <= set(header):
        raise InputError("The links file needs the header a,b,kind (row, row, must or cannot).")
    at = [header.index(name) for name in ("a", "b", "kind")]
    certain = header.index("certainty") if "certainty" in header else None
    filled = [(line, row) for line, row in enumerate(rows[1:], 2) if any(row)]
    words = [None if certain is None else "".join(row[certain : certain + 1]).strip().lower() for _, row in filled]
    return [(_read_link(row, at, line), word) for (line, row), word in zip(filled, words, strict=True)]


def _read_link(row: Sequence[str], at: Sequence[int], line: int) -> Link:
    try:
        a, b, kind = (row[i].strip() for i in at)
        return Link(int(a), int(b), Kind(kind.lower()))
    except (ValueError, IndexError):
        raise InputError(
            f'Line {line} of the links file is "{",".join(row)}"; write two row numbers and a kind, as in 3,7,must.'
        ) from None


@dataclass(frozen=True, eq=False)
class Closure:
    """What conflict-free links imply for n rows.

    `component[i]` numbers the must-link component of row i (in order of first row); `exclusive` lists the pairs of
    components that some cannot-link separates.
    """

    links: Links
    component: NDArray[np.intp]
    exclusive: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        return int(self.component.max()) + 1

    @cached_property
    def exclusive_set(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.exclusive)

    def implied(self, a: int, b: int) -> Kind | None:
        """How the links settle rows a and b, directly or not; None if they leave it open."""
        one, two = sorted((int(self.component[a]), int(self.component[b])))
        if one == two:
            return Kind.MUST
        return Kind.CANNOT if (one, two) in self.exclusive_set else None

    def chain(self, a: int, b: int) -> tuple[Link, ...]:
        """The links that settle rows a and b: must-links only, or must-links around one cannot-link."""
        kind = self.implied(a, b)
        if kind is Kind.MUST:
            return must_path(self.links, a, b)
        for link in self.links.cannot if kind is Kind.CANNOT else ():
            for one, two in ((link.a, link.b), (link.b, link.a)):
                if self.component[one] == self.component[a] and self.component[two] == self.component[b]:
                    return (*must_path(self.links, a, one), link, *must_path(self.links, two, b))
        return ()

    def clique(self, k: int) -> tuple[int, ...] | None:
        """k + 1 rows that are pairwise cannot-linked (directly or through must-links), if a short search finds them."""
        neighbours: dict[int, set[int]] = {}
        for one, two in self.exclusive:
            neighbours.setdefault(one, set()).add(two)
            neighbours.setdefault(two, set()).add(one)
        found = _find_clique(neighbours, k + 1)
        if found is None:
            return None
        return tuple(sorted(int(np.flatnonzero(self.component == c)[0]) for c in found))


def close(links: Links, n: int) -> Closure:
    """The closure of the links over n rows; raises LinkConflict with the offending chain when they contradict."""
    links.check_rows(n)
    component, _ = join(links, n)
    for link in links.cannot:
        if component[link.a] == component[link.b]:
            chain = must_path(links, *link.pair)
            joined = ", ".join(map(str, chain))
            message = f"{joined}, but {link}: remove one of these links."
            raise LinkConflict(message, (*chain, link))
    pairs = {tuple(sorted((int(component[c.a]), int(component[c.b])))) for c in links.cannot}
    return Closure(links, component, tuple(sorted((a, b) for a, b in pairs)))


def join(links: Links, n: int) -> tuple[NDArray[np.intp], frozenset[Link]]:
    """The must-link component of each row, and the must-links whose rows earlier ones had joined already."""
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    known = set()
    for link in links.must:
        one, two = sorted((root(link.a), root(link.b)))
        if one == two:
            known.add(link)
        parent[two] = one
    return np.unique([root(i) for i in range(n)], return_inverse=True)[1], frozenset(known)


def redundant(links: Links, n: int) -> frozenset[Link]:
    """Links that follow from the must-links and the links before them."""
    component, found = join(links, n)
    seen: set[frozenset[int]] = set()
    for link in links.cannot:
        ends = frozenset((int(component[link.a]), int(component[link.b])))
        if ends in seen:
            found |= {link}
        seen.add(ends)
    return found


def must_path(links: Links, a: int, b: int) -> tuple[Link, ...]:
    """The shortest chain of must-links from row a to row b."""
    steps: dict[int, list[tuple[int, Link]]] = {}
    for link in links.must:
        steps.setdefault(link.a, []).append((link.b, link))
        steps.setdefault(link.b, []).append((link.a, link))
    came: dict[int, tuple[int, Link] | None] = {a: None}
    queue = deque([a])
    while queue and b not in came:
        row = queue.popleft()
        for other, link in steps.get(row, []):
            if other not in came:
                came[other] = (row, link)
                queue.append(other)
    path: list[Link] = []
    step = came.get(b)
    while step is not None:
        path.append(step[1])
        step = came[step[0]]
    return tuple(reversed(path))


CLIQUE_STEPS = 1_000


def _find_clique(neighbours: dict[int, set[int]], size: int) -> tuple[int, ...] | None:
    """A clique of the given size by depth-first search, giving up after CLIQUE_STEPS."""
    steps = 0

    def extend(chosen: tuple[int, ...], candidates: set[int]) -> tuple[int, ...] | None:
        nonlocal steps
        if len(chosen) == size:
            return chosen
        pool = set(candidates)
        while len(chosen) + len(pool) >= size and steps < CLIQUE_STEPS:
            steps += 1
            one = pool.pop()
            found = extend((*chosen, one), pool & neighbours[one])
            if found:
                return found
        return None

    return extend((), _dense_part(neighbours, size - 1))


def _dense_part(neighbours: dict[int, set[int]], least: int) -> set[int]:
    """Those that keep at least so many neighbours when all others are taken away, again and again."""
    degree = {one: len(others) for one, others in neighbours.items()}
    thin = [one for one, count in degree.items() if count < least]
    gone = set(thin)
    while thin:
        for other in neighbours[thin.pop()]:
            degree[other] -= 1
            if degree[other] < least and other not in gone:
                gone.add(other)
                thin.append(other)
    return set(neighbours) - gone


def random_links(labels: Sequence[int] | NDArray[Any], kappa: float, seed: int) -> Links:
    """κ·n random pairs without repetition: must-link where the known labels agree, cannot-link elsewhere."""
    labels = np.asarray(labels)
    n = len(labels)
    if not 0 <= kappa <= (n - 1) / 2:
        raise InputError(f"κ = {kappa} is out of range; with {n} rows choose 0 ≤ κ ≤ {(n - 1) / 2}.")
    picks = np.random.default_rng(seed).choice(n * (n - 1) // 2, size=round(kappa * n), replace=False)
    b = np.floor((1 + np.sqrt(1 + 8 * picks.astype(float))) / 2).astype(int)
    b -= b * (b - 1) // 2 > picks
    b += (b + 1) * b // 2 <= picks
    a = picks - b * (b - 1) // 2
    same = labels[a] == labels[b]
    return Links.of(
        Link(int(i), int(j), Kind.MUST if together else Kind.CANNOT) for i, j, together in zip(a, b, same, strict=True)
    )
