"""What is said about the choice among equally good answers, and about what was asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.result import Choice, Measures, Result, Status
from treeclust.core.rules import TreeRules
from treeclust.core.wishes import Wishes
from treeclust.views.asked import asked_lines, wish_lines
from treeclust.views.choice_words import choice_badge, choice_sentences, wider_words

CHOICE = Choice("compact", 0, 0.0, 5, True, 1234.5, False, 40.0)
RESULT = Result(
    Status.OPTIMAL, "md", "fast", "1", 0.5, measures=Measures(42.0, 1.0, 7), value_lower_bound=7, choice=CHOICE
)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "fewest leaves, proved · most compact found"),
        ({"prefer": "first"}, "fewest leaves, proved · first found"),
        ({"prefer": "simple", "simplest": True}, "simplest tree, proved"),
        ({"leaves_proved": False}, "5 leaves, perhaps fewer do · most compact found"),
    ],
)
def test_the_badge_tells_proofs_from_preferences(changes, words):
    """Each part has a sentence of its own, which says proved only where it is."""
    result = replace(RESULT, choice=replace(CHOICE, **changes))
    assert choice_badge(result) == words
    sentences = choice_sentences(result)
    assert len(sentences) == len(words.split(" · "))
    assert [": proved." in one for one in sentences] == [", proved" in part for part in words.split(" · ")]


def test_an_answer_without_proof_was_not_chosen_among_equals():
    """Only the tree for its clusters was; an answer of an older version says nothing."""
    stopped = replace(RESULT, status=Status.FEASIBLE)
    assert choice_badge(stopped) == "fewest leaves, proved"
    assert choice_badge(replace(RESULT, choice=None)) == "" and choice_sentences(replace(RESULT, choice=None)) == []


def test_wider_is_said_only_where_the_slack_was_used():
    """With a slack the value may be above what is proved, or still the best."""
    loose = replace(RESULT, choice=replace(CHOICE, slack=10.0))
    assert not loose.is_wider
    wider = replace(loose, value_lower_bound=5)
    assert wider.is_wider and wider_words(wider) == "Within 10 % of the proved best diameter 40.00"
    assert not replace(wider, status=Status.FEASIBLE).is_wider


def test_only_what_is_asked_is_listed():
    """Wishes always, limits where there are some."""
    data = Dataset.from_array(np.random.default_rng(1).random((20, 2)), names=["x", "y"])
    assert asked_lines(Problem(data, 2, 2)) == []
    problem = Problem(data, 2, 2, min_rows=3, max_diameter=99.5, rules=TreeRules(("y",), once=True))
    assert asked_lines(problem) == [
        ("Largest diameter", "99.5"),
        ("Smallest cluster", "3 rows"),
        ("Never asked", "y"),
        ("A column twice on a path", "no"),
    ]
    assert wish_lines(Wishes("compact", 5.0, 2)) == [
        ("Preferred", "compact clusters"), ("Allowed diameter", "up to 5 % wider"), ("Seed", "2"),
    ]  # fmt: skip
