"""The tree in Graphviz's language."""

from __future__ import annotations

from graphviz import Digraph, nohtml

from treeclust.views.escape import dot_text
from treeclust.views.palette import colour_of, ink_on
from treeclust.views.tree_info import Box, TreeInfo, shorten

INK, LINE, PAPER = "#1F2A37", "#5F6B7A", "#F5F7F9"
NOTHING = "–"
"""For a line without a sign: one that is empty ends Graphviz, and with it the process."""
NARROW = 15
DOWN = {"nodesep": "0.3", "ranksep": "0.42"}
ACROSS = {"rankdir": "LR", "nodesep": "0.06", "ranksep": "0.32"}
CARD, LEAF, WIDEST_GAP = 430.0, 20.0, 36.0
"""Points: how high a drawing across with air fills its card, how high one of its leaves is, the largest gap of two."""
FONT = {"fontname": "Arial", "fontcolor": INK}


def tree_dot(info: TreeInfo, sideways: bool = False, airy: bool = False) -> str:
    """Plain labels only: a malformed HTML label would make its node vanish. Ids are made here, never from data.
    `sideways` is narrow: from left to right, with the words of a box below each other; `airy` with the leaves as far
    apart as a card has room for."""
    graph = Digraph("tree")
    spread = ACROSS | ({"nodesep": airy_gap(info)} if airy else {}) if sideways else DOWN
    graph.attr("graph", bgcolor="transparent", ordering="out", pad="0.1", **spread)
    look = {"style": "rounded,filled", "fillcolor": PAPER, "color": "#C9D2DC"}
    graph.attr("node", shape="box", fontsize="12", margin="0.18,0.08", **FONT, **look)
    graph.attr("edge", fontsize="10", color=LINE, arrowsize="0.55", **(FONT | {"fontcolor": LINE}))
    for box in info.boxes:
        lines = narrow_lines(box) if sideways else box.lines
        label = "\\n".join(dot_text(line).strip() or NOTHING for line in lines)
        paint = {"class": "split"} if box.cluster is None else painted(box.cluster)
        low = {"height": "0.2", "margin": "0.08,0.05" if box.cluster is None else "0.08,0.02"} if sideways else {}
        graph.node(box.id, nohtml(label), id=box.id, **paint, **low)
        if box.parent is not None:
            word = {"headlabel": box.answer} if sideways else {"label": f" {box.answer} "}  # moved beside its edge
            graph.edge(box.parent, box.id, id=f"to-{box.id}", **word)
    return str(graph.source)


def airy_gap(info: TreeInfo) -> str:
    """Between two leaves, in inches."""
    leaves = sum(box.cluster is not None for box in info.boxes)
    gap = min(CARD / leaves - LEAF, WIDEST_GAP) / 72
    return f"{max(gap, float(ACROSS['nodesep'])):.2f}"


def narrow_lines(box: Box) -> tuple[str, ...]:
    """The words of a box in narrow lines: the column, the test, the count; a leaf in one line."""
    head, count = box.lines[0], box.lines[-1]
    if box.cluster is not None:
        return (f"{shorten(head, NARROW)} · {box.size}",)
    for sign in (" ≤ ", " = "):
        name, found, value = head.rpartition(sign)
        if found:
            return shorten(name, NARROW), f"{sign.strip()} {shorten(value, NARROW)}", count
    return shorten(head, NARROW), count


def painted(cluster: int) -> dict[str, str]:
    """The looks of a leaf."""
    colour = colour_of(cluster)
    return {"class": "leaf", "fillcolor": colour, "color": colour, "fontcolor": ink_on(colour)}
