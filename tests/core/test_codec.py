"""Every value survives the way to JSON text and back, and what is not of its form is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.pareto import pareto_front
from treeclust.ask.price import price_links
from treeclust.ask.repairs import explain
from treeclust.ask.solve import solve
from treeclust.core.answers import Alternatives, DepthMap, Front, MapCell
from treeclust.core.codec import from_json, link_of_row, row_of_link, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.explanations import Explanation
from treeclust.core.link_prices import Prices
from treeclust.core.links import Authorship, Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.progress import Progress
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.soft_links import SoftLink

LINE = Dataset.from_array(np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [30.0], [31.0]]))
FREE = Problem(LINE, 3, 2)
LINKED = Problem(LINE, 3, 2, Links.from_pairs(must=[(0, 1), (5, 6)], cannot=[(0, 3)]), epsilon=0.5, k_min=2)


def again(kind: Any, value: Any, about: Any = None) -> Any:
    """There and back, through text."""
    return from_json(kind, json.loads(json.dumps(to_json(value), allow_nan=False)), about)


def test_a_question_comes_back_bit_for_bit():
    """Values, features, links, soft links and numbers are the same."""
    tiny = np.random.default_rng(3).random((12, 3)) * 1e-7
    problem = Problem(Dataset.from_array(tiny), 3, 2, Links.from_pairs([(0, 1)], [(2, 3)]), epsilon=0.5, k_min=2)
    question = Question(problem, "md", (SoftLink(Link(4, 5, Kind.CANNOT), 3.0),))
    back = again(Question, question)
    assert np.array_equal(back.problem.dataset.values, problem.dataset.values)
    assert back.problem.dataset.features == problem.dataset.features
    assert (back.objective, back.soft, back.problem.links) == ("md", question.soft, problem.links)
    assert (back.problem.k, back.problem.k_min, back.problem.depth, back.problem.epsilon) == (3, 2, 2, 0.5)


def test_a_question_without_soft_links_need_not_say_so():
    """What an older version did not write has its default."""
    written = to_json(Question(LINKED, "md"))
    del written["soft"]
    assert from_json(Question, written).soft == ()


@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_a_result_comes_back_whole(objective):
    """Everything that the screen shows is the same; so is one without a clustering."""
    result = solve(LINKED, objective)
    back = again(Result, result, LINKED)
    assert to_json(back) == to_json(result)
    assert (back.tree, back.measures) == (result.tree, result.measures)
    impossible = solve(Problem(LINE, 2, 1, Links.from_pairs(must=[(0, 7), (0, 1)], cannot=[(0, 3)])), "md")
    assert to_json(again(Result, impossible, LINKED)) == to_json(impossible)


def test_a_front_comes_back_with_its_trees():
    """The paper's choice is not read but found again."""
    front = pareto_front(LINKED)
    back = again(Front, front, LINKED)
    assert to_json(back) == to_json(front) and back.papers_choice == front.papers_choice
    assert [one.solution.tree for one in back.points] == [one.solution.tree for one in front.points]


def test_alternatives_come_back_with_what_they_agree_on():
    """Labels, trees and counts of pairs."""
    found = find_alternatives(FREE, "md", limit=3)
    assert to_json(again(Alternatives, found, FREE)) == to_json(found)


def test_prices_come_back_equal():
    """Link by link."""
    found = price_links(LINKED, "md")
    assert again(Prices, found) == found


def test_repairs_come_back_with_the_questions_they_answer():
    """Only the change travels; depth, k, dropped and soft links are put into the question again."""
    question = Question(Problem(LINE, 2, 1, Links.from_pairs(must=[(0, 5)], cannot=[(0, 3)])), "md")
    found = explain(question, conflicts=2)
    back = again(Explanation, found, question)
    assert (back.status, back.conflicts) == (found.status, found.conflicts)
    for one, two in zip(back.repairs, found.repairs, strict=True):
        mine, theirs = one.question, two.question
        assert (one.action, one.dropped, one.least) == (two.action, two.dropped, two.least)
        assert (mine.problem.depth, mine.problem.k, mine.soft) == (theirs.problem.depth, theirs.problem.k, theirs.soft)
        assert set(mine.problem.links) == set(theirs.problem.links)
        assert to_json(one.result) == to_json(two.result)


def test_a_map_comes_back_cell_by_cell():
    """With the result of each."""
    cells = tuple(MapCell(2, k, solve(Problem(LINE, k, 2), "md")) for k in (2, 3))
    assert to_json(again(DepthMap, DepthMap(cells, True), FREE)) == to_json(DepthMap(cells, True))


def test_links_have_two_forms():
    """Objects in messages and answers, short rows where the store keeps thousands."""
    link = Link(1, 2, Kind.MUST)
    assert to_json(link) == {"a": 1, "b": 2, "kind": "must"} and again(Link, link) == link
    assert row_of_link(link) == [1, 2, "must"] and link_of_row(row_of_link(link)) == link
    assert to_json(SoftLink(link, 3.0)) == {"a": 1, "b": 2, "kind": "must", "weight": 3.0}


@dataclass(frozen=True)
class Sample:
    """A bit of everything."""

    names: Mapping[int, str]
    notes: Mapping[tuple[int, int], str | None]
    made: Authorship
    when: datetime
    way: Literal["a", "b"]
    either: float | str
    seen: frozenset[str] = frozenset()
    maybe: tuple[int, int] | None = None
    more: list[Any] = field(default_factory=list)


def test_plain_data_classes_need_no_form():
    """Fields by name; keys as text; enums, times, sets and arrays as JSON has them."""
    noon = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
    sample = Sample({3: "tall"}, {(1, 4): "so", (2, 5): None}, Authorship("Ada", noon), noon, "a", "x", frozenset("zy"))
    written = to_json(sample)
    assert written["notes"] == {"1-4": "so", "2-5": None} and written["names"] == {"3": "tall"}
    assert written["made"] == ["Ada", noon.isoformat()] and written["seen"] == ["y", "z"]
    assert again(Sample, sample) == sample


def test_arrays_keep_their_type():
    """Whole numbers stay whole, also in an empty array."""
    back = again(NDArray[np.intp], np.array([1, 2]))
    assert back.dtype == np.intp and back.tolist() == [1, 2]
    assert again(NDArray[np.intp], np.array([], dtype=np.intp)).dtype == np.intp


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Progress, {"phase": 3, "seconds": 1.0}),
        (Progress, {"phase": "searching", "seconds": "soon"}),
        (Progress, {"phase": "searching"}),
        (Link, {"a": 1, "b": 2, "kind": "perhaps"}),
        (tuple[int, int], [1, 2, 3]),
        (tuple[int, ...], "12"),
        (tuple[int, ...], [True]),
        (Literal["refuse", "drop"], "keep"),
        (Result, None),
    ],
)
def test_what_is_not_of_the_form_is_refused(kind, data):
    """By one of the errors that readers of files know."""
    with pytest.raises((TypeError, ValueError, KeyError)):
        from_json(kind, data, LINKED)


def test_what_has_no_form_is_not_written():
    """Rather than something that nobody can read."""
    with pytest.raises(TypeError, match="object has no form in JSON"):
        to_json(object())
