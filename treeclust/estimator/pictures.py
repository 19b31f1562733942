"""Pictures of a fitted model: Plotly figures, and how it shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from treeclust.core.answers import Front, LeafPrices
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.estimator.asked import Name

if TYPE_CHECKING:
    from treeclust.views.axes import Axis

NEEDS_PLOTLY = 'Pictures need more than the library; install it with: pip install "treeclust[notebook]".'
LOOKS = {Kind.MUST: {"color": "#1F2A37", "width": 2}, Kind.CANNOT: {"color": "#C2410C", "width": 2, "dash": "dash"}}
TEMPLATE = "plotly_white"
MOST_VALUES = 8


class Pictures:
    """Each `plot` returns a Plotly figure, to be shown, changed or saved."""

    question_: Question
    result_: Result

    def plot(self, x: Name | None = None, y: Name | None = None) -> Any:
        """The rows in their clusters, the tree's regions where both axes are columns that it asks about, and the links,
        dotted where they are broken. The axes are the two that tell the clusters apart best, or those named."""
        check_is_fitted(self, "status_")
        need_plotly()
        from treeclust.views.scatter import scatter_figure, scatter_info

        dataset, result = self.question_.problem.dataset, self.result_
        axes = chosen_axes(self.question_, result, x, y)
        info = scatter_info(axes, result.labels, result.tree)
        figure = scatter_figure(info).update_layout(template=TEMPLATE, showlegend=True, height=430)
        for trace in figure.data:
            trace.name = "rows" if trace.meta is None else f"cluster {trace.meta}"
            trace.hoverinfo = "text"
            trace.hovertext = [row_text(dataset, int(row)) for row in trace.customdata]
        links = (*self.question_.problem.links, *(one.link for one in self.question_.soft))
        broken = [link for link in links if result.labels is not None and not link.holds(result.labels)]
        kept = [link for link in links if link not in broken]
        lines = [trace for kind in Kind for trace in link_lines(info.axes, kept, kind, f"{kind}-link")]
        lines += [trace for kind in Kind for trace in link_lines(info.axes, broken, kind, f"{kind}-link, broken")]
        return figure.add_traces(lines)

    def plot_front(self, front: Front | None = None) -> Any:
        """The compromises between diameter and split, as `pareto()` found them."""
        need_plotly()
        from treeclust.views.front import front_figure, front_info

        found = self.pareto() if front is None else front  # type: ignore[attr-defined]
        if not found.points:
            raise InputError("No tree was found, so there is no compromise to draw.")
        return front_figure(front_info(found)).update_layout(template=TEMPLATE)

    def plot_leaves(self, prices: LeafPrices | None = None) -> Any:
        """What fewer leaves cost, as `price_leaves()` found it."""
        need_plotly()
        from treeclust.views.leaf_prices import leaf_dots, leaf_figure

        found = self.price_leaves() if prices is None else prices  # type: ignore[attr-defined]
        if not found.prices:
            raise InputError("No tree was found, so no leaf has a price.")
        return leaf_figure(leaf_dots(found.prices)).update_layout(template=TEMPLATE)

    def _repr_mimebundle_(self, **given: Any) -> dict[str, Any]:
        """A fitted model shows its answer, above what scikit-learn shows of any estimator."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**given)  # type: ignore[misc]
        from treeclust.estimator.showing import mimebundle_of  # with all commands, whose words it takes

        shown = mimebundle_of(self.result_) if hasattr(self, "result_") else {}
        if "text/html" in bundle and "text/html" in shown:
            bundle["text/html"] = shown["text/html"] + bundle["text/html"]
        return bundle


def need_plotly() -> None:
    try:
        import plotly  # noqa: F401
    except ImportError as error:
        raise InputError(NEEDS_PLOTLY) from error


def chosen_axes(question: Question, result: Result, x: Name | None, y: Name | None) -> tuple[Axis, ...]:
    """The named axes, and for those that are not named the best ones."""
    from treeclust.views.axes import axes_of
    from treeclust.views.default_view import default_view
    from treeclust.views.separating_view import discriminant_axes, separating_view

    dataset, labels, tree = question.problem.dataset, result.labels, result.tree
    axes = axes_of(dataset)
    if labels is None or tree is None:
        best = default_view(axes)
    else:
        axes = (*axes, *discriminant_axes(dataset, labels))
        best = separating_view(dataset, axes, labels, tree)
    named: dict[Name | None, Axis] = {axis.name: axis for axis in axes}
    x, y = (axis_name(name, axes) for name in (x, y))
    unknown = [name for name in (x, y) if name is not None and name not in named]
    if unknown:
        raise InputError(f'There is no axis "{unknown[0]}"; choose from {", ".join(map(str, named))}.')
    rest = iter(axis for axis in best if axis.name not in (x, y))
    return tuple(next(rest) if name is None else named[name] for name in (x, y))


def axis_name(name: Name | None, axes: Sequence[Axis]) -> Name | None:
    """An axis may go by its place."""
    return axes[int(name)].name if isinstance(name, (int, np.integer)) and 0 <= name < len(axes) else name


def row_text(dataset: Any, row: int) -> str:
    from treeclust.views.escape import plotly_text

    name = dataset.row_names[row] if dataset.row_names is not None else f"row {dataset.rows[row]}"
    shown = zip(dataset.features[:MOST_VALUES], dataset.values[row], strict=False)
    return "<br>".join([plotly_text(name), *(plotly_text(f"{f.name}: {f.value_text(float(v))}") for f, v in shown)])


def link_lines(axes: Sequence[Axis], links: Sequence[Link], kind: Kind, name: str) -> list[Any]:
    """One trace with all links of a kind, those that are broken thin and dotted; none where there are none."""
    import plotly.graph_objects as go

    pairs = [link.pair for link in links if link.kind is kind]
    if not pairs:
        return []
    x, y = (np.array([[axis.values[a], axis.values[b], np.nan] for a, b in pairs]).ravel() for axis in axes)
    look = LOOKS[kind] | ({"width": 1.2, "dash": "dot"} if "broken" in name else {})
    return [go.Scatter(x=x, y=y, mode="lines", line=look, name=name, hoverinfo="skip")]
