"""An interview without a screen: what an answer does, what the look ahead saves, and what is taken back."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.solve import solve_question
from treeclust.core.codec import from_json, to_json
from treeclust.core.links import Kind, Link
from treeclust.core.stop import never
from treeclust.core.suggestions import Ahead, Suggestion
from treeclust.jobs.channel import Channel
from treeclust.jobs.interview_requests import LookAhead
from treeclust.jobs.messages import SuggestPair
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table
from treeclust.workspace import edits, interview, solving
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.questions import KIND, open_question
from treeclust.workspace.side_jobs import SideJob


@pytest.fixture
def project() -> Project:
    """Two groups across each other's way, solved, with the first question asked."""
    rng = np.random.default_rng(0)
    along = rng.uniform(0, 10, 60)
    frame = pd.DataFrame(
        {"x": np.r_[along[:30], rng.normal(11, 0.6, 30)], "y": np.r_[rng.normal(0, 0.6, 30), along[30:] + 2]}
    )
    made = Project()
    edits.load_table(made, Table(frame, "groups.csv"))
    edits.set_parameters(made, Parameters(k=2, depth=2, objective="md"))
    interview.begin(made)
    question = made.work.question()
    solving.take(made, solve_question(question), question)
    answer = made.current_answer
    assert answer is not None
    request = SuggestPair(answer.firm, answer.result)
    made.side[KIND] = SideJob(request, answer.id, "job", handle(request, worker()), running=False)
    return made


def worker() -> Channel:
    return Channel(never, lambda message: None)


def look_ahead(project: Project) -> Ahead:
    answer, question = project.current_answer, open_question(project)
    request = LookAhead(interview.base_of(project, answer), question.pair, tuple(project.skipped))
    found = handle(request, worker())
    about = interview.place(answer, question)
    project.side[interview.AHEAD] = SideJob(request, about, "job", found, running=False)
    return found


def test_the_look_ahead_is_what_comes(project):
    """After Apart the tree and the question of the look ahead are there at once, and are those of a solve."""
    ahead, pair = look_ahead(project), open_question(project).pair
    assert from_json(Ahead, to_json(ahead)) == ahead
    assert set(interview.steps_ahead(project)) == {"together", "apart", "unsure"}
    assert interview.reply(project, pair, "apart") is not None
    assert project.work.links.items == (Link(*pair, Kind.CANNOT),) and not project.is_stale
    shown = project.current_answer
    fresh = solve_question(shown.question)
    assert np.array_equal(shown.result.labels, fresh.labels) and shown.result.assumed == fresh.assumed
    assert interview.suggestion_now(project) == ahead.apart.suggestion


def test_an_answer_before_the_look_ahead_waits_for_a_solve(project):
    """The link is there; the answer on the screen is that of the question before."""
    pair = open_question(project).pair
    assert interview.reply(project, pair, "together") is not None
    assert project.is_stale and interview.suggestion_now(project) is None
    assert interview.reply(project, pair, "together") is None


def test_answers_are_taken_back(project):
    """Together, then don't know: both go again, in the opposite order, and the first question is open as before."""
    first = interview.suggestion_now(project)
    look_ahead(project)
    trail = [interview.reply(project, first.question.pair, "together")]
    second = interview.suggestion_now(project)
    if second.question is not None:
        look_ahead(project)
        trail.append(interview.reply(project, second.question.pair, "unsure"))
        assert second.question.pair in project.skipped
    for asked in reversed(trail):
        assert interview.take_back(project, asked)
    assert not len(project.work.links) and not project.skipped
    assert interview.suggestion_now(project) == first
    assert not interview.take_back(project, interview.Asked(first, "apart"))


def test_the_interview_assumes_visibly(project):
    """As a step that can be taken back; nothing where the best tree is what the committee says, and after an answer
    what is assumed is not among the links of the person."""
    assert project.work.parameters.assume and not project.current_answer.result.assumed
    look_ahead(project)
    pair = open_question(project).pair
    interview.reply(project, pair, "apart")
    assert project.current_answer.result.assumed
    assert project.work.links.items == project.current_answer.problem.links.items == (Link(*pair, Kind.CANNOT),)
    edits.undo(project)
    edits.undo(project)
    assert not project.work.parameters.assume and project.is_stale


def test_a_suggestion_says_when_to_stop(project):
    """Agreement is a share, and more answers are few where it is high."""
    said: Suggestion = interview.suggestion_now(project)
    assert 0 <= said.agreement <= 1 and said.more >= 1
