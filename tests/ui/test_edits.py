"""What a person can do to a project, step by step, without a browser."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.core.closure import close
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links, read_certain
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table, read_file
from treeclust.workspace import edits, link_files
from treeclust.workspace.groups import link_groups
from treeclust.workspace.project import Parameters, Project, why_unusable
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store


@pytest.fixture
def project() -> Project:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.random(30), "y": rng.random(30), "label": ["a", "b", "c"] * 10})
    made = Project()
    edits.load_table(made, Table(frame, "table.csv"))
    return made


def pairs(project: Project) -> set[tuple[int, int, str]]:
    return {(*link.pair, str(link.kind)) for link in project.work.links}


def test_undo_and_redo_walk_through_everything(project):
    """Links, names, parameters and data come back one step at a time, and forward again."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.rename_cluster(project, 0, "small")
    edits.set_parameters(project, Parameters(k=4))
    before = project.work
    edits.load_table(project, Table(pd.DataFrame({"z": [1.0, 2.0]}), "other.csv"))
    edits.undo(project)
    assert project.work is before
    edits.undo(project)
    assert project.work.parameters.k == 3
    edits.undo(project)
    assert project.work.names == {}
    edits.undo(project)
    assert pairs(project) == set()
    for _ in range(4):
        edits.redo(project)
    assert project.work.dataset is not None and project.work.dataset.n == 2


def test_a_new_step_forgets_the_undone_ones(project):
    """After undo and another edit there is nothing to redo."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.undo(project)
    edits.link_rows(project, 2, 3, Kind.MUST)
    edits.redo(project)
    assert pairs(project) == {(2, 3, "must")}


def test_a_conflict_is_refused_with_its_chain_and_changes_nothing(project):
    """The sentence names the links that clash; the project stays as it was."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.link_rows(project, 1, 2, Kind.MUST)
    with pytest.raises(InputError, match="0–1 must, 1–2 must, but 0–2 cannot"):
        edits.link_rows(project, 0, 2, Kind.CANNOT)
    assert pairs(project) == {(0, 1, "must"), (1, 2, "must")}


@pytest.mark.parametrize(
    "items",
    [
        None,
        "x",
        [[0, 1]],
        [[0, 0, "must"]],
        [[0, 99, "must"]],
        [[0, -1, "must"]],
        [[0, 1, "maybe"]],
        [[0, "1", "must"]],
        [[0.5, 1, "must"]],
        [[0, 1, "must"]] * 20_001,
    ],
)
def test_a_browser_is_not_trusted(project, items):
    """Anything but pairs of rows with a kind is refused in one sentence."""
    with pytest.raises(InputError, match="reload"):
        edits.take_browser_links(project, items)


def test_two_clicks_that_arrive_together_are_two_steps(project):
    """Undo takes back one link, even when the browser sent two at once."""
    edits.take_browser_links(project, [[0, 1, "must"], [2, 3, "cannot"]])
    edits.undo(project)
    assert pairs(project) == {(0, 1, "must")}
    edits.take_browser_links(project, [])
    edits.undo(project)
    assert pairs(project) == {(0, 1, "must")}


def test_more_links_than_anybody_draws_are_one_step(project):
    """A script that sends hundreds at once, or takes them all away, makes one step each time."""
    many = [[row, row + 1, "must"] for row in range(29)] + [[row, row + 2, "must"] for row in range(28)]
    edits.take_browser_links(project, many)
    assert len(project.work.links) == 57 and len(project.work.made) == 57
    edits.take_browser_links(project, [])
    assert not len(project.work.links)
    edits.undo(project)
    assert len(project.work.links) == 57
    edits.undo(project)
    assert not len(project.work.links)


def test_too_many_links_from_labels_are_refused_before_they_are_drawn(project):
    """However large κ is, nothing is made of it."""
    with pytest.raises(InputError, match="would add 3000000000 links; keep to 20000"):
        link_files.links_from_labels(project, 1e8, 0)


def test_a_group_is_tied_together_with_the_fewest_links(project):
    """n − 1 must-links make one component; asking again adds nothing."""
    link_groups(project, "must", list(range(10)), [])
    assert len(project.work.links) == 9
    assert len(set(close(project.work.links, 30).component[:10].tolist())) == 1
    link_groups(project, "must", list(range(10)), [])
    assert len(project.work.links) == 9


def test_two_groups_apart_need_one_link_per_pair_of_parts(project):
    """Groups that are tied together need one cannot-link; loose rows need one per pair."""
    assert "Added 6 links" in link_groups(project, "cannot", [0, 1], [2, 3, 4])
    link_groups(project, "both", [10, 11, 12], [13, 14])
    closure = close(project.work.links, 30)
    assert all(closure.implied(a, b) is Kind.CANNOT for a in (10, 11, 12) for b in (13, 14))
    assert len(project.work.links) == 6 + 2 + 1 + 1


def test_too_many_cannot_links_are_refused_with_advice(project):
    """400 links between loose groups are not drawn; the sentence says what to do."""
    frame = pd.DataFrame({"x": np.arange(60.0), "y": np.arange(60.0) ** 2})
    edits.load_table(project, Table(frame, "table.csv"))
    with pytest.raises(InputError, match="must-link each group first"):
        link_groups(project, "cannot", list(range(20)), list(range(20, 40)))


