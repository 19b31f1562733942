"""The linking plot of notebooks, without a browser: what it sends, and what it makes of what it hears."""

from __future__ import annotations

import json

import pytest
from sklearn.datasets import load_iris

from treeclust import TreeClust
from treeclust.core.errors import InputError

IRIS = load_iris(as_frame=True).data.iloc[::3].reset_index(drop=True)
MODEL = TreeClust(n_clusters=3, depth=2, epsilon=1.0)


def test_it_begins_unsolved_and_solves():
    """Links from Python raise the revision, so that the browser takes them; a solve sends tree and colours."""
    widget = MODEL.link(IRIS)
    assert widget.result is None and widget.view["tree"] is None and widget.status == ""
    assert widget.view["scatter"]["legend"][0]["name"] == "not clustered yet"
    widget.links = [[0, 40, "must"]]
    assert widget.view["scatter"]["rev"] == 1 and widget.view["scatter"]["links"] == [[0, 40, "must"]]
    model = widget.solve()
    assert model.labels_[0] == model.labels_[40] and not hasattr(MODEL, "labels_")
    assert "Optimal" in widget.status and "<svg" in widget.view["tree"]["svg"]
    figure = json.loads(widget.view["payloads"]["figure"]["value"]["json"])
    assert [trace["meta"] for trace in figure["data"]] == [0, 1, 2]
    assert [pair["kind"] for pair in widget.view["scatter"]["pairs"]] == ["diameter", "split"]


def test_links_from_the_browser_are_not_sent_back():
    """The browser has drawn them already; its revision stays."""
    widget = MODEL.link(IRIS)
    widget.set_state({"links": [[1, 2, "cannot"]]})
    assert widget.links == [[1, 2, "cannot"]] and widget.view["scatter"]["rev"] == 0


def test_a_fitted_model_brings_its_answer_and_soft_links_stay_soft():
    """The second solve may break what the first may."""
    fitted = TreeClust(n_clusters=3, depth=2, epsilon=1.0).fit(IRIS, links=[(0, 1, "cannot", "unsure"), (0, 1, "must")])
    widget = fitted.link()
    assert widget.view["tree"] is not None and widget.view["scatter"]["soft"] == [[0, 1]]
    assert widget.view["scatter"]["broken"] == [[0, 1]]
    assert widget.solve().status_ == "optimal"
    assert [one.link.kind for one in widget.model.broken_links_] == ["cannot"]


def test_what_it_hears():
    """Plotly is sent when it is asked for, groups become the fewest links, a contradiction is a sentence."""
    widget = MODEL.link(IRIS)
    sent = []
    widget.send = lambda message, buffers=None: sent.append((message, len(buffers[0])))
    widget._hear(widget, {"type": "plotly"}, [])
    assert sent[0][0] == {"type": "plotly"} and sent[0][1] > 1_000_000
    widget._hear(widget, {"type": "bulk", "value": {"how": "both", "a": [0, 1, 2], "b": [40, 41]}}, [])
    assert sorted(kind for _, _, kind in widget.links) == ["cannot", "must", "must", "must"]
    widget.links = [[0, 1, "must"], [0, 1, "cannot"]]
    widget._hear(widget, {"type": "solve"}, [])
    assert "remove one of these links" in widget.status and not widget.busy
    widget._hear(widget, {"type": "bulk", "value": {"how": "must", "a": [0, 1000], "b": []}}, [])
    assert "draw it again" in widget.status


def test_without_a_table_there_is_nothing_to_link():
    """A sentence that says what to do."""
    with pytest.raises(InputError, match=r"model\.link\(X\)"):
        MODEL.link()
