"""Fair queueing between people, as numbers: who is next, and how much each has had."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from treeclust.jobs.shares import Accounts, startable


@dataclass(frozen=True, eq=False)
class Piece:
    person: str
    length: float
    is_long: bool = False


def served(queue: list[Piece], workers: int, seconds: float) -> dict[str, float]:
    """What each person has had after so many seconds, if everybody always has another piece waiting."""
    accounts, had, ends, now = Accounts(), dict.fromkeys([p.person for p in queue], 0.0), [], 0.0
    for piece in queue:
        accounts.enter(piece.person, {p.person for p in queue} if accounts.had else ())
    while now < seconds:
        while len(ends) < workers:
            following = accounts.in_turn(queue, [piece for _, piece in ends])[0]
            ends.append((now + following.length, following))
        now, done = min(ends, key=lambda end: end[0])
        ends.remove((now, done))
        accounts.charge(done.person, done.length)
        had[done.person] += done.length
    return had


@given(st.lists(st.floats(0.5, 2.0), min_size=2, max_size=20), st.integers(1, 4))
def test_shares_are_fair_within_a_factor_of_two(lengths: list[float], workers: int) -> None:
    """However long each person's solves are, and although one has eight waiting: the same time for all, in the end."""
    workers = min(workers, len(lengths) - 1)
    queue = [Piece(str(i), length) for i, length in enumerate(lengths)] + [Piece("0", lengths[0])] * 7
    had = served(queue, workers, 40.0 * len(lengths) / workers)
    assert max(had.values()) <= 2 * min(had.values())


def test_who_comes_back_has_saved_nothing_up() -> None:
    """Somebody who was away begins with no less than whoever has had the least; what they had before is not forgotten
    as long as anybody is there."""
    accounts = Accounts()
    accounts.enter("early", ())
    accounts.charge("early", 100)
    accounts.enter("late", {"early"})
    assert accounts.had["late"] == 100
    accounts.charge("late", 50)
    accounts.enter("third", {"early"})
    accounts.enter("late", {"early", "third"})
    assert accounts.had == {"early": 100, "third": 100, "late": 150}
    accounts.enter("late", ())
    assert accounts.had == {"late": 0}


def test_long_jobs_leave_one_worker_to_the_others() -> None:
    """However many of them wait, and whoever asks; where there is one worker, they have their turn there."""
    hours, minute = [Piece(str(i), 3600, True) for i in range(3)], Piece("3", 60)
    assert startable([*hours, minute], [], None, 2) == [hours[0], minute]
    assert startable([*hours[1:], minute], [hours[0]], None, 2) == [minute]
    assert startable([*hours[1:], minute], [minute], None, 2) == [hours[1], minute]
    assert startable([*hours, minute], [], None, 3) == [hours[0], hours[1], minute]
    assert startable([*hours, minute], [], None, 1) == [hours[0], minute]
    assert startable([minute, Piece("3", 60), hours[0]], [], 1, 4) == [minute, hours[0]]
