"""What is drawn: axes, groups, regions, samples."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.core.dataset import Dataset
from treeclust.views.axes import axes_of, component_axes
from treeclust.views.hover import hover_table
from treeclust.views.regions import regions
from treeclust.views.scatter import MOST_DRAWN, drawn_rows, scatter_figure, scatter_info


def test_regions_agree_with_the_tree(dataset, tree):
    """Every point of the plane lies in exactly one region, and it is the one the tree predicts."""
    boxes = regions(tree, 0, 1)
    for x, y in np.random.default_rng(0).uniform(-1, 11, (200, 2)):
        hits = [b for b in boxes if inside(b.x, x) and inside(b.y, y)]
        assert [b.cluster for b in hits] == tree.predict(np.array([[x, y, 0.0]])).tolist()


def inside(interval, value):
    low, high = interval
    return (low is None or value > low) and (high is None or value <= high)


def test_no_regions_where_the_plane_would_lie(tree):
    """A plane that does not show all features of the tree, or a component, has no regions."""
    assert regions(tree, 0, 2) == ()
    assert regions(tree, 0, None) == ()
    assert regions(tree, 1, 1) == ()
    assert regions(None, 0, 1) == ()


def test_every_row_is_in_the_trace_of_its_cluster(dataset, tree):
    """Rows travel in customdata, because positions within a trace mean nothing."""
    labels = tree.predict(dataset.values)
    axes = axes_of(dataset)
    figure = scatter_figure(scatter_info((axes[0], axes[1]), labels, tree))
    for trace in figure.data:
        assert set(labels[list(trace.customdata)]) == {trace.meta}
        assert np.array_equal(trace.x, dataset.values[list(trace.customdata), 0])
    assert len(figure.layout.shapes) == 3


def test_three_axes_make_a_space_without_regions(dataset, tree):
    """In 3-D there is a scene, and nothing is shaded."""
    figure = scatter_figure(scatter_info(axes_of(dataset)[:3], tree.predict(dataset.values), tree))
    assert figure.data[0].type == "scatter3d"
    assert not figure.layout.shapes


def test_large_tables_are_sampled_but_linked_rows_always_drawn():
    """At most MOST_DRAWN rows and the linked ones; the same sample each time."""
    rows = drawn_rows(50_000, [49_999, 3])
    assert {3, 49_999} <= set(rows.tolist())
    assert MOST_DRAWN <= len(rows) <= MOST_DRAWN + 2
    assert np.array_equal(rows, drawn_rows(50_000, [49_999, 3]))


@pytest.mark.parametrize("count, kind", [(200, "scatter"), (6_000, "scattergl")])
def test_many_points_are_drawn_by_the_graphics_card(count, kind):
    """SVG up to 5,000 points, WebGL above."""
    dataset = Dataset.from_array(np.random.default_rng(0).random((count, 2)))
    assert scatter_figure(scatter_info(axes_of(dataset)[:2], None, None)).data[0].type == kind


def test_components_explain_all_variance_of_flat_data():
    """Two features on a line: the first component explains everything, and says so."""
    x = np.linspace(0, 1, 20)
    dataset = Dataset.from_array(np.column_stack([x, x**2 * 0.001 + x]))
    assert "(100% of the variance)" in component_axes(dataset)[0].title


def test_axis_titles_are_text_for_plotly():
    """A column name cannot become markup or a template."""
    dataset = Dataset.from_array([[0.0, 1.0], [1.0, 0.0]], names=["<a href='x'>%{x}</a>", "b"])
    title = scatter_figure(scatter_info(axes_of(dataset)[:2], None, None)).layout.xaxis.title.text
    assert "<" not in title and "%{" not in title


def test_hover_shows_categories_by_name(dataset):
    """One-hot features appear as one column with the category's name."""
    table = hover_table(dataset)
    assert [c["name"] for c in table["columns"]] == ["size", "weight", "colour"]
    colour = table["columns"][2]
    assert colour["names"] == ["other", "red"]
