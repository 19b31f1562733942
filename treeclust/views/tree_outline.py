"""The tree as an outline: one node below the other, each level further to the right, for cards that are narrow."""

from __future__ import annotations

import unicodedata
import xml.etree.ElementTree as ET

from treeclust.views.escape import clean_text
from treeclust.views.tree_dot import INK, LINE, NOTHING, PAPER, painted
from treeclust.views.tree_info import Box, TreeInfo, shorten

FONT, SMALL = 12.0, 11.0
HIGH, PITCH, EDGE = 21.0, 25.0, 4.0
"""Of a box, from one to the next, and around all of them."""
INTO, STEP = 10.0, 34.0
"""How far inside a box the line to the boxes below begins, and how far each level is to the right."""
BESIDE = 8.0
LONGEST = 26
NARROW, MIDDLE, WIDE = frozenset(" .,:;|!'`/[]ijlIft"), frozenset('r-()·"*'), frozenset("mwMW%@…—")


def tree_outline(info: TreeInfo) -> ET.Element:
    """An SVG of the same groups as Graphviz draws."""
    level: dict[str, int] = {}
    for box in info.boxes:
        level[box.id] = 0 if box.parent is None else level[box.parent] + 1
    place = {box.id: (EDGE + STEP * level[box.id], EDGE + PITCH * line) for line, box in enumerate(info.boxes)}
    words = {box.id: outline_words(box) for box in info.boxes}
    width = max(place[box.id][0] + box_width(words[box.id]) for box in info.boxes) + EDGE
    height = PITCH * (len(info.boxes) - 1) + HIGH + 2 * EDGE
    root = element("svg", width=f"{width:.0f}pt", height=f"{height:.0f}pt", viewBox=f"0 0 {width:.2f} {height:.2f}")
    graph = ET.SubElement(root, tag("g"), {"class": "graph", "transform": "translate(0 0)"})
    for box in info.boxes:
        if box.parent is not None:
            graph.append(edge(box, place[box.parent], place[box.id]))
    for box in info.boxes:
        graph.append(node(box, words[box.id], *place[box.id]))
    return root


def outline_words(box: Box) -> str:
    """All that a box says, in one line; long names lose their middle."""
    head = clean_text(box.lines[0]).strip() or NOTHING
    count = clean_text(box.lines[-1]).strip() if box.parent is None else str(box.size)
    return f"{shorten(head, LONGEST)} · {count}"


def text_width(text: str, size: float = FONT) -> float:
    """About what Arial takes."""
    return size * sum(letter_width(letter) for letter in text)


def letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.28
    if letter in MIDDLE:
        return 0.36
    if letter in WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    return 0.72 if letter.isupper() else 0.56


def box_width(words: str) -> float:
    return text_width(words) + 2 * BESIDE


def node(box: Box, words: str, x: float, y: float) -> ET.Element:
    paint = {"class": "split"} if box.cluster is None else painted(box.cluster)
    group = element("g", id=box.id)
    group.set("class", f"node {paint['class']}")
    ET.SubElement(group, tag("title")).text = words
    fill, line = paint.get("fillcolor", PAPER), paint.get("color", "#C9D2DC")
    ET.SubElement(group, tag("path"), {"d": rounded(x, y, box_width(words), HIGH), "fill": fill, "stroke": line})
    ink = paint.get("fontcolor", INK)
    group.append(label(words, x + BESIDE, y + HIGH / 2 + 0.36 * FONT, FONT, ink, "start"))
    return group


def edge(box: Box, above: tuple[float, float], here: tuple[float, float]) -> ET.Element:
    """Down from the box above, then to the right, with its answer."""
    x, middle = above[0] + INTO, here[1] + HIGH / 2
    group = element("g", id=f"to-{box.id}")
    group.set("class", "edge")
    way = f"M{x:.2f},{above[1] + HIGH:.2f} L{x:.2f},{middle:.2f} L{here[0]:.2f},{middle:.2f}"
    ET.SubElement(group, tag("path"), {"d": way, "fill": "none", "stroke": LINE})
    group.append(label(box.answer, (x + here[0]) / 2, middle - 2.5, SMALL, LINE, "middle"))
    return group


def label(words: str, x: float, y: float, size: float, ink: str, anchor: str) -> ET.Element:
    look = {"text-anchor": anchor, "font-family": "Arial", "font-size": f"{size:.2f}", "fill": ink}
    text = element("text", x=f"{x:.2f}", y=f"{y:.2f}", **look)
    text.text = words
    return text


def rounded(x: float, y: float, width: float, height: float, round_by: float = 5.0) -> str:
    right, low, r = x + width, y + height, round_by
    return (
        f"M{x + r:.2f},{y:.2f} L{right - r:.2f},{y:.2f} Q{right:.2f},{y:.2f} {right:.2f},{y + r:.2f} "
        f"L{right:.2f},{low - r:.2f} Q{right:.2f},{low:.2f} {right - r:.2f},{low:.2f} L{x + r:.2f},{low:.2f} "
        f"Q{x:.2f},{low:.2f} {x:.2f},{low - r:.2f} L{x:.2f},{y + r:.2f} Q{x:.2f},{y:.2f} {x + r:.2f},{y:.2f} Z"
    )


def element(name: str, **attributes: str) -> ET.Element:
    return ET.Element(tag(name), attributes)


def tag(name: str) -> str:
    return f"{{http://www.w3.org/2000/svg}}{name}"
