"""The next question, the price of a link, other trees, and why a row is where it is."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.alternatives import find_alternatives
from treeclust.jobs.desk import Desk
from treeclust.jobs.handlers import HANDLERS
from treeclust.jobs.messages import problem_to_json
from treeclust.links import Kind, Link, Links
from treeclust.reading import Table
from treeclust.run import solve
from treeclust.stop import never
from treeclust.suggest import Question
from treeclust.ui import another_panel, edits, questions, solving
from treeclust.ui.answer_panel import status_words
from treeclust.ui.link_table import link_rows
from treeclust.ui.plot_panel import question_pair
from treeclust.ui.project import Parameters, Project
from treeclust.ui.question_panel import two_rows
from treeclust.ui.side_jobs import SideJob
from treeclust.ui.why_panel import why_words


@pytest.fixture
def project() -> Project:
    """Eight rows on a line, three clusters: several trees are equally good."""
    made = Project()
    frame = pd.DataFrame({"name": [f"r{i}" for i in range(8)], "x": np.arange(8.0)})
    edits.load_table(made, Table(frame, "line.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    return solved(made)


def solved(project: Project) -> Project:
    problem = project.work.problem()
    solving.take(project, solve(problem, "md"), problem, "md")
    return project


def ask(project: Project, kind: str, **more) -> SideJob:
    answer = project.current_answer
    request = {"problem": problem_to_json(answer.problem), "objective": "md", "start": answer.result.to_json(), **more}
    found = HANDLERS[kind](request, Desk(never, lambda message: None))
    job = SideJob(kind, answer.id, answer.problem, "md", "job", found, running=False, asked=more)
    project.side[kind] = job
    return job


def test_a_question_is_drawn_until_it_is_answered(project):
    """Must or cannot becomes a link of one step; don't know is not asked again and changes nothing."""
    ask(project, "suggest", skip=[])
    question = questions.open_question(project)
    assert question_pair(question)[0]["kind"] == "question"
    questions.answer_question(project, question, None)
    assert questions.open_question(project) is None and not len(project.work.links)
    project.skipped.clear()
    questions.answer_question(project, question, Kind.CANNOT)
    assert project.work.links.items == (Link(*question.pair, Kind.CANNOT),)
    assert project.history.past[-1][0] == "answer a question"
    assert questions.open_question(project) is None
    assert question_pair(None) == []


def test_the_two_rows_are_shown_by_what_tells_them_apart(project):
    """Row names first, then their values."""
    frame = two_rows(project.work.dataset, Question(0, 7, 0.5, False, "because"))
    assert list(frame.columns) == ["Row", "x"]
    assert frame["x"].tolist() == ["0", "7"]


def test_prices_stand_in_the_table_of_links(project):
    """A link that costs something shows what would be possible without it; after another solve it is forgotten."""
    edits.set_links(project, Links.from_pairs(must=[(0, 4), (0, 1)]), "add")
    solved(project)
    assert {row.price for row in link_rows(project)} == {""}
    ask(project, "prices")
    prices = {row.link.pair: row.price for row in link_rows(project)}
    assert prices[0, 1] == "no better"
    assert prices[0, 4].startswith("MD ")
    solved(project)
    assert {row.price for row in link_rows(project)} == {""}


def test_another_tree_becomes_the_answer_and_the_first_comes_back(project):
    """Same figures, other labels, honest badge; choosing the first again says optimal."""
    first = project.current_answer
    found = find_alternatives(first.problem, "md", 3, start=first.result)
    another_panel.show(project, first, found, 1)
    second = project.current_answer
    assert second.result.md == pytest.approx(first.result.md)
    assert second.labels.tolist() != first.labels.tolist()
    assert status_words(project) == ("good", another_panel.ORIGIN)
    assert another_panel.question_of(second) == another_panel.question_of(first)
    another_panel.show(project, second, found, 0)
    assert status_words(project)[1].startswith("Optimal")
    assert "3 clusterings of the same quality" in another_panel.words(found)


def test_why_here_speaks_of_rows_and_clusters_as_the_screen_does(project):
    """One row: its path and the least move; two: the test that parts them, or that none does."""
    answer = project.current_answer
    names = {int(answer.labels[0]): "left ones"}
    one = why_words(answer.problem.dataset, answer.tree, names, (0,))
    assert one[0].startswith("Row r0 is in left ones: x is 0 (≤ ")
    assert "The least change of one value that moves it: With " in one[1] and "it would be in Cluster" in one[1]
    two = why_words(answer.problem.dataset, answer.tree, names, (0, 7))
    assert two[2].startswith("They part at one test: row r0: x is 0")
    same = why_words(answer.problem.dataset, answer.tree, names, (0, 1))
    assert "no split parts them" in same[2]
