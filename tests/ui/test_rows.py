"""Rows are found and linked by name on the Workspace."""

from __future__ import annotations

import pytest

from tests.everyday_tables import five_thousand
from tests.ui.driving import button, field, open_workspace, project_of, solve


@pytest.fixture
def shops(app):
    app.file_uploader[0].upload("shops.csv", five_thousand().encode(), "text/csv").run()
    app.switch_page("pages/workspace.py").run()
    assert not app.exception
    return app


def test_a_row_of_five_thousand_is_found_and_linked_by_name(shops):
    """Its table has one line; the form takes names, and says what to do about a name that nobody has."""
    app = shops
    app.session_state["link-tabs"] = "Rows"
    app.run()
    field(app, "text_input", "Find rows").set_value("shop 04321").run()
    assert app.dataframe[0].value["Row"].tolist() == ["shop 04321"]
    app.session_state["link-tabs"] = "Links"
    app.run()
    for name, shop in (("Row A", "shop 04321"), ("Row B", "Shop 00007")):
        field(app, "text_input", name).set_value(shop)
    button(app, "Add link").click().run()
    assert [link.pair for link in project_of(app).work.links] == [(7, 4321)]
    field(app, "text_input", "Row B").set_value("shop 4322")
    button(app, "Add link").click().run()
    assert any("No row is called" in error.value.replace("\\", "") for error in app.error)
    assert not app.exception


def test_the_rows_of_a_node_are_a_table(app):
    """After a solve there is a choice for each cluster and each node, and the table has exactly its rows."""
    open_workspace(app)
    solve(app)
    app.session_state["link-tabs"] = "Rows"
    app.run()
    scope = field(app, "selectbox", "Of")
    answer = project_of(app).current_answer
    node = next(option for option in scope.options if "≤" in option)
    scope.select(node).run()
    split = answer.tree.root
    low = (answer.problem.dataset.values[:, split.feature] <= split.threshold).sum()
    assert len(app.dataframe[0].value) == low
    assert not app.exception
