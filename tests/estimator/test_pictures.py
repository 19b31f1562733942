"""What a notebook shows of a model: drawings, words, figures."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from sklearn.datasets import load_iris

from treeclust import TreeClust
from treeclust.core.errors import InputError

IRIS = load_iris(as_frame=True).data
LINKS = [(0, 1, "must"), (50, 100, "cannot", "unsure")]


@pytest.fixture(scope="module")
def model() -> TreeClust:
    return TreeClust(n_clusters=3, depth=2, epsilon=1.0).fit(IRIS, links=LINKS)


def test_a_tree_draws_itself(model):
    """SVG with a box for every node, clusters numbered as labels are; in words it is its rules."""
    bundle = model.tree_._repr_mimebundle_()
    drawing = ET.fromstring(bundle["image/svg+xml"])
    boxes = [group for group in drawing.iter() if "node" in (group.get("class") or "")]
    assert len(boxes) == 2 * model.n_leaves_ - 1
    assert "cluster 0" in bundle["image/svg+xml"] and "→ cluster 0" in bundle["text/plain"]


def test_a_result_and_a_model_show_the_tree_with_what_is_proved(model):
    """The words of the command line above the drawing; for the model scikit-learn's own diagram below."""
    shown = model.result_._repr_mimebundle_()["text/html"]
    assert "Optimal within ε" in shown and "<svg" in shown and "→" not in shown.split("<svg")[0]
    whole = model._repr_mimebundle_()["text/html"]
    assert whole.startswith(shown) and "sk-" in whole
    assert "<svg" not in TreeClust()._repr_mimebundle_()["text/html"].split("sk-")[0]


def test_without_graphviz_there_are_words(model, monkeypatch):
    """Nothing fails where only the library is installed."""
    monkeypatch.delitem(sys.modules, "treeclust.views.tree_svg", raising=False)
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert set(model.tree_._repr_mimebundle_()) == {"text/plain"}
    assert "proved: no tree has less than" in model.result_._repr_mimebundle_()["text/plain"]


def test_the_plot_has_every_row_its_cluster_and_the_links(model):
    """One trace per cluster, the links of each kind as lines between their rows."""
    figure = model.plot("petal length (cm)", "petal width (cm)")
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [trace.name for trace in marks] == ["cluster 0", "cluster 1", "cluster 2"]
    assert sorted(row for trace in marks for row in trace.customdata) == list(range(150))
    assert all(set(model.labels_[trace.customdata]) == {trace.meta} for trace in marks)
    lines = {trace.name: trace for trace in figure.data if trace.mode == "lines"}
    assert set(lines) == {"must-link", "cannot-link"}
    assert np.isnan(lines["must-link"].x[2]) and len(lines["must-link"].x) == 3
    assert figure.layout.shapes and figure.layout.xaxis.title.text == "petal length (cm)"
    assert "petal width" in marks[0].hovertext[0]
    with pytest.raises(InputError, match="no axis"):
        model.plot(x="weight")


def test_broken_links_are_dotted_and_axes_go_by_place():
    """A link that the answer breaks has a line of its own kind."""
    links = [(0, 1, "must"), (0, 1, "cannot", "unsure")]
    figure = TreeClust(n_clusters=3, depth=2, epsilon=1.0).fit(IRIS, links=links).plot(2, 3)
    lines = {trace.name: trace.line.dash for trace in figure.data if trace.mode == "lines"}
    assert lines == {"must-link": None, "cannot-link, broken": "dot"}
    assert figure.layout.xaxis.title.text == "petal length (cm)"


def test_fronts_and_leaves_are_figures(model):
    """From what was asked before, or asked now."""
    front = model.pareto()
    assert len(model.plot_front(front).data[1].x) == len(front.points)
    assert list(model.plot_leaves().data[0].x) == [3]
    clash = TreeClust(n_clusters=2, depth=1).fit(IRIS, cannot_link=[(0, 1), (1, 2), (0, 2)])
    with pytest.raises(InputError, match="no leaf"):
        clash.plot_leaves()
    with pytest.raises(InputError, match="no compromise"):
        clash.plot_front()
    assert clash.plot().data[0].name == "rows"
