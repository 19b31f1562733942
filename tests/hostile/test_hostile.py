"""A sample of the hostile files in the suite; `python -m tests.hostile` sends three thousand and the ten worst."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from random import Random

import pytest

from tests.hostile.case import Case
from tests.hostile.cases import SHAPES, cases
from tests.hostile.trial import Report, try_all
from tests.hostile.worst import WORST

SAMPLE = 120
QUICK_WORST = ("comments", "one long text in every row")


@pytest.fixture(scope="module")
def fresh() -> Iterator[Executor]:
    """A process that only receives files, so that its memory is not that of the other tests."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as found:
        yield found


@pytest.fixture(scope="module")
def report(fresh: Executor) -> Report:
    return fresh.submit(try_all, list(cases(SAMPLE, seed=7))).result()


def test_no_file_and_no_command_line_gets_through(report: Report) -> None:
    """Each is opened, or refused in one line of at most 300 characters; nothing is raised, and nothing is slow."""
    assert [f"{one.trick}: {one.finding}" for one in report.findings] == []
    assert len(report.outcomes) == SAMPLE
    assert {one.end for one in report.outcomes} >= {"opened", "refused"}


def test_the_same_seed_gives_the_same_files() -> None:
    """So that a finding can be looked at again."""
    assert list(cases(48, seed=3)) == list(cases(48, seed=3)) != list(cases(48, seed=4))


def test_every_trick_can_be_played() -> None:
    """None of the generators fails itself, whatever it draws."""
    for _, tricks in SHAPES.values():
        for make in tricks.values():
            assert all(isinstance(make(Random(number)), bytes) for number in range(5))


def test_the_worst_files_cost_the_server_nothing(fresh: Executor) -> None:
    """They are read by somebody else, who is stopped; the server takes no second and no memory for them."""
    heavy = [Case("table", trick, WORST[trick][0], WORST[trick][1]()) for trick in QUICK_WORST]
    outcomes = fresh.submit(try_all, heavy).result().outcomes
    assert [one.trick for one in outcomes] == list(QUICK_WORST)
    assert all(one.finding is None and one.seconds < 1 for one in outcomes), outcomes
