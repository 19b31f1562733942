"""Two browser tabs on one project: each has its own Live, question, fields and messages; the work is shared."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import treeclust.ui
from tests.ui.driving import APP, button, field, name_field, open_workspace, project_of, solve
from treeclust.ui.shared.components import SCATTER
from treeclust.ui.shared.session import projects
from treeclust.ui.shared.state import TAB, TOKEN
from treeclust.workspace.project import LOST, MERGED


def another_tab(app: AppTest, page: str | None = None) -> AppTest:
    """At the same address, as if that had been copied."""
    other = AppTest.from_file(APP, default_timeout=60)
    other.query_params[TOKEN] = app.session_state[TOKEN]
    other.run()
    if page is not None:
        other.switch_page(page).run()
    assert not other.exception
    return other


@pytest.fixture
def tabs(app: AppTest) -> tuple[AppTest, AppTest]:
    """Both on the workspace, with the same sample, and not live."""
    open_workspace(app)
    field(app, "toggle", "Live").set_value(False).run()
    return app, another_tab(app, "pages/workspace.py")


def draw_link(app: AppTest, a: int, b: int) -> None:
    """As the browser reports it: all links of the plot, and the new one."""
    links = [[*link.pair, str(link.kind)] for link in project_of(app).work.links]
    rev = app.session_state[TAB].links.revision.number
    app.session_state[SCATTER] = {"links": {"rev": rev, "items": [*links, [a, b, "must"]]}}
    app.run()
    assert not app.exception


def warnings(app: AppTest) -> list[str]:
    return [w.value for w in app.warning if "restarted" in w.value]


def test_live_in_one_tab_solves_nothing_in_the_other(tabs):
    """Only a link drawn in the tab with Live on is solved at once, and only its toggle is on."""
    one, two = tabs
    field(one, "toggle", "Live").set_value(True).run()
    two.run()
    assert not field(two, "toggle", "Live").value
    draw_link(two, 0, 1)
    assert project_of(one).asked is None and not project_of(one).answers
    one.run()
    draw_link(one, 2, 3)
    assert project_of(one).asked is not None or project_of(one).answers
    assert {link.pair for link in project_of(one).work.links} == {(0, 1), (2, 3)}


def test_a_new_tab_begins_with_what_was_stored_last(tabs):
    """Live that was switched on is on in a tab that is opened afterwards, and off again where that is switched off."""
    one, two = tabs
    field(one, "toggle", "Live").set_value(True).run()
    three = another_tab(one, "pages/workspace.py")
    assert field(three, "toggle", "Live").value
    field(three, "toggle", "Live").set_value(False).run()
    for tab in (one, two):
        tab.run()
    assert field(one, "toggle", "Live").value and not field(two, "toggle", "Live").value
    assert not another_tab(one).session_state[TAB].live


def begin_interview(app: AppTest) -> None:
    app.session_state["link-tabs"] = "Next question"
    app.run()
    button(app, "Start the interview").click().run()
    assert not app.exception


def test_an_interview_in_one_tab_does_not_open_in_the_other(tabs):
    """It assumes for both, being a step of the project; a tab that is opened afterwards goes on with it."""
    one, two = tabs
    begin_interview(one)
    two.run()
    assert one.session_state[TAB].interview.open and not two.session_state[TAB].interview.open
    assert project_of(two).work.parameters.assume
    assert another_tab(one, "pages/workspace.py").session_state[TAB].interview.open


def test_a_warning_is_shown_in_each_tab_and_dismissed_in_one(tabs):
    """It stays through further runs; asking again dismisses it here only. After an answer a new tab has none."""
    one, two = tabs
    project_of(one).warnings.add(LOST)
    for _ in range(2):
        one.run()
        assert len(warnings(one)) == 1
    button(one, "Solve").click().run()
    assert warnings(one) == []
    two.run()
    assert len(warnings(two)) == 1
    solve(one)
    two.run()
    assert warnings(one) == warnings(two) == warnings(another_tab(one, "pages/workspace.py")) == []


def test_a_warning_of_before_is_shown_in_a_new_tab(app):
    """As after a restart of the server: it was said before anybody looked."""
    open_workspace(app)
    project_of(app).warnings.add(LOST)
    assert len(warnings(another_tab(app, "pages/workspace.py"))) == 1


NEWS = """
from treeclust.ui.shared.messages import show_news
from treeclust.ui.shared.session import current_project

