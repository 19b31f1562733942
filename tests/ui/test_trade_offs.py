"""Compromises and cells: opened, measured, used in the workspace."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.jobs.desk import Desk
from treeclust.jobs.handlers import HANDLERS
from treeclust.jobs.messages import problem_to_json
from treeclust.pareto import pareto_front
from treeclust.reading import Table
from treeclust.stop import never
from treeclust.ui import edits, trade_offs
from treeclust.ui.answer_panel import status_words
from treeclust.ui.project import Parameters, Project
from treeclust.ui.side_jobs import SideJob


@pytest.fixture
def project() -> Project:
    made = Project()
    values = np.random.default_rng(3).random((14, 2))
    edits.load_table(made, Table(pd.DataFrame(values, columns=["x", "y"]), "noise.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    return made


def ask(project: Project, kind: str, objective: str, **more) -> SideJob:
    problem = project.work.problem()
    request = {"problem": problem_to_json(problem), "objective": objective, **more}
    found = HANDLERS[kind](request, Desk(never, lambda message: None))
    return SideJob(kind, "question", problem, objective, "job", found, running=False, asked=more)


def test_a_compromise_opens_with_the_figures_of_the_front(project):
    """Measured again here, MD and MS are those that the search reported; outside the front there is nothing."""
    job = ask(project, "pareto", "md-ms")
    front = pareto_front(project.work.problem())
    for place, point in enumerate(front.points):
        opened = trade_offs.open_point(job, place)
        assert (opened.result.md, opened.result.ms) == (point.measures.md, point.measures.ms)
    assert trade_offs.open_point(job, len(front.points)) is None


def test_a_used_compromise_is_the_answer_and_says_what_is_proved(project):
    """The objective changes as one step; the badge speaks of the front, and undo brings back what was."""
    job = ask(project, "pareto", "md-ms")
    other = next(p for p in range(len(job.result["front"])) if p != job.result["papers_choice"])
    trade_offs.use(project, trade_offs.open_point(job, other))
    assert project.work.parameters.objective == "md-ms" and not project.is_stale
    assert status_words(project) == ("good", trade_offs.PROVED)
    trade_offs.use(project, trade_offs.open_point(job, job.result["papers_choice"]))
    assert status_words(project)[1].startswith("Optimal within")
    edits.undo(project)
    assert project.work.parameters.objective == "md"


def test_a_used_cell_sets_depth_and_k(project):
    """The workspace then asks the cell's question, with the cell's answer."""
    depths, ks = trade_offs.map_ranges(project.work.problem())
    assert depths[0] == 1 and ks[0] == 2 and 3 in ks and 2 in depths
    job = ask(project, "map", "md", depths=[1, 2], ks=[2, 4], cell_seconds=30)
    place = next(i for i, cell in enumerate(job.result["cells"]) if (cell["depth"], cell["k"]) == (2, 4))
    trade_offs.use(project, trade_offs.open_cell(job, place))
    assert (project.work.parameters.depth, project.work.parameters.k) == (2, 4)
    assert project.current_answer.result.md == job.result["cells"][place]["result"]["md"]
    assert not project.is_stale
