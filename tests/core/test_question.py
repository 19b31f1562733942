"""The question: one value that carries problem, objective and soft links."""

from __future__ import annotations

import pytest

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.soft_links import SoftLink

LINE = Dataset.from_array([[0.0], [1.0], [5.0], [6.0]])


def test_soft_links_name_rows_of_the_table():
    """One that does not is refused in one sentence, as a hard one is."""
    with pytest.raises(InputError, match="row 9 does not exist; rows are numbered 0 to 3"):
        Question(Problem(LINE, 2, 1), soft=(SoftLink(Link(0, 9, Kind.MUST), 1.0),))


def test_a_changed_problem_keeps_the_rest_of_the_question():
    """Objective and soft links stay; what was computed for the table is not computed again."""
    question = Question(Problem(LINE, 2, 1), "md", (SoftLink(Link(0, 1, Kind.MUST), 1.0),))
    _ = question.problem.distances
    changed = question.with_problem(k=3, depth=2, links=Links.from_pairs(cannot=[(0, 2)]))
    assert (changed.objective, changed.soft, changed.problem.k) == ("md", question.soft, 3)
    assert changed.problem.distances is question.problem.distances
    assert question.with_(soft=()).problem is question.problem
