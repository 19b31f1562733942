"""What a server keeps of its visitors: projects leave the memory by their size, and tables have a limit."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sqlalchemy import text

from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table
from treeclust.workspace import edits
from treeclust.workspace.housekeeping import Housekeeper
from treeclust.workspace.memory import project_bytes
from treeclust.workspace.project import Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.quota import check_room, held_bytes
from treeclust.workspace.store import Store

ROOT = Path(__file__).parents[2]
MB = 2**20


@pytest.fixture
def projects(tmp_path: Path) -> Projects:
    return Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}"), idle_bytes=5 * MB)


def opened(projects: Projects, seed: int, tab: str, rows: int = 20_000) -> tuple[str, Project]:
    """A project with a table of its own of 0.8 MB, five times: cells, dataset, and what is drawn of it."""
    token, project = projects.create()
    frame = pd.DataFrame(np.random.default_rng(seed).random((rows, 5)), columns=list("abcde"))
    edits.load_table(project, Table(frame, f"{seed}.csv"))
    projects.note_tab(tab, project)
    return token, project


def test_the_longest_unused_leave_until_the_others_fit(projects: Projects) -> None:
    """Whoever has a tab open keeps the project; of the others the last ones stay, and all come back from the store."""
    made = [opened(projects, seed, f"tab {seed}") for seed in range(4)]
    assert 3 * MB < project_bytes(made[0][1]) < 5 * MB
    assert projects.drop_idle(lambda tab: True) == 0
    assert projects.drop_idle(lambda tab: tab == "tab 0") > 3 * MB
    assert projects.in_memory() == [made[at][1].ledger.project for at in (0, 3)]
    again = projects.find(made[1][0])
    assert again is not made[1][1] and again.work.dataset.hash == made[1][1].work.dataset.hash


def test_a_tab_has_only_the_project_that_it_shows(projects: Projects) -> None:
    """Whoever opens one after the other in the same tab has not all of them open."""
    made = [opened(projects, seed, "tab")[1] for seed in range(4)]
    assert [project.tabs for project in made] == [set(), set(), set(), {"tab"}]
    projects.idle_bytes = 0
    assert projects.drop_idle(lambda tab: True) > 9 * MB
    assert projects.in_memory() == [made[3].ledger.project]


def test_many_new_projects_push_out_those_that_nobody_shows_first(tmp_path: Path) -> None:
    """Somebody who works has the project at hand, however many others are made meanwhile."""
    projects = Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}"), most=3)
    mine = opened(projects, 0, "mine", rows=20)[1]
    others = [opened(projects, seed, "another", rows=20)[1] for seed in range(1, 6)]
    there = projects.in_memory()
    assert len(there) == 3 and there[0] == mine.ledger.project
    assert len({*there, *(one.ledger.project for one in others)}) == 6


def test_a_project_has_a_limit_in_memory(projects: Projects, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables and choices of columns count, each once; then another one is refused in a sentence, and undo works on."""
    _, project = opened(projects, 1, "tab")
    assert 1.4 * MB < held_bytes(project) < 1.7 * MB
    monkeypatch.setenv("TREECLUST_PROJECT_MB", "2")
    edits.choose_columns(project, ColumnChoice(("a", "b", "c")))
    edits.undo(project)
    edits.choose_columns(project, ColumnChoice(("a", "b", "c")))
    edits.choose_columns(project, ColumnChoice(("c", "d")))
    with pytest.raises(InputError, match=r"This project is full: .* 2 MB") as refused:
        edits.choose_columns(project, ColumnChoice(("d", "e")))
    with pytest.raises(InputError, match="This project is full"):
        edits.load_table(project, project.work.table)
    assert len(str(refused.value)) < 300
    edits.undo(project)
    assert project.work.choice.features == ("a", "b", "c")


def test_one_that_could_not_be_saved_stays(projects: Projects) -> None:
    """Until it can be: then it is saved, and leaves."""
    token, project = opened(projects, 1, "tab")
    _, other = opened(projects, 2, "tab")
    with projects.store.writing.begin() as connection:
        connection.execute(text("ALTER TABLE steps RENAME TO gone"))
    project.history.step("while the database is damaged", names={0: "kept"})
    assert project.unsaved
    projects.drop_idle(lambda tab: False)
    assert projects.in_memory() == [project.ledger.project] and other is not project
    with projects.store.writing.begin() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO steps"))
    projects.idle_bytes = 0
    projects.drop_idle(lambda tab: False)
    assert projects.in_memory() == []
    assert projects.find(token).work.names == {0: "kept"}


