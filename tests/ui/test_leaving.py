"""What leaves the browser: clusters for new rows, the report."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.test_pages import app, end_jobs, open_workspace, solve  # noqa: F401


def new_rows_field(page: AppTest):
    return next(w for w in page.file_uploader if w.label == "Apply the tree to new rows")


def test_new_rows_get_clusters_and_warnings(app):  # noqa: F811
    """A file with the columns of the tree is placed and offered back; one without them is refused in a sentence."""
    open_workspace(app)
    solve(app)
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