show_news(current_project())
"""


def test_news_are_told_once_in_each_open_tab():
    """The merge with another server is told in both tabs, in neither twice, and not in one that is opened later."""
    token, project = projects().create()
    one, two, three = (AppTest.from_string(NEWS) for _ in range(3))
    for tab in (one, two, three):
        tab.query_params[TOKEN] = token
    for tab in (one, two):
        tab.run()
    project.news.add(MERGED)
    for tab in (one, two):
        assert len(tab.run().toast) == 1
        assert not tab.run().toast
    assert not three.run().toast


def test_parameters_changed_in_one_tab_show_in_the_other(tabs):
    """At its next run, and without being changed back by what the other browser still shows."""
    one, two = tabs
    field(one, "number_input", "Clusters k").set_value(4).run()
    field(one, "slider", "Tree depth").set_value(3).run()
    two.run()
    assert (field(two, "number_input", "Clusters k").value, field(two, "slider", "Tree depth").value) == (4, 3)
    field(two, "slider", "Tree depth").set_value(4).run()
    one.run()
    assert (field(one, "number_input", "Clusters k").value, field(one, "slider", "Tree depth").value) == (4, 4)
    assert len(project_of(one).history.past) == 4


def test_columns_chosen_in_one_tab_are_not_changed_back_by_the_other(app):
    """The other tab's widgets show the new choice, though its browser still has the old one."""
    button(app, "Iris flowers").click().run()
    two = another_tab(app)
    field(app, "selectbox", "Known labels").select("(none)").run()
    assert project_of(app).work.choice.label is None
    two.run()
    assert project_of(app).work.choice.label is None and field(two, "selectbox", "Known labels").value == "(none)"
    assert not two.exception


def test_a_choice_of_columns_is_refused_in_its_own_tab_only(app):
    """The other tab sees neither the sentence nor the choice."""
    content = b"x,y,z\n1,2,a\n2,3,b\n,1,c\n5,5,d\n"
    app.file_uploader[0].upload("gaps.csv", content, "text/csv").run()
    field(app, "selectbox", "Missing values").select("drop").run()
    two = another_tab(app)
    field(app, "selectbox", "Missing values").select("refuse").run()
    assert len(app.warning) == 1 and project_of(app).work.choice.missing == "drop"
    two.run()
    assert not two.warning and field(two, "selectbox", "Missing values").value == "drop"
    field(app, "selectbox", "Missing values").select("drop").run()
    assert not app.warning


def test_names_given_in_one_tab_show_in_the_other(tabs):
    """The field in the other tab has the new name, so that it cannot be taken for an older one."""
    one, two = tabs
    solve(one)
    for tab in tabs:
        tab.session_state["cluster-tabs"] = "Names"
        tab.run()
    name_field(one).set_value("small ones").run()
    two.run()
    assert name_field(two).value == "small ones"


def test_links_are_signed_with_the_name_that_was_typed_in_their_tab(app):
    """On whatever page the link is drawn, and whoever else has typed a name since."""
    button(app, "Iris flowers").click().run()
    two = another_tab(app)
    for tab, name in ((app, "Ada"), (two, "Bob")):
        field(tab, "text_input", "Your name").set_value(name).run()
        tab.switch_page("pages/workspace.py").run()
    draw_link(app, 0, 1)
    two.run()
    draw_link(two, 2, 3)
    assert {pair: made.author for pair, made in project_of(app).work.made.items()} == {(0, 1): "Ada", (2, 3): "Bob"}


def test_only_one_file_touches_the_session_state():
    """All keys are listed where `TabState` is."""
    folder = Path(treeclust.ui.__file__).parent
    files = [*folder.rglob("*.py"), *folder.parents[1].glob("pages/*.py"), Path(APP)]
    touching = [file.name for file in files if "session_state" in file.read_text("utf-8")]
    assert touching == ["state.py"]
