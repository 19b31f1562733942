"""Two records side by side: differences first, pictures and long texts for what they are."""

from __future__ import annotations

import time

import pandas as pd

from treeclust.views.record_pair import MOST_IN_ALL, MOST_LETTERS, is_web_picture, record_pair

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


def test_addresses_of_pictures_by_their_ending():
    """Before the question mark or at the very end, in any case; nothing with a blank in it."""
    there = ("http://a/b.PNG", "https://a/b.jpeg?w=3", "https://a/show?file=b.gif")
    assert all(map(is_web_picture, there))
    assert not any(map(is_web_picture, ("ftp://a/b.png", "http://a/b.png c", "http://a/b.svg", "b.png", "http://")))


def test_long_cells_cost_little():
    """Cells as long as any may be are looked at in linear time, shown shortened, and a pair is never huge."""
    long = "http://" + ".png?" * 26_000 + " "
    picture = "data:image/png;base64," + "A" * 120_000
    frame = pd.DataFrame({f"c{j}": [long, long + "x"] if j % 2 else [picture, picture] for j in range(200)})
    start = time.process_time()
    fields = record_pair(frame, 0, 1)
    assert time.process_time() - start < 2
    assert sum(len(field.a) + len(field.b) for field in fields) <= MOST_IN_ALL
    assert {field.kind for field in fields} == {"long", "image"}
    assert max(len(field.a) for field in fields if field.kind == "long") <= MOST_LETTERS + 2
