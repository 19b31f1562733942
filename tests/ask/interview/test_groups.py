"""Questions about groups: what they ask, and what an answer says."""

from __future__ import annotations

import pytest

from tests.shared import dataset_of
from treeclust.ask.solve import solve
from treeclust.ask.suggest import suggest
from treeclust.core.closure import close
from treeclust.core.codec import from_json, to_json
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.suggestions import GroupQuestion, KindQuestion, Suggestion

SAID = Links.from_pairs(must=[(60, 70)], cannot=[(0, 60)])


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Problem(dataset_of("iris"), 3, 3, links=SAID)


@pytest.fixture(scope="module")
def found(problem: Problem) -> Suggestion:
    return suggest(problem, groups=True)


def test_two_answers_to_a_question_about_a_group_are_possible(problem, found):
    """A tree has the row with one of the options, another with another; none of it follows from the links."""
    asked = found.group
    assert asked is not None and len(asked.options) == 3 and asked.bits > 0.5 and sum(asked.shares) <= 1 + 1e-9
    assert all(close(SAID, 150).implied(asked.row, one) is None for one in asked.options)
    possible = 0
    for one in asked.options:
        links = Links.of([*SAID, Link(*sorted((asked.row, one)), Kind.MUST)])
        possible += solve(problem.with_(links=links), "md").solution is not None
    assert possible >= 2


def test_rows_may_be_of_one_kind_or_not(problem, found):
    """Some tree has all of them together, some has not."""
    asked = found.kind
    assert asked is not None and 4 <= len(asked.rows) <= 12
    yes = Links.of([*SAID, *asked.links()])
    assert solve(problem.with_(links=yes), "md").solution is not None
    no = (Links.of([*SAID, Link(asked.rows[0], row, Kind.CANNOT)]) for row in asked.rows[1:])
    assert any(solve(problem.with_(links=one), "md").solution is not None for one in no)


def test_a_suggestion_with_groups_travels(found):
    """As JSON and back."""
    assert from_json(Suggestion, to_json(found)) == found


def test_what_is_not_known_is_not_asked_again(problem, found):
    """Skipped pairs of a group are of no further question about one."""
    skip = [(min(found.group.row, one), max(found.group.row, one)) for one in found.group.options]
    again = suggest(problem, skip, groups=True)
    assert again.group is None or again.group.row != found.group.row


def test_an_answer_about_a_group_is_links():
    """With one and none of the others; with none; alike, but for the odd ones."""
    asked = GroupQuestion(5, (1, 9), (0.5, 0.5), 1.0)
    assert asked.links(9) == (Link(1, 5, Kind.CANNOT), Link(5, 9, Kind.MUST))
    assert {link.kind for link in asked.links(None)} == {Kind.CANNOT}
    kind = KindQuestion((2, 4, 6), 0.5, 1.0)
    assert kind.links() == (Link(2, 4, Kind.MUST), Link(2, 6, Kind.MUST))
    assert kind.links([2]) == (Link(2, 4, Kind.CANNOT), Link(4, 6, Kind.MUST))