def test_a_draft_lives_as_long_as_its_tab(projects: Projects) -> None:
    """A visit that leads to nothing leaves nothing behind, in memory or in the database."""
    token, project = projects.create()
    project.save_view()
    watched = weakref.ref(project)
    assert projects.find(token) is project
    del project
    gc.collect()
    assert watched() is None and projects.find(token) is None


def test_the_running_server_is_swept(projects: Projects) -> None:
    """Tables without a project go, an empty project that somebody has open stays."""
    token, project = projects.create()
    project.title = "Only a title"
    project.save_view()
    with projects.store.writing.begin() as connection:
        connection.execute(text("UPDATE projects SET changed = '2001'"))
        connection.execute(text("INSERT INTO datasets VALUES ('unused', :c, '2001')"), {"c": b"x"})
    keeper = Housekeeper(projects, lambda tab: True, tick=3600)
    keeper._swept = float("-inf")
    keeper.tidy()
    assert projects.store.table_bytes() == 0 and projects.find(token) is project
    projects.forget(project.ledger.project)
    projects.store.sweep()
    assert projects.find(token) is None


def test_tables_have_a_limit_for_each_and_for_all(projects: Projects, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that does not fit is refused in a sentence, for the person and for the server; deleting makes room."""
    _, mine = opened(projects, 1, "tab")
    _, other = opened(projects, 2, "tab")
    check_room(projects.store, mine, None, 10**12)
    monkeypatch.setenv("TREECLUST_STORED_MB_PER_PERSON", "2")
    check_room(projects.store, mine, None, MB)
    with pytest.raises(InputError, match="may take 2 MB on this server, and take 1 MB"):
        check_room(projects.store, mine, None, 2 * MB)
    projects.store.delete(mine.ledger.project)
    check_room(projects.store, mine, None, 2 * MB)
    monkeypatch.setenv("TREECLUST_STORED_MB", "2")
    with pytest.raises(InputError, match="This server is full"):
        check_room(projects.store, other, None, MB)
    monkeypatch.setenv("TREECLUST_STORED_MB", "much")
    with pytest.raises(InputError, match="whole number of at least 1"):
        check_room(projects.store, other, None, 1)


COME_AND_GO = """
import gc, sys
from pathlib import Path
import numpy as np, pandas as pd
from treeclust.tables.reading import Table
from treeclust.workspace import edits
from treeclust.workspace.housekeeping import Housekeeper
from treeclust.workspace.projects import IDLE_MB, Projects
from treeclust.workspace.store import Store

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

projects = Projects(Store(sys.argv[1]))
keeper = Housekeeper(projects, lambda tab: False, tick=3600)

def visit(seed):
    project = projects.create()[1]
    frame = pd.DataFrame(np.random.default_rng(seed).random((50_000, 10)).round(2), columns=list("abcdefghij"))
    edits.load_table(project, Table(frame, "large.csv"))
    projects.note_tab("tab", project)
    return project.work.dataset.n

visit(0)
keeper.projects.idle_bytes = 0
keeper.tidy()
start, keeper.projects.idle_bytes = resident(), IDLE_MB * 2**20
most = 0
for seed in range(1, 21):
    visit(seed)
    most = max(most, resident())
keeper.tidy()
print(start, most, resident(), len(projects.in_memory()))
"""


def test_twenty_people_with_large_tables_leave_nothing_behind(tmp_path: Path) -> None:
    """Each opens a table of 4 MB and goes: at the end the process has at most a fifth more than before them."""
    script = [sys.executable, "-c", COME_AND_GO, f"sqlite:///{tmp_path / 'projects.db'}"]
    said = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    start, most, end, left = map(int, said.split())
    assert most > 1.4 * start, (start, most)
    assert end < 1.2 * start, (start, end)
    assert left < 10
