"""The tree in Graphviz's language."""

from __future__ import annotations

from graphviz import Digraph

from treeclust.views.escape import dot_text
from treeclust.views.palette import colour_of, ink_on
from treeclust.views.tree_info import TreeInfo

INK, LINE, PAPER = "#1F2A37", "#5F6B7A", "#F5F7F9"
FONT = {"fontname": "Arial", "fontcolor": INK}


def tree_dot(info: TreeInfo) -> str:
    """Plain labels only: a malformed HTML label would make its node vanish. Ids are made here, never from data."""
    graph = Digraph("tree")
    graph.attr("graph", bgcolor="transparent", nodesep="0.3", ranksep="0.42", ordering="out", pad="0.1")
    look = {"style": "rounded,filled", "fillcolor": PAPER, "color": "#C9D2DC", "margin": "0.18,0.08"}
    graph.attr("node", shape="box", fontsize="12", **FONT, **look)
    graph.attr("edge", fontsize="10", color=LINE, arrowsize="0.55", **(FONT | {"fontcolor": LINE}))
    for box in info.boxes:
        label = "\\n".join(dot_text(line) for line in box.lines)
        paint = {"class": "split"} if box.cluster is None else painted(box.cluster)
        graph.node(box.id, label, id=box.id, **paint)
        if box.parent is not None:
            graph.edge(box.parent, box.id, f" {box.answer} ", id=f"to-{box.id}")
    return str(graph.source)


def painted(cluster: int) -> dict[str, str]:
    """The looks of a leaf."""
    colour = colour_of(cluster)
    return {"class": "leaf", "fillcolor": colour, "color": colour, "fontcolor": ink_on(colour)}
