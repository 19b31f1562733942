"""Projects of earlier versions, as files and in databases, made before the code changed: they say what they said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.words import project_words
from treeclust.ask.solve import solve_question
from treeclust.core.limits import limits_of
from treeclust.core.wishes import Wishes
from treeclust.workspace.project import Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store

FIXTURES = Path(__file__).parents[2] / "fixtures"
VERSIONS = ["version_0_1", "version_0_1_text"]
SINCE = {
    "prefer": "first", "slack": 0.0, "seed": 0, "metric": "euclidean", "min_rows": 1, "max_rows": None,
    "min_leaf_rows": 1, "max_diameter": None, "min_split": None,
    "rules": {"never": [], "root": None, "max_columns": None, "max_leaves": None, "once": False},
    "assume": False, "refused": [],
}  # fmt: skip
"""Parameters that came later, with what leaves an older project as it was."""


def expected(version: str) -> dict[str, Any]:
    """What the older version said, with what it left unsaid."""
    words: dict[str, Any] = json.loads((FIXTURES / version / "expected.json").read_text(encoding="utf-8"))
    for work in (words["work"], *(work for _, work in words["past"])):
        work["parameters"] |= SINCE
    return words


def new_projects(folder: Path) -> Projects:
    return Projects(Store(f"sqlite:///{folder / 'new.db'}"))


def opened(projects: Projects, content: bytes) -> Project:
    project = projects.find(projects.open_file(content))
    assert project is not None
    return project


def in_a_file(words: dict[str, Any]) -> dict[str, Any]:
    """What a file says: without the way back through Undo, and where a run comes from is said by whoever opens it."""
    answers = [
        answer | {"told": [told for at, told in enumerate(answer["told"]) if at != 1]} for answer in words["answers"]
    ]
    return {name: words[name] for name in ("title", "skipped", "work")} | {"answers": answers}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_says_what_it_said(version: str, tmp_path: Path) -> None:
    """Every step, every run, the view; and again after it was opened and changed by this version."""
    url = f"sqlite:///{shutil.copy(FIXTURES / version / 'projects.sqlite', tmp_path)}"
    words = expected(version)
    token = words.pop("token")
    project = Projects(Store(url)).find(token)
    assert project is not None and project_words(project) == words
    project.history.step("nothing new", names=dict(project.work.names))
    project.history.undo()
    project.show(project.answers[0])
    again = Projects(Store(url)).find(token)
    assert again is not None and project_words(again) == words


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_says_what_it_said(version: str, tmp_path: Path) -> None:
    """All but the way back; what this version writes opens again, here and in its database."""
    projects, words = new_projects(tmp_path), expected(version)
    project = opened(projects, (FIXTURES / version / "project.treeclust").read_bytes())
    assert in_a_file(project_words(project)) == in_a_file(words)
    assert all("project file" in answer.origin for answer in project.answers)
    again = opened(projects, project.to_file())
    assert in_a_file(project_words(again)) == in_a_file(words)
    restarted = new_projects(tmp_path).find(project.ledger.token)
    assert restarted is not None and in_a_file(project_words(restarted)) == in_a_file(words)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_project_asks_what_it_asked(version: str, tmp_path: Path) -> None:
    """Its runs are not out of date, ask for no sizes, rules or compact clusters, and can be asked again."""
    project = opened(new_projects(tmp_path), (FIXTURES / version / "project.treeclust").read_bytes())
    for answer in project.answers:
        assert answer.question.wishes == Wishes("first") and limits_of(answer.problem) == ()
    about = [answer for answer in project.answers if answer.is_about(project.work)]
    assert about and not project.is_stale
    found = solve_question(project.work.question())
    assert getattr(found, "result", found).status is about[-1].result.status
