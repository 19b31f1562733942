"""The axes that a dataset can be plotted by, and those that it is plotted by."""

from __future__ import annotations

from treeclust.core.dataset import Dataset
from treeclust.core.remembering import remembered
from treeclust.core.tree import Labels
from treeclust.views.axes import Axis, axes_of
from treeclust.views.default_view import default_view
from treeclust.views.separating_view import discriminant_axes, separating_view
from treeclust.workspace.project import Answer, Project


@remembered
def all_axes(dataset: Dataset) -> tuple[Axis, ...]:
    """Columns and principal components, those that show something first; computed once per dataset."""
    return default_view(axes_of(dataset))


@remembered
def views_of(answer: Answer) -> dict[tuple[str, ...], tuple[Axis, ...]]:
    """By the view that there was, what `answer_axes` has found; with the answer it goes."""
    return {}


def answer_axes(answer: Answer, now: tuple[str, ...]) -> tuple[Axis, ...]:
    """With the discriminants of the answer's clusters, the view that separates them best first."""
    known = views_of(answer)
    if now not in known:
        known[now] = best_view(answer, now)
    return known[now]


def best_view(answer: Answer, now: tuple[str, ...]) -> tuple[Axis, ...]:
    dataset = answer.problem.dataset
    axes = all_axes(dataset)
    if answer.labels is None or answer.tree is None:
        return axes
    offered = (*axes, *discriminant_axes(dataset, answer.labels))
    return separating_view(dataset, offered, answer.labels, answer.tree, now)


def plot_axes(project: Project, dataset: Dataset, labels: Labels) -> tuple[Axis, ...]:
    """The two axes of the workspace, where the dataset has them."""
    axes = (*all_axes(dataset), *discriminant_axes(dataset, labels))
    by_name = {axis.name: axis for axis in axes}
    wanted = [by_name[name] for name in project.view.axes if name in by_name]
    return tuple(dict.fromkeys([*wanted, *axes]))[:2]
