"""Two records side by side: differences first, pictures and long texts for what they are."""

from __future__ import annotations

import pandas as pd

from treeclust.views.record_pair import record_pair

PICTURE = "data:image/png;base64,iVBORw0KGgo="
FRAME = pd.DataFrame(
    {
        "same": [1.0, 1.0, 3.0],
        "half": [0.0, 1.0, 2.0],
        "colour": ["red", "blue", "red"],
        "note": ["short", "long " * 30, "x"],
        "shot": [PICTURE, PICTURE, None],
        "link": ["https://example.org/a.png", "https://example.org/b.png", "https://example.org/c.jpg"],
        "trick": ["data:image/svg+xml;base64,AAAA", "javascript:alert(1)//.png", "x"],
        "class": ["A", "B", "A"],
    }
)


def test_differences_come_first():
    """Unequal texts, numbers by how far apart they are in the table, then what is equal; no answer is given away."""
    fields = record_pair(FRAME, 0, 1, ("class",))
    assert [field.gap for field in fields] == sorted((field.gap for field in fields), reverse=True)
    by_name = {field.name: field for field in fields}
    assert "class" not in by_name
    assert (by_name["half"].gap, by_name["same"].gap, by_name["colour"].gap) == (0.5, 0.0, 1.0)


def test_pictures_are_those_of_the_table_itself():
    """An address elsewhere is only an address, and what pretends to be a picture is text."""
    kinds = {field.name: field.kind for field in record_pair(FRAME, 0, 1)}
    assert kinds == {
        "same": "number", "half": "number", "colour": "text", "note": "long", "shot": "image", "link": "address",
        "trick": "text", "class": "text",
    }  # fmt: skip
    empty = next(field for field in record_pair(FRAME, 0, 2) if field.name == "shot")
    assert (empty.kind, empty.b) == ("image", "–")
