"""What is made of a large value goes with it."""

from __future__ import annotations

import gc
import weakref

from treeclust.core.remembering import KeptWith, remembered


class Large:
    """Something that can be forgotten."""


def test_it_is_made_once_for_each_value_and_keeps_none_alive():
    """Not even a value at the same place in memory gets what was made of another."""
    made: list[int] = []
    count = remembered(lambda about: made.append(1) or len(made))
    one = Large()
    assert count(one) == count(one) == 1
    watched = weakref.ref(one)
    del one
    gc.collect()
    assert watched() is None
    assert [count(Large()) for _ in range(5)] == [2, 3, 4, 5, 6]


def test_the_latest_few_are_kept():
    """Those that were asked for last, by their key."""
    kept: KeptWith[Large, str] = KeptWith(most=2)
    about, made = Large(), []

    def ask(key: str) -> str:
        return kept.get(about, key, lambda: made.append(key) or key)

    assert [ask(key) for key in ("a", "b", "a", "c", "a", "b")] == ["a", "b", "a", "c", "a", "b"]
    assert made == ["a", "b", "c", "b"]
    assert kept.get(Large(), "a", lambda: "another") == "another"
