"""What is near the pointer (geometry.js), on a plot of 100 × 100 pixels with the data's origin at its lower left."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

SETUP = """async ([name, values]) => {
  const { Geometry } = await import("/scatter/geometry.js");
  const axis = (offset, length, m, b) => ({ _offset: offset, _length: length, _m: m, _b: b, l2p: (v) => m * v + b });
  const marks = (customdata, x, y) => ({ customdata, x, y });
  const geometry = new Geometry({
    _fullData: [marks([4, 0], [10, 50], [90, 50]), { x: [1], y: [1] }, marks([2], [90], [10])],
    _fullLayout: { xaxis: axis(20, 100, 1, 0), yaxis: axis(30, 100, -1, 100) },
    getBoundingClientRect: () => ({ left: 200, top: 300 }),
  });
  geometry.read();
  return geometry[name](...values);
}"""
"""Rows 4, 0 and 2 lie at the pixels (30, 40), (70, 80) and (110, 120), on a diagonal; a trace without rows is none."""

CASES: list[tuple[str, list[Any], Any]] = [
    ("has", [4], True),
    ("has", [1], False),
    ("pixel", [4], [30, 40]),
    ("pixel", [2], [110, 120]),
    ("at", [{"clientX": 210, "clientY": 330}], [10, 30]),
    ("inside", [[20, 30]], True),
    ("inside", [[120, 130]], True),
    ("inside", [[19, 80]], False),
    ("inside", [[121, 80]], False),
    ("inside", [[70, 29]], False),
    ("inside", [[70, 131]], False),
    ("nearestRow", [[73, 84]], 0),
    ("nearestRow", [[70, 89.9]], 0),
    ("nearestRow", [[78, 88]], None),
    ("nearestRow", [[78, 88], 14], 0),
    ("nearestRow", [[50, 60], 60], 4),
    ("nearestRow", [[51, 61], 60], 0),
    ("nearestRow", [[115, 135], 60], None),
    ("nearestLink", [[[4, 0, "must"], [4, 2, "cannot"]], [50, 60]], 0),
    ("nearestLink", [[[4, 0, "must"], [4, 2, "cannot"]], [90, 103]], 1),
    ("nearestLink", [[[4, 0, "must"]], [50, 69]], None),
    ("nearestLink", [[[4, 0, "must"]], [76, 86]], None),
    ("nearestLink", [[[4, 0, "must"]], [73, 83]], 0),
    ("nearestLink", [[[4, 1, "must"]], [50, 60]], None),
    ("nearestLink", [[[2, 2, "must"]], [112, 120]], 0),
    ("nearestLink", [[[4, 0, "must"]], [19, 40], 20], None),
    ("rowsIn", [[[20, 30], [80, 30], [80, 90], [20, 90]]], [4, 0]),
    ("rowsIn", [[[30, 30], [120, 30], [120, 120]]], []),
    ("rowsIn", [[[20, 30], [20, 135], [130, 135]]], [4, 0, 2]),
    ("rowsIn", [[[60, 60], [100, 60], [100, 100], [80, 100], [80, 70], [60, 70]]], []),
    ("rowsIn", [[]], []),
]


@pytest.mark.parametrize("name, values, wanted", CASES, ids=str)
def test_geometry(bare: Page, name: str, values: list[Any], wanted: Any) -> None:
    """The nearest row or link within reach and inside the axes, and the rows inside a loop."""
    assert bare.evaluate(SETUP, [name, values]) == wanted
