"""Reports and project files of a fitted model."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris

from tests.estimator.penguins import penguins
from treeclust import TreeClust
from treeclust.core.errors import InputError
from treeclust.workspace.store.opening import open_project_file

IRIS = load_iris(as_frame=True).data
LINKS = [(0, 1, "must"), (50, 100, "cannot", "unsure")]


def test_a_saved_model_comes_back(tmp_path):
    """Question, links, answer and bounds; the app opens the same file, and finds the answer to be about its work."""
    model = TreeClust(
        n_clusters=3, depth=2, epsilon=1.0, min_cluster_size=5, feature_weights={"sepal width (cm)": 2}
    ).fit(IRIS, links=LINKS)
    path = model.save(tmp_path / "iris.treeclust", title="Iris")
    again = TreeClust.load(path)
    assert (again.status_, again.max_diameter_, again.bounds_) == (model.status_, model.max_diameter_, model.bounds_)
    assert np.array_equal(again.labels_, model.labels_) and str(again.tree_) == str(model.tree_)
    assert np.array_equal(again.predict(IRIS), model.labels_)
    assert np.array_equal(again.predict(IRIS.to_numpy()), model.labels_)
    assert again.question_.soft == model.question_.soft and again.get_params()["min_cluster_size"] == 5
    opened = open_project_file(path.read_bytes())
    assert opened.title == "Iris" and opened.answers[0].is_about(opened.work)
    assert again.price().md == pytest.approx(model.price().md)


def test_a_model_of_a_table_comes_back(tmp_path):
    """With text, gaps that are filled, and names of rows."""
    frame = penguins(60)
    model = TreeClust.from_table(frame, text=["island"], id="name", missing="median", n_clusters=3, epsilon=1.0)
    again = TreeClust.load(model.save(tmp_path / "birds.treeclust"))
    assert np.array_equal(again.predict(frame), model.labels_)
    assert again.question_.problem.dataset.row_names[0] == "bird 0"


@pytest.mark.parametrize("asked", [{"depth": None}, {"n_clusters": 1}])
def test_what_no_project_can_hold_is_refused(asked, tmp_path):
    """Flat clusters, and one cluster."""
    with pytest.raises(InputError, match="pickle"):
        TreeClust(**asked, epsilon=1.0).fit(IRIS).save(tmp_path / "x.treeclust")


def test_the_report_is_the_one_of_the_app(tmp_path):
    """One page with the title, the names of the clusters, and no host that it could ask."""
    model = TreeClust(n_clusters=3, depth=2, epsilon=1.0).fit(IRIS, links=LINKS)
    page = model.report(tmp_path / "iris.html", title="Iris <b>", names={0: "setosa"}).read_text(encoding="utf-8")
    assert "Iris &lt;b&gt;" in page and "setosa" in page and "default-src" in page
    infeasible = TreeClust(n_clusters=2, depth=1).fit(IRIS, cannot_link=[(0, 1), (1, 2), (0, 2)])
    assert infeasible.report(tmp_path / "none.html").exists()
