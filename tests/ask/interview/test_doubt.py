"""Answers that everything else speaks against."""

from __future__ import annotations

import pytest

from tests.shared import dataset_of
from treeclust.ask.interview.committee import Room, room_for
from treeclust.ask.interview.doubt import set_apart, support
from treeclust.ask.solve import solve_question
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.soft_links import SoftLink
from treeclust.core.wishes import Wishes

RIGHT = [Link(0, 10, Kind.MUST), Link(0, 60, Kind.CANNOT), Link(60, 70, Kind.MUST), Link(60, 120, Kind.CANNOT)]
WRONG = Link(10, 120, Kind.MUST)


@pytest.fixture(scope="module")
def room() -> Room:
    return room_for(Problem(dataset_of("iris"), 3, 3))


def test_the_wrong_answer_has_no_support(room):
    """A setosa and a virginica are together in no view; the right answers are what most members say."""
    links = [*RIGHT, WRONG]
    assert support(room, links, WRONG) < 0.05
    assert all(support(room, links, link) > 0.3 for link in RIGHT)


@pytest.mark.parametrize("weight", [3.0, 1.0])
def test_an_unsure_answer_is_set_apart_and_a_sure_one_never(room, weight):
    """Only the wrong one is, and not if it is sure."""
    unsure = [SoftLink(link, weight) for link in [*RIGHT, WRONG]]
    assert [one.link for one in set_apart(room, Links(), unsure)] == [WRONG]
    assert WRONG not in {one.link for one in set_apart(room, Links.of([WRONG]), unsure[:-1])}


def test_of_contradicting_answers_one_at_least_is_set_apart(room):
    """The one that everything else speaks against."""
    against = Link(10, 120, Kind.CANNOT)
    found = set_apart(room, Links(), [SoftLink(against, 1.0), SoftLink(WRONG, 3.0)])
    assert [one.link for one in found] == [WRONG]


def test_what_is_set_apart_is_seen_as_broken():
    """The answer counts it among the broken links, and is not called optimal for that."""
    problem = Problem(dataset_of("iris"), 3, 3)
    soft = tuple(SoftLink(link, 3.0) for link in [*RIGHT, WRONG])
    found = solve_question(Question(problem, "md", soft, Wishes(assume=True)))
    assert [one.link for one in found.broken] == [WRONG] and found.broken_weight == 3.0
    assert found.result.assumed and found.result.status == "feasible"
