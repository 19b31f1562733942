"""The tree drawn by Graphviz, as SVG; on the screen a style sheet recolours it, as a file it has its own colours."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import pygraphviz

from treeclust.views.escape import clean_text
from treeclust.views.tree_dot import tree_dot
from treeclust.views.tree_info import TreeInfo
from treeclust.views.tree_outline import tree_outline

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)
BESIDE, BASE_LINE = 9.0, 3.0
"""Points: how far the middle of a word is from its edge, and its base line below its middle."""
_one_at_a_time = Lock()


def tree_drawings(info: TreeInfo) -> dict[str, str]:
    """Downwards, twice sideways, and as an outline, for a screen to choose the one that fits its card."""
    across, airy = (tree_svg(info, sideways=True, airy=airy) for airy in (False, True))
    return {"svg": tree_svg(info), "across": across, "airy": airy, "outline": labelled(tree_outline(info), info)}


def tree_svg(info: TreeInfo, sideways: bool = False, airy: bool = False) -> str:
    root = ET.fromstring(draw(tree_dot(info, sideways, airy)))
    if sideways:
        move_answers_beside(root)
    return labelled(root, info)


def move_answers_beside(root: ET.Element) -> None:
    """From left to right Graphviz writes "yes" and "no" over edges and boxes: each goes beside the middle of its edge,
    above the upper one of two and below the lower."""
    ends: dict[str, float] = {}
    for group in root.iter(f"{{{SVG}}}g"):
        path, text = group.find(f"{{{SVG}}}path"), group.find(f"{{{SVG}}}text")
        if group.get("class") != "edge" or path is None or text is None:
            continue
        points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d", ""))]
        parent = group.findtext(f"{{{SVG}}}title", "").partition("->")[0]
        lower = parent in ends and points[-1][1] > ends[parent]  # the edges of a parent come from top to bottom
        ends[parent] = points[-1][1]
        x, y = beside_middle(points, 1 if lower else -1)
        text.set("text-anchor", "middle")
        text.set("x", f"{x:.2f}")
        text.set("y", f"{y:.2f}")


def beside_middle(points: Sequence[tuple[float, float]], side: int) -> tuple[float, float]:
    """By the control points of an edge: about its middle, and from there away to a side, below (1) or above (-1)."""
    (x1, y1), (x2, y2) = points[(len(points) - 1) // 2], points[len(points) // 2]
    along, down = points[-1][0] - points[0][0], points[-1][1] - points[0][1]
    away = side * BESIDE / (math.hypot(along, down) or 1.0)
    return (x1 + x2) / 2 - away * down, (y1 + y2) / 2 + away * along + BASE_LINE


def labelled(root: ET.Element, info: TreeInfo) -> str:
    """Groups carry the ids of the boxes (`to-…` on edges) and the full text of a box as their title."""
    full = {box.id: clean_text(box.full) for box in info.boxes}
    for group in root.iter(f"{{{SVG}}}g"):
        title = group.find(f"{{{SVG}}}title")
        if title is None:
            continue
        name = group.get("id", "")
        if name in full:
            title.text = full[name]
            group.set("tabindex", "0")
            group.set("role", "button")
            group.set("aria-label", full[name])
        else:
            group.remove(title)
    root.set("role", "group")
    root.set("aria-label", "Decision tree of the clustering")
    return ET.tostring(root, encoding="unicode")


@lru_cache(maxsize=64)
def draw(dot: str) -> str:
    """Graphviz keeps global state, so one drawing at a time."""
    with _one_at_a_time:
        picture: bytes = pygraphviz.AGraph(string=dot).draw(format="svg", prog="dot")
    return picture.decode()
