"""What links imply: the closure of must-links and cannot-links, and the chain of links where they contradict."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treeclust.core.links import Kind, Link, LinkConflict, Links


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
