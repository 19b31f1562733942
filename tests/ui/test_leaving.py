"""What leaves the workspace: clusters for new rows, runs to compare, reports."""

from __future__ import annotations

import time

import pandas as pd
from streamlit.testing.v1 import AppTest

from tests.ui.driving import APP, button, open_tab, open_workspace, project_of, solve
from tests.views.report.made import solved
from treeclust.core.links import Kind
from treeclust.tables.reading import Table
from treeclust.ui.shared.session import jobs, projects
from treeclust.workspace import edits, side_jobs


def new_rows_field(page: AppTest):
    return next(w for w in page.file_uploader if w.label == "Apply the tree to new rows")


def test_new_rows_get_clusters_and_warnings(app):
    """A file with the columns of the tree is placed and offered back; one without them is refused in a sentence."""
    open_workspace(app)
    solve(app)
    open_tab(app, "New rows")
    names = ("Sepal length (cm)", "Sepal width (cm)", "Petal length (cm)", "Petal width (cm)")
    content = ",".join(names) + "\n5.1,3.5,1.4,0.2\n6.3,3.3,60,2.5\n"
    new_rows_field(app).upload("new.csv", content.encode(), "text/csv").run()
    assert not app.exception and not app.error
    assert any("2 rows placed." in m.value for m in app.markdown)
    assert "Clusters of the new rows (CSV)" in {b.label for b in app.get("download_button")}
    assert any("is above the highest value seen" in w.value for w in app.warning)
    new_rows_field(app).upload("wrong.csv", b"a,b\n1,2\n", "text/csv").run()
    assert not app.exception
    assert "which the tree asks about" in app.error[0].value


def test_the_compare_page_teaches_then_shows_two_runs(app):
    """No run: where runs come from. Two runs: both in the list, chosen by default, with their flow and their links."""
    app.switch_page("pages/compare.py").run()
    assert any("No runs yet" in s.value for s in app.subheader)
    app.switch_page("pages/data.py").run()
    open_workspace(app)
    solve(app)
    edits.link_rows(project_of(app), 0, 60, Kind.MUST)
    app.run()
    solve(app)
    app.switch_page("pages/compare.py").run()
    assert not app.exception and not app.error
    assert app.dataframe[0].value["Run"].tolist() == [2, 1]
    assert [s.value for s in app.selectbox][:2] == [0, 1]
    assert any("rows are in another cluster" in m.value for m in app.markdown)
    assert app.dataframe[1].value["Change"].tolist() == ["added"]
    assert len([b for b in app.get("download_button") if b.label == "Report (HTML)"]) == 2
    button(app, "Solve without this link").click().run()
    finish(app)
    assert any("The second run without this link: Diameter" in m.value for m in app.markdown)
    next(b for b in app.button if b.key == "open-run-0").click().run()
    assert not app.exception
    assert len(project_of(app).work.links) == 0 and project_of(app).history.past[-1][0] == "open an earlier run"


def finish(app) -> None:
    """Wait for the side job, as the page's own polling would."""
    for _ in range(600):
        job = side_jobs.look(project_of(app), jobs(), "test session id", "solve")
        if job is None or not job.running:
            break
        time.sleep(0.1)
    app.run()


def test_runs_without_a_tree_or_about_other_tables_are_compared_as_far_as_they_can_be():
    """Sentences instead of a flow: one run found no tree, then the other is about another table."""
    token, project = projects().create()
    edits.load_table(project, Table(pd.DataFrame({"x": [1.0, 2.0, 9.0, 10.0]}), "first.csv"), k=2, depth=1)
    solved(project)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        edits.link_rows(project, a, b, Kind.CANNOT)
    solved(project)
    page = AppTest.from_file(APP, default_timeout=60)
    page.query_params["project"] = token
    page.run()
    page.switch_page("pages/compare.py").run()
    said = {c.value for c in page.caption}
    assert {"This run found no tree.", "Rows cannot be followed: one of these runs found no tree."} <= said
    edits.load_table(project, Table(pd.DataFrame({"y": [1.0, 2.0, 9.0, 10.0]}), "second.csv"), k=2, depth=1)
    solved(project)
    page.run()
    assert not page.exception
    assert "Rows cannot be followed: these runs are about different tables." in {c.value for c in page.caption}
