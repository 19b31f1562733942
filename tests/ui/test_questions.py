"""The next question, the price of a link, other trees, and why a row is where it is."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.solve import solve
from treeclust.core.links import Kind, Link, Links
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import FindAlternatives, PriceLinks, QuestionRequest, SuggestPair
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table
from treeclust.ui.workspace import alternatives_panel
from treeclust.ui.workspace.answer_panel import status_words
from treeclust.ui.workspace.link_table import link_rows
from treeclust.ui.workspace.plot_panel import question_pair
from treeclust.ui.workspace.why_panel import why_words
from treeclust.workspace import edits, questions, solving
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.side_jobs import SideJob


@pytest.fixture
def project() -> Project:
    """Eight rows on a line, three clusters: several trees are equally good."""
    made = Project()
    frame = pd.DataFrame({"name": [f"r{i}" for i in range(8)], "x": np.arange(8.0)})
    edits.load_table(made, Table(frame, "line.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    return solved(made)


def solved(project: Project) -> Project:
    solving.take(project, solve(project.work.problem(), "md"), project.work.question())
    return project


def ask(project: Project, request: QuestionRequest) -> SideJob:
    """As a worker would answer, in this process."""
    found = handle(request, Channel(never, lambda message: None))
    job = project.side[request.kind] = SideJob(request, project.current_answer.id, "job", found, running=False)
    return job


def test_a_question_is_drawn_until_it_is_answered(project):
    """Must or cannot becomes a link of one step; don't know is not asked again and changes nothing."""
    ask(project, SuggestPair(project.current_answer.question, project.current_answer.result))
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


def test_prices_stand_in_the_table_of_links(project):
    """A link that costs something shows what would be possible without it; after another solve it is forgotten."""
    edits.set_links(project, Links.from_pairs(must=[(0, 4), (0, 1)]), "add")
    solved(project)
    assert {row.price for row in link_rows(project)} == {""}
    ask(project, PriceLinks(project.current_answer.question, project.current_answer.result))
    prices = {row.link.pair: row.price for row in link_rows(project)}
    assert prices[0, 1] == "no better"
    assert prices[0, 4].startswith("MD ")
    solved(project)
    assert {row.price for row in link_rows(project)} == {""}


def test_another_tree_becomes_the_answer_and_the_first_comes_back(project):
    """Same figures, other labels, honest badge; choosing the first again says optimal."""
    first = project.current_answer
    found = find_alternatives(first.problem, "md", 3, start=first.result)
    job = SideJob(FindAlternatives(first.firm, first.result, 3), "question", "job", found, running=False)
    alternatives_panel.show(project, first, job, found, 1)
    second = project.current_answer
    assert second.result.md == pytest.approx(first.result.md)
    assert second.labels.tolist() != first.labels.tolist()
    assert status_words(project) == ("good", alternatives_panel.ORIGIN)
    assert alternatives_panel.question_of(second) == alternatives_panel.question_of(first)
    assert second.result.choice is None
    alternatives_panel.show(project, second, job, found, 0)
    assert status_words(project)[1].startswith("Optimal") and project.current_answer.result is first.result
    assert "3 clusterings of the same quality" in alternatives_panel.words(found)


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
