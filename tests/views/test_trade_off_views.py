"""The front and the map: what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treeclust.core.answers import Compromise, Front, LeafPrice, MapCell
from treeclust.core.result import Measures, Result, Status
from treeclust.core.tree import Solution
from treeclust.views.depth_map import map_cells, map_figure
from treeclust.views.front import front_figure, front_info
from treeclust.views.leaf_prices import leaf_dots, leaf_figure


def front(complete: bool) -> Front:
    """The second point has the least value, so it is the paper's choice."""
    measured = [Measures(9.0, 5.0, 3), Measures(4.0, 1.0, 2), Measures(20.0, None, 9)]
    nothing = Solution(np.zeros(0, dtype=np.intp), None)
    return Front(tuple(Compromise(nothing, measures) for measures in measured), complete, 1.0)


def result(status: Status, md: float | None, ms: float | None) -> Result:
    return Result(status, "md", "fast", "0", 1.0, measures=None if md is None else Measures(md, ms, 0))


def test_the_front_is_drawn_from_left_to_right_with_the_papers_point_marked():
    """In order of diameter whatever order they were found in; a point without a split has no place in the plot."""
    info = front_info(front(complete=True))
    assert [(dot.md, dot.papers, dot.place) for dot in info.dots] == [(4.0, True, 1), (9.0, False, 0)]
    marks = front_figure(info, chosen=0).data[1]
    assert list(marks.customdata) == [1, 0]
    assert list(marks.marker.symbol) == ["star", "circle"]
    assert list(front_figure(info, chosen=0).data[2].x) == [9.0]


@pytest.mark.parametrize(("complete", "words"), [(True, "complete, proved"), (False, "so far")])
def test_only_a_proved_front_is_called_complete(complete, words):
    """The words follow the proof."""
    assert words in front_info(front(complete)).words
    assert not front_info(None).dots


def test_every_cell_of_the_map_says_what_is_known():
    """Solved, unproved, impossible, not reached: each looks and reads differently; k above 2^depth has no cell."""
    results = [
        MapCell(1, 2, result(Status.INFEASIBLE, None, None)),
        MapCell(2, 2, result(Status.OPTIMAL, 40.0, 2.5)),
        MapCell(2, 3, result(Status.FEASIBLE, 30.0, None)),
    ]
    cells = map_cells(results, [1, 2], [2, 3, 4], 50)
    assert [(cell.depth, cell.k) for cell in cells] == [(1, 2), (2, 2), (2, 3), (2, 4)]
    assert [cell.text for cell in cells] == ["✕", "40.0<br>2.5", "~30.0", "…"]
    assert "no such tree" in cells[0].words and "best so far" in cells[2].words and "not yet known" in cells[3].words
    figure = map_figure(cells, chosen=1)
    assert list(figure.data[0].customdata) == [0, 1, 2, -1]
    assert list(figure.data[0].marker.line.width) == [0, 3, 0, 0]


def leaf_prices() -> tuple[LeafPrice, ...]:
    """As they are found: from the answer's leaves down."""
    bounded = replace(result(Status.FEASIBLE, 42.0, None), md_lower_bound=41.0)
    return (
        LeafPrice(5, result(Status.OPTIMAL, 40.0, 2.5)),
        LeafPrice(4, bounded),
        LeafPrice(3, result(Status.INFEASIBLE, None, None)),
    )


def test_each_number_of_leaves_says_what_it_costs():
    """In order of leaves; proved, with its bound, or impossible."""
    dots = leaf_dots(leaf_prices())
    assert [dot.words for dot in dots] == [
        "3 leaves: no such tree",
        "4 leaves: diameter 42.00, 2.00 wider (best so far, at least 41.00)",
        "5 leaves: diameter 40.00, split 2.50",
    ]
    marks = leaf_figure(dots, chosen=0).data[0]
    assert list(marks.customdata) == [1, 0] and list(marks.marker.symbol) == ["circle-open", "circle"]
    assert list(marks.error_y.arrayminus) == [1.0, 0.0]
    assert [note.text for note in leaf_figure(dots).layout.annotations] == ["✕"]
    assert leaf_dots(()) == ()
