"""Whose job is next: fair queueing between people, so that nobody who asks for much keeps the others waiting.

Of those who have the fewest jobs running, it is the turn of whoever has had the least time. As in start-time fair
queueing (Goyal, Vin and Cheng, 1996), somebody who comes back begins with no less than whoever has had the least of
those who are there: time that was not used is not saved up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

MEMORY_MB = 4096
LONG_SECONDS = 600.0
"""What may take longer is not waited for by others: one worker is left to those that end sooner."""


@dataclass(frozen=True)
class Shares:
    """What one person may have, and all together: `at_once` of one person's jobs run at a time (None: whatever is
    free), `waiting_each` wait, `waiting` in all. `memory_mb` is for a job that does not say how much it needs."""

    at_once: int | None = None
    waiting_each: int = 8
    waiting: int = 400
    memory_mb: int = MEMORY_MB


USUAL_SHARES = Shares()


class Turn(Protocol):
    """What has to be known of a job."""

    @property
    def person(self) -> str: ...


class Waiting(Turn, Protocol):
    """And of one that waits."""

    @property
    def is_long(self) -> bool: ...


T = TypeVar("T", bound=Turn)
W = TypeVar("W", bound=Waiting)


class Accounts:
    """The seconds that each person has had, as long as anybody has a job."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}

    def enter(self, person: str, present: Collection[str]) -> None:
        """Somebody asks; `present` are those who have jobs that run or wait."""
        if person in present:
            return
        least = min((self.had.get(one, 0.0) for one in present), default=0.0)
        mine = self.had.get(person, 0.0) if present else 0.0
        self.had = {one: had for one, had in self.had.items() if one in present or (present and had > least)}
        self.had[person] = max(mine, least)

    def charge(self, person: str, seconds: float) -> None:
        self.had[person] = self.had.get(person, 0.0) + seconds

    def in_turn(self, waiting: Iterable[T], running: Iterable[Turn]) -> list[T]:
        """Those that wait, in the order in which they begin."""
        ahead, keys = Counter(job.person for job in running), []
        for place, job in enumerate(waiting):
            keys.append((ahead[job.person], self.had.get(job.person, 0.0), place, job))
            ahead[job.person] += 1
        return [job for *_, job in sorted(keys, key=lambda key: key[:-1])]


def startable(queue: Iterable[W], running: Collection[W], at_once: int | None, room: int) -> list[W]:
    """Those that wait and may begin, in turn: `at_once` of one person's, and of long ones one less than there is room
    for."""
    each, found = Counter(job.person for job in running), []
    long = sum(job.is_long for job in running)
    for job in queue:
        each[job.person] += 1
        if (at_once is None or each[job.person] <= at_once) and not (job.is_long and long >= max(1, room - 1)):
            found.append(job)
            long += job.is_long
    return found
