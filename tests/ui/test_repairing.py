"""No tree: the explanation in words, repairs applied and undone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.solve import solve
from treeclust.core.codec import from_json
from treeclust.core.explanations import Explanation
from treeclust.core.links import Links
from treeclust.core.result import Result, Status
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import Explain, FindConflict
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table
from treeclust.ui.workspace.answer_panel import status_words
from treeclust.workspace import edits, repairing, solving
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.side_jobs import SideJob


@pytest.fixture
def project() -> Project:
    """One split, and the ends of the line together: impossible."""
    made = Project()
    edits.load_table(made, Table(pd.DataFrame({"x": np.arange(9.0)}), "line.csv"))
    edits.set_parameters(made, Parameters(k=2, depth=1, objective="md"))
    edits.set_links(made, Links.from_pairs(must=[(0, 8), (0, 1)], cannot=[(0, 4)]), "add")
    solving.take(made, solve(made.work.problem(), "md"), made.work.question())
    return made


@pytest.fixture
def job(project: Project) -> SideJob:
    request = Explain(project.work.question())
    written = handle(request, Channel(never, lambda message: None))
    return SideJob(request, "answer", "job", from_json(Explanation, written, request.question), running=False)


def place_of(job: SideJob, action: str) -> int:
    return next(i for i, repair in enumerate(job.result.repairs) if repair.action == action)


def test_the_clash_is_named_by_the_rows_on_screen(project, job):
    """Only the links that clash, called as the table calls them."""
    (conflict,) = repairing.conflicts(job, None)
    assert conflict.minimal and {link.pair for link in conflict.links} == {(0, 8)}
    assert repairing.link_words(job.problem.dataset, conflict.links[0]) == "0–8 must"


def test_conflicts_found_on_request_come_after_the_first(project, job):
    """While one more is looked for, and when there is none, the known ones stay."""
    first = repairing.conflicts(job, None)
    more = SideJob(FindConflict(job.question, first), "answer", "job")
    assert repairing.conflicts(job, more) == first
    more.result = handle(more.request, Channel(never, lambda message: None))
    assert repairing.conflicts(job, more) == first and more.result.complete


def test_each_offer_says_what_changes_and_what_it_costs(project, job):
    """Words and figures of every repair; all were solved."""
    words = [offer.words for offer in repairing.offers(project, job)]
    assert "A deeper tree: depth 2" in words
    assert any(text.startswith("Without 1 link: ") for text in words)
    assert all("diameter" in offer.figures for offer in repairing.offers(project, job))


@pytest.mark.parametrize("action", ["depth", "drop_links", "soft"])
def test_a_repair_is_one_step_with_its_answer(project, job, action):
    """After Apply the screen shows the repaired answer; one Undo brings back the question and that it has none."""
    steps = len(project.history.past)
    repairing.apply(project, job, place_of(job, action))
    assert len(project.history.past) == steps + 1
    assert project.current_answer.labels is not None and not project.is_stale
    edits.undo(project)
    assert project.current_answer.result.status is Status.INFEASIBLE
    assert status_words(project)[1] == "No such tree exists"


def test_dropped_links_are_gone_and_soft_ones_stay(project, job):
    """Dropping deletes from the table; unsure links stay there and may be broken."""
    repairing.apply(project, job, place_of(job, "drop_links"))
    assert len(project.work.links) == 2
    edits.undo(project)
    repairing.apply(project, job, place_of(job, "soft"))
    assert len(project.work.links) == 3
    assert set(project.work.certainty.values()) == {"unsure"}
    hard, soft = project.work.sorted_links
    assert not len(hard) and len(soft) == 3


def test_sure_links_are_hard_again(project):
    """Certainty is one undoable step; going back to sure makes the link hard."""
    edits.set_certainty(project, [(0, 8)], "fairly sure")
    assert [one.weight for one in project.work.sorted_links[1]] == [3.0]
    assert project.is_stale
    edits.set_certainty(project, [(0, 8)], "sure")
    assert not project.is_stale
    edits.undo(project)
    assert project.work.certainty == {(0, 8): "fairly sure"}


def test_an_earlier_answer_comes_back_with_its_question(project):
    """Undo after another solve shows the answer that was given to the question that is now on the screen again."""
    first = project.current_answer
    edits.set_parameters(project, Parameters(k=2, depth=2, objective="md"))
    solving.take(project, Result(Status.UNKNOWN, "md", "fast", "0", 1.0), project.work.question())
    assert project.current_answer is not first
    edits.undo(project)
    assert project.current_answer is first