def test_links_go_out_and_come_back_by_file_row():
    """With rows dropped, the CSV speaks of the file's row numbers."""
    table = read_file(b"x,y\n1,2\n,3\n3,1\n4,9\n", "t.csv")
    project = Project()
    edits.load_table(project, table, ColumnChoice(missing="drop"))
    edits.link_rows(project, 0, 3, Kind.MUST)
    assert project.work.links.items == (Link(0, 2, Kind.MUST),)
    text = link_files.export_links(project)
    assert text == "a,b,kind\n0,3,must\n"
    edits.undo(project)
    assert link_files.import_links(project, read_certain(text)) == 1
    assert project.work.links.items == (Link(0, 2, Kind.MUST),)
    with pytest.raises(InputError, match="Row 1"):
        link_files.import_links(project, read_certain("a,b,kind\n0,1,must\n"))


def test_links_stay_with_their_rows_when_columns_change(project):
    """Other features, same rows: the links stay; a dropped row takes its links along."""
    edits.link_rows(project, 0, 5, Kind.MUST)
    edits.choose_columns(project, ColumnChoice(features=("x",), label="label"))
    assert pairs(project) == {(0, 5, "must")}
    assert project.work.dataset is not None and len(project.work.dataset.features) == 1


def test_true_links_from_known_labels(project):
    """κ = 0.5 of 30 rows gives 15 links that agree with the labels."""
    assert link_files.links_from_labels(project, 0.5, seed=1) == 15
    known = project.work.dataset.known
    assert all((known[x.a] == known[x.b]) == (x.kind is Kind.MUST) for x in project.work.links)


def test_unusable_data_keeps_the_table_and_says_why():
    """Missing values without a decision: the table can be seen, nothing is solved, one sentence says what to do."""
    project = Project()
    edits.load_table(project, read_file(b"x,y\n1,2\n,3\n3,1\n", "t.csv"))
    assert project.work.table is not None and project.work.dataset is None
    assert why_unusable(project.work)


def test_tokens_are_unguessable_and_old_projects_leave_the_memory(tmp_path):
    """Nobody finds a project without its token; one that left the memory comes back from the store."""
    projects = Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}"), most=3)
    made = [projects.create() for _ in range(5)]
    for _, project in made:
        edits.load_table(project, read_file(b"x\n1\n2\n", "t.csv"))
        projects.in_memory()
    assert len({token for token, _ in made}) == 5 and all(len(token) >= 22 for token, _ in made)
    assert projects.find(made[4][0]) is made[4][1]
    first = projects.find(made[0][0])
    assert first is not None and first is not made[0][1]
    assert all(projects.find(token) is None for token in (None, "", "guess", made[0][0][:-1], made[0][0] + "A"))


def test_notes_are_kept_with_their_link(project):
    """A note is one step of its own."""
    edits.set_links(project, Links.from_pairs([(0, 1)]), "add")
    edits.set_note(project, (0, 1), "  same patient ")
    assert project.work.notes == {(0, 1): "same patient"}
    edits.undo(project)
    assert project.work.notes == {}


def test_certainty_travels_with_the_links_file(project):
    """What is exported comes back with its certainty, in one step; a word that means nothing is refused."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.link_rows(project, 0, 2, Kind.CANNOT)
    assert link_files.export_links(project).startswith("a,b,kind\n")
    edits.set_certainty(project, [(0, 2)], "unsure")
    text = link_files.export_links(project)
    assert text.splitlines()[0] == "a,b,kind,certainty"
    for _ in range(3):
        edits.undo(project)
    steps = len(project.history.past)
    assert link_files.import_links(project, read_certain(text)) == 2
    assert project.work.certainty == {(0, 2): "unsure"}
    assert len(project.history.past) == steps + 1
    assert link_files.import_links(project, read_certain(text.replace("unsure", "sure"))) == 0
    assert not project.work.certainty
    with pytest.raises(InputError, match="no certainty"):
        link_files.import_links(project, read_certain(text.replace("unsure", "maybe")))


def test_only_sure_links_may_not_contradict(project):
    """What contradicts a sure link is refused, unless one of the two is not sure; being sure again is refused then."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.link_rows(project, 1, 2, Kind.MUST)
    with pytest.raises(InputError, match=r"0–1 must, 1–2 must, but 0–2 cannot\. Remove one .* or make it unsure"):
        edits.link_rows(project, 0, 2, Kind.CANNOT)
    edits.set_certainty(project, [(0, 1)], "unsure")
    edits.link_rows(project, 0, 2, Kind.CANNOT)
    hard, soft = project.work.sorted_links
    assert len(hard) == 2 and [one.link.pair for one in soft] == [(0, 1)]
    assert project.work.problem().links == hard
    with pytest.raises(InputError, match="but 0–2 cannot"):
        edits.set_certainty(project, [(0, 1)], "sure")
    assert project.work.certainty == {(0, 1): "unsure"}


def test_a_link_drawn_again_is_sure_again(project):
    """Certainty belongs to what was said, not to the two rows."""
    edits.link_rows(project, 0, 1, Kind.MUST)
    edits.set_certainty(project, [(0, 1)], "unsure")
    edits.link_rows(project, 0, 1, Kind.CANNOT)
    assert not project.work.certainty
