"""The nudge: said where depth or number of clusters is plainly wrong, true, and done by one press."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from tests import everyday_tables
from treeclust.ask.solve import solve_question
from treeclust.core.codec import from_json, to_json
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.nudge_requests import LookAround
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table, read_file
from treeclust.tables.samples import SAMPLES
from treeclust.workspace import edits, nudge, solving
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.side_jobs import SideJob


def blobs(rows: int = 60) -> pd.DataFrame:
    """Three round groups, far apart."""
    rng = np.random.default_rng(1)
    middle = np.array([(0, 0), (10, 1), (5, 9)])[np.arange(rows) % 3]
    return pd.DataFrame(middle + rng.uniform(-1, 1, (rows, 2)), columns=["height", "width"])


def solved(table: Table, **parameters: object) -> Project:
    made = Project()
    edits.load_table(made, table)
    edits.set_parameters(made, Parameters(**({"objective": "md", "prefer": "compact", "min_rows": None} | parameters)))
    question = made.work.question()
    solving.take(made, solve_question(question), question)
    return made


def looked_around(project: Project) -> SideJob:
    answer = nudge.can_look(project)
    assert answer is not None
    request = nudge.look_around(project, answer)
    found = handle(request, Channel(never, lambda message: None))
    assert [(cell.depth, cell.k) for cell in found.cells] == list(nudge.neighbours(answer.problem))
    return SideJob(request, answer.id, "job", found, running=False)


def words_about(project: Project) -> str | None:
    said = nudge.nudge(project.current_answer, looked_around(project).result.cells)
    return None if said is None else said.words


def test_too_few_clusters_are_noticed_and_mended_by_one_press():
    """Three groups in two clusters: the nudge has the diameter of a solve with three, and following it is one step."""
    project = solved(Table(blobs(), "groups.csv"), k=2, depth=2)
    job, before = looked_around(project), project.current_answer
    said = nudge.nudge(before, job.result.cells)
    assert said.button == "Use 3 clusters"
    nudge.follow(project, job)
    after = project.current_answer
    assert after.problem.k == 3 and not project.is_stale
    assert said.words == f"3 clusters fit far better: diameter {after.result.md:.1f} instead of {before.result.md:.1f}."
    assert after.result.md == solve_question(project.work.question()).md
    edits.undo(project)
    assert project.work.parameters.k == 2 and project.current_answer is before
    assert words_about(solved(Table(blobs(), "groups.csv"), k=3, depth=2)) is None


def test_one_test_is_too_few_for_three_groups():
    """Where more clusters need another level, that is looked at instead."""
    words = words_about(solved(Table(blobs(), "groups.csv"), k=2, depth=1))
    assert words is not None and words.startswith("3 clusters, depth 2 fit far better")


def test_needless_clusters_and_levels_are_noticed(tmp_path: Path):
    """Text only: two clusters are as wide as three. Irises as the search meets them, in seven leaves: four are
    nearly as good."""
    file = tmp_path / "sold.csv"
    file.write_text(everyday_tables.yes_and_no(), encoding="utf-8")
    assert words_about(solved(read_file(file), k=3, depth=3)) == "2 clusters are as good: the same diameter of 141.4."
    iris = read_file(next(sample for sample in SAMPLES if sample.name == "iris").path)
    words = words_about(solved(iris, k=3, depth=3, prefer="first"))
    assert words == "A tree of 4 leaves instead of 7 is as good: diameter 91.4 instead of 90.5."


def test_there_is_no_nudge_where_looking_around_would_be_costly_or_vague():
    """Not about large tables, not where any number of clusters will do, not about an answer to another question."""
    assert nudge.can_look(solved(Table(blobs(501), "groups.csv"))) is None
    assert nudge.can_look(solved(Table(blobs(), "groups.csv"), k=3, k_min=2)) is None
    project = solved(Table(blobs(), "groups.csv"))
    assert nudge.can_look(project) is not None
    edits.set_parameters(project, Parameters(k=4))
    assert nudge.can_look(project) is None


def test_the_request_travels():
    """As every message to a worker."""
    project = solved(Table(blobs(), "groups.csv"))
    request = nudge.look_around(project, project.current_answer)
    again = from_json(LookAround, to_json(request))
    assert (again.around, again.ks, again.min_rows) == (request.around, request.ks, request.min_rows)
