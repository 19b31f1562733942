"""A sample of the hostile files in the suite; `python -m tests.hostile` sends three thousand and the ten worst."""

from __future__ import annotations

from random import Random

import pytest

from tests.hostile.case import Case
from tests.hostile.cases import SHAPES, cases
from tests.hostile.server import HostileServer
from tests.hostile.trial import Report, try_all, try_file
from tests.hostile.worst import WORST

SAMPLE = 120
QUICK_WORST = ("comments", "one long text in every row")


@pytest.fixture(scope="module")
def report() -> Report:
    return try_all(cases(SAMPLE, seed=7))


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


def test_the_worst_files_cost_the_server_nothing() -> None:
    """They are read by somebody else, who is stopped; the server takes no second and no memory for them."""
    server = HostileServer()
    try:
        for trick in QUICK_WORST:
            name, make = WORST[trick]
            kind = "project" if name.endswith(".treeclust") else "table"
            outcome = try_file(Case(kind, trick, name, make()), server)
            assert outcome.finding is None and outcome.seconds < 1, outcome
    finally:
        server.close()
