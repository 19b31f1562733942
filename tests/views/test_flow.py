"""The way of rows from one clustering to another."""

from __future__ import annotations

import numpy as np

from treeclust.views.flow import Stream, flow_figure, flow_of


def test_every_row_is_in_one_stream():
    """Counts add up to the rows; what changed its number has moved, and is told largest first."""
    first, second = np.array([0, 0, 0, 1, 1, 2, 2, 2]), np.array([0, 0, 1, 1, 1, 1, 1, 3])
    flow = flow_of(first, second)
    assert flow.streams == (Stream(0, 0, 2), Stream(0, 1, 1), Stream(1, 1, 2), Stream(2, 1, 2), Stream(2, 3, 1))
    assert flow.moved.tolist() == [False, False, True, False, False, True, True, True]
    assert flow.words == "4 of 8 rows are in another cluster."
    assert flow.moves({1: "tall"}) == (
        "2 rows: Cluster 3 → tall", "1 row: Cluster 1 → tall", "1 row: Cluster 3 → Cluster 4",
    )  # fmt: skip
    assert flow_of(first, first).words == "All 8 rows stay where they are."


def test_the_figure_has_a_node_per_cluster_and_side_with_names_as_text():
    """Left and right nodes of one cluster share colour and name; a name full of markup stays text."""
    flow = flow_of(np.array([0, 0, 1]), np.array([0, 2, 2]))
    sankey = flow_figure(flow, {0: "<b>%{x}</b>"}, "#000000").data[0]
    assert len(sankey.node.label) == 4 and sankey.node.color[0] == sankey.node.color[2]
    assert sankey.node.label[0] == "&lt;b&gt;%\u200b{x}&lt;/b&gt;"
    assert [sum(sankey.link.value), list(sankey.link.target)] == [3, [2, 3, 3]]
