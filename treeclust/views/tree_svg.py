"""The tree drawn by Graphviz, as SVG; on the screen a style sheet recolours it, as a file it has its own colours."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import lru_cache
from threading import Lock

import pygraphviz

from treeclust.views.escape import clean_text
from treeclust.views.tree_dot import tree_dot
from treeclust.views.tree_info import TreeInfo
from treeclust.views.tree_outline import tree_outline

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)
_one_at_a_time = Lock()


def tree_drawings(info: TreeInfo) -> dict[str, str]:
    """Downwards, twice sideways, and as an outline, for a screen to choose the one that fits its card."""
    across, airy = (tree_svg(info, sideways=True, airy=airy) for airy in (False, True))
    return {"svg": tree_svg(info), "across": across, "airy": airy, "outline": labelled(tree_outline(info), info)}


def tree_svg(info: TreeInfo, sideways: bool = False, airy: bool = False) -> str:
    return labelled(ET.fromstring(draw(tree_dot(info, sideways, airy))), info)


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
