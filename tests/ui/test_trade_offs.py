"""Compromises and cells: opened, measured, used in the workspace."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.pareto import pareto_front
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import FillMap, FindFront, QuestionRequest
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table
from treeclust.ui.workspace.answer_panel import status_words
from treeclust.workspace import edits, trade_offs
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.side_jobs import SideJob


@pytest.fixture
def project() -> Project:
    made = Project()
    values = np.random.default_rng(3).random((14, 2))
    edits.load_table(made, Table(pd.DataFrame(values, columns=["x", "y"]), "noise.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    return made


def ask(request: QuestionRequest) -> SideJob:
    """As a worker would answer, in this process."""
    found = handle(request, Channel(never, lambda message: None))
    return SideJob(request, "question", "job", found, running=False)


def front_of(project: Project) -> SideJob:
    return ask(FindFront(trade_offs.sure_question(project.work).with_(objective="md-ms")))


def test_a_compromise_opens_with_the_figures_of_the_front(project):
    """Measured again here, MD and MS are those that the search reported; outside the front there is nothing."""
    job = front_of(project)
    front = pareto_front(project.work.problem())
    for place, point in enumerate(front.points):
        opened = trade_offs.open_point(job, place)
        assert (opened.result.md, opened.result.ms) == (point.measures.md, point.measures.ms)
    assert trade_offs.open_point(job, len(front.points)) is None


def test_a_used_compromise_is_the_answer_and_says_what_is_proved(project):
    """The objective changes as one step; the badge speaks of the front, and undo brings back what was."""
    job = front_of(project)
    other = next(p for p in range(len(job.result.points)) if p != job.result.papers_choice)
    trade_offs.use(project, trade_offs.open_point(job, other))
    assert project.work.parameters.objective == "md-ms" and not project.is_stale
    assert status_words(project) == ("good", trade_offs.PROVED)
    trade_offs.use(project, trade_offs.open_point(job, job.result.papers_choice))
    assert status_words(project)[1].startswith("Optimal within")
    edits.undo(project)
    assert project.work.parameters.objective == "md"


def test_a_used_cell_sets_depth_and_k(project):
    """The workspace then asks the cell's question, with the cell's answer."""
    offered = trade_offs.map_request(project.work, 30.0)
    assert offered.depths[0] == 1 and offered.ks[0] == 2 and 3 in offered.ks and 2 in offered.depths
    job = ask(FillMap(project.work.question(), (1, 2), (2, 4), 30.0))
    place = next(i for i, cell in enumerate(job.result.cells) if (cell.depth, cell.k) == (2, 4))
    trade_offs.use(project, trade_offs.open_cell(job, place))
    assert (project.work.parameters.depth, project.work.parameters.k) == (2, 4)
    assert project.current_answer.result.md == job.result.cells[place].result.md
    assert not project.is_stale
