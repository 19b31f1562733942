"""The front and the map: what they say."""

from __future__ import annotations

import pytest

from treeclust.views.depth_map import map_cells, map_figure
from treeclust.views.front import front_figure, front_info


def front(complete: bool) -> dict:
    points = [{"md": 9.0, "ms": 5.0}, {"md": 4.0, "ms": 1.0}, {"md": 20.0, "ms": None}]
    return {"front": points, "complete": complete, "papers_choice": 1, "seconds": 1.0, "message": None}


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
        {"depth": 1, "k": 2, "result": {"status": "infeasible", "md": None, "ms": None}},
        {"depth": 2, "k": 2, "result": {"status": "optimal", "md": 40.0, "ms": 2.5}},
        {"depth": 2, "k": 3, "result": {"status": "feasible", "md": 30.0, "ms": None}},
    ]
    cells = map_cells(results, [1, 2], [2, 3, 4], 50)
    assert [(cell.depth, cell.k) for cell in cells] == [(1, 2), (2, 2), (2, 3), (2, 4)]
    assert [cell.text for cell in cells] == ["✕", "40.0<br>2.5", "~30.0", "…"]
    assert "no such tree" in cells[0].words and "best so far" in cells[2].words and "not yet known" in cells[3].words
    figure = map_figure(cells, chosen=1)
    assert list(figure.data[0].customdata) == [0, 1, 2, -1]
    assert list(figure.data[0].marker.line.width) == [0, 3, 0, 0]
