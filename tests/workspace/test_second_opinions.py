"""Several experts on one project: answers kept apart, shown, weighed, saved."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.core.errors import InputError
from treeclust.core.experts import agreements, disputes
from treeclust.core.links import Kind, Link
from treeclust.tables.reading import Table
from treeclust.workspace import edits, interview
from treeclust.workspace.document import Work
from treeclust.workspace.expert_words import expert_words
from treeclust.workspace.project import Project
from treeclust.workspace.store.changes import apply, change
from treeclust.workspace.store.merging import merge
from treeclust.workspace.store.opening import open_project_file
from treeclust.workspace.store.project_file import project_file
from treeclust.workspace.store.tables import Sources


@pytest.fixture
def project() -> Project:
    """Ann has drawn two links."""
    rng = np.random.default_rng(0)
    made = Project()
    edits.load_table(made, Table(pd.DataFrame(rng.normal(size=(20, 2)), columns=["x", "y"]), "rows.csv"))
    speak(made, "Ann")
    edits.add_links(made, [Link(0, 1, Kind.MUST), Link(1, 2, Kind.MUST)], "add links")
    return made


def speak(project: Project, name: str) -> None:
    project.history.who = lambda: name


def test_a_second_opinion_is_kept_beside_the_first(project):
    """Bob says apart where Ann said together: both stand, nothing is imposed on the pair, and undo takes it back."""
    speak(project, "Bob")
    assert interview.second_pairs(project) == ((0, 1), (1, 2))
    assert interview.reply_second(project, (0, 1), "apart") is not None
    assert interview.reply_second(project, (1, 2), "together") is not None
    assert not interview.second_pairs(project)
    work = project.work
    assert work.links.items == (Link(0, 1, Kind.MUST), Link(1, 2, Kind.MUST)) and work.author_of((0, 1)) == "Ann"
    assert work.sorted_links[0].items == (Link(1, 2, Kind.MUST),) and work.sorted_links[1] == ()
    assert [one.pair for one in disputes(work.said)] == [(0, 1)]
    assert expert_words(work)[1] == "Rows 0 and 1: together says Ann, apart says Bob."
    edits.undo(project)
    edits.undo(project)
    assert not project.work.opinions and len(project.work.sorted_links[0]) == 2


def test_experts_may_contradict_each_other_but_not_themselves(project):
    """Bob's link around Ann's is soft, as hers are then; Ann's own is refused."""
    with pytest.raises(InputError, match="Not possible"):
        edits.add_links(project, [Link(0, 2, Kind.CANNOT)], "add a link")
    speak(project, "Bob")
    edits.add_links(project, [Link(0, 2, Kind.CANNOT)], "add a link")
    hard, soft = project.work.sorted_links
    assert not len(hard) and len(soft) == 3
    (found,) = agreements(project.work.said, 20)
    assert (found.both, found.same) == (1, 0)


def test_opinions_are_saved_in_store_and_file(project):
    """Written and read again, they are the same."""
    before = project.work
    speak(project, "Bob")
    interview.reply_second(project, (0, 1), "apart", "unsure")
    after = project.work
    assert apply(before, change(before, after), lambda *_: None).opinions == after.opinions
    content = project_file("t", after, [], project.view_settings(), Sources(lambda *_: b""))
    assert open_project_file(content).work.opinions == after.opinions


def test_two_servers_keep_both_opinions(project):
    """Ann and Bob said the opposite of one pair at the same time: one is the link, the other an opinion on it."""
    base = project.work
    mine, theirs = (drawn(project, base, *said) for said in (("Bob", Kind.CANNOT), ("Ann", Kind.MUST)))
    changes, refused = merge(base, mine, theirs)
    assert not refused and changes["opinions"][5, 6][0].made.author == "Bob"
    assert "made" not in changes or changes["made"][5, 6].author == "Ann"


def drawn(project: Project, base: Work, author: str, kind: Kind) -> Work:
    speak(project, author)
    edits.add_links(project, [Link(5, 6, kind)], "add a link")
    after = project.work
    edits.undo(project)
    assert project.work is base
    return after


def test_a_passed_pair_is_not_asked_again(project):
    """Don't know is remembered; who has no name gives no second opinions."""
    speak(project, "Bob")
    assert interview.reply_second(project, (0, 1), "unsure") is not None
    assert interview.second_pairs(project) == ((1, 2),) and (0, 1) in project.skipped
    speak(project, "")
    assert interview.second_pairs(project) == ()
