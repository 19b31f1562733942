"""Which view a table is first shown in, which one after a solve, where rows are drawn, and in which colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris

from tests.everyday_tables import TABLES
from treeclust.core.dataset import Dataset
from treeclust.core.tree import Leaf, Split, Tree
from treeclust.tables.columns import columns_of, dataset_from, suggest_choice
from treeclust.tables.reading import read_file
from treeclust.views.axes import STRIP, AxisKind, axes_of
from treeclust.views.colouring import by_category, by_number
from treeclust.views.default_view import default_view
from treeclust.views.palette import COLOURS, UNSOLVED
from treeclust.views.scatter import scatter_info
from treeclust.views.separating_view import discriminant_axes, separating_view, separation
from treeclust.views.spread import MOST_SPREAD, spread_equal


def dataset_of(name: str, folder) -> Dataset:
    path = folder / f"{name}.csv"
    path.write_text(TABLES[name]())
    table = read_file(path)
    return dataset_from(table, replace(suggest_choice(columns_of(table)), missing="drop"))


@pytest.mark.parametrize("name", [name for name in TABLES if name != "five_thousand"])
def test_a_default_view_shows_nearly_every_row(name, tmp_path):
    """At the size of the screen at least nine rows of ten have a pixel of their own."""
    dataset = dataset_of(name, tmp_path)
    info = scatter_info(default_view(axes_of(dataset))[:2], None, None)
    places = [axis.values / np.ptp(axis.values) * size for axis, size in zip(info.axes, (520, 350), strict=True)]
    assert len(np.unique(np.column_stack(places).round(), axis=0)) >= 0.9 * dataset.n


def test_columns_that_tell_rows_apart_come_first(tmp_path):
    """Continuous columns before counts and text; the year of birds and the cylinders of cars are not the picture."""
    for name, others in (("penguins", {"year"}), ("cars", {"cylinders", "model_year"})):
        shown = default_view(axes_of(dataset_of(name, tmp_path)))[:2]
        assert all(axis.kind is AxisKind.NUMBER for axis in shown)
        assert not {axis.name for axis in shown} & others


def test_a_table_of_one_column_is_a_strip(tmp_path):
    """Its values along the strip, and nothing but room across."""
    along, across = default_view(axes_of(dataset_of("one_column", tmp_path)))
    assert (along.name, across.name, across.title) == ("waiting", STRIP, "")


def test_a_text_column_is_one_axis(tmp_path):
    """Whatever number of features it gives; the rows of a category lie around its tick and nowhere else."""
    dataset = dataset_of("yes_and_no", tmp_path)
    axis = next(axis for axis in axes_of(dataset) if axis.name == "size")
    assert {text for _, text in axis.ticks} == {"S", "M", "L", "XL"}
    for at, text in axis.ticks:
        j = next(j for j, feature in enumerate(dataset.features) if feature.name == f"size = {text}")
        assert np.array_equal(np.abs(axis.values - at) < 0.5, dataset.values[:, j] > 0.5)


def test_few_numbers_are_spread_but_never_across_a_threshold():
    """Whole numbers from 1 to 5 are drawn apart, and each nearer to itself than to the next number."""
    values = np.random.default_rng(0).integers(1, 6, (300, 2)).astype(float)
    for axis, column in zip(axes_of(Dataset.from_array(values)), values.T, strict=False):
        assert len(np.unique(axis.values)) > 250
        assert np.array_equal(axis.values.round(), column)


def test_equal_rows_are_drawn_side_by_side():
    """Each gets a place of its own near the spot, up to a number; more stay where they are, to be counted."""
    x = np.r_[np.zeros(10), np.full(MOST_SPREAD + 1, 50.0), 100.0]
    drawn_x, drawn_y = spread_equal(x, x)
    places = np.column_stack([drawn_x, drawn_y])
    assert len(np.unique(places[:10], axis=0)) == 10
    assert np.abs(places[:10]).max() < 10
    assert len(np.unique(places[10:-1], axis=0)) == 1
    assert places[-1].tolist() == [100.0, 100.0]


def blobs(columns: int) -> tuple[Dataset, np.ndarray]:
    """Three groups that no two columns show: each lies high in its own third of the columns."""
    rng = np.random.default_rng(1)
    labels = np.repeat(np.arange(3), 40)
    values = rng.normal(0, 1, (120, columns))
    for cluster in range(3):
        values[np.ix_(labels == cluster, np.arange(columns) % 3 == cluster)] += 1.1
    return Dataset.from_array(values), labels


def stump(dataset: Dataset, *features: int) -> Tree:
    """A tree that asks about these features, one after the other."""
    node: Leaf | Split = Leaf(0, 1)
    for j in features:
        node = Split(j, float(np.median(dataset.values[:, j])), node, Leaf(1, 1), 2)
    return Tree(node, dataset.features)


def test_after_a_solve_the_columns_of_the_tree_are_shown(dataset):
    """Where two columns of the tree tell the clusters apart, they are the view."""
    rng = np.random.default_rng(2)
    values = rng.uniform(0, 10, (90, 5))
    labels = (values[:, 3] > 5).astype(np.intp) + 2 * (values[:, 1] > 5)
    table = Dataset.from_array(values)
    axes = (*axes_of(table), *discriminant_axes(table, labels))
    view = separating_view(table, axes, labels, stump(table, 1, 3))
    assert {axis.name for axis in view[:2]} == {"x1", "x3"}
    assert len(view) == len(axes)


def test_beside_the_only_column_of_a_tree_stands_a_column():
    """A principal component may tell as much apart, but nobody can read it."""
    irises = load_iris()
    table = Dataset.from_array(irises.data, irises.feature_names)
    width = irises.data[:, 3]
    labels = (width > 0.8).astype(np.intp) + (width > 1.7)
    tree = stump(table, 3, 3)
    axes = (*axes_of(table), *discriminant_axes(table, labels))
    view = separating_view(table, axes, labels, tree)
    assert {axis.kind for axis in view[:2]} == {AxisKind.NUMBER}
    assert separation(view[:2], labels) > 0.97


def test_where_no_two_columns_show_the_clusters_a_projection_does():
    """Linear discriminants tell more of the rows apart than any two columns, and say what they mostly consist of."""
    table, labels = blobs(30)
    projected = discriminant_axes(table, labels)
    axes = (*axes_of(table), *projected)
    view = separating_view(table, axes, labels, stump(table, 0, 1))
    assert view[:2] == projected
    assert "mostly x" in view[0].title
    assert separation(view[:2], labels) > 0.95


def test_a_view_stays_while_it_is_nearly_as_good():
    """A solve after a new link does not turn the plot round for nothing."""
    table, labels = blobs(30)
    axes = (*axes_of(table), *discriminant_axes(table, labels))
    now = ("Discriminant 2", "Discriminant 1")
    assert tuple(axis.name for axis in separating_view(table, axes, labels, stump(table, 0, 1), now)[:2]) == now


def test_colours_by_text_name_the_frequent_ones():
    """Eight texts have a colour each; of more the rarest share one, and the legend counts every row."""
    texts = [f"t{i % 12}" for i in range(60)] + ["t0"]
    colouring = by_category("kind", texts)
    assert len(colouring.keys) == len(COLOURS)
    assert sum(key.count or 0 for key in colouring.keys) == 61
    assert (colouring.colours == UNSOLVED).sum() == colouring.keys[-1].count


def test_colours_by_number_run_from_low_to_high():
    """Equal numbers have equal colours, the ends those of the legend, gaps a colour of their own."""
    colouring = by_number("size", np.array([0.0, 5.0, 10.0, 5.0, np.nan]), lambda value: f"{value:g}")
    assert [key.name for key in colouring.keys] == ["0", "5", "10", "missing"]
    assert [key.colour for key in colouring.keys] == colouring.colours[[0, 1, 2, 4]].tolist()
    assert colouring.colours[1] == colouring.colours[3]
