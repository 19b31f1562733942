"""The tree in Graphviz's language, for people who draw with it."""

from __future__ import annotations

from treeclust.views.escape import dot_string
from treeclust.views.palette import colour_of, ink_on
from treeclust.views.tree_info import TreeInfo

HEAD = (
    "digraph tree {",
    '  graph [bgcolor="transparent", nodesep=0.3, ranksep=0.42];',
    '  node [shape=box, style="rounded,filled", fontname="Arial", fontsize=11, fillcolor="#F5F7F9", color="#C9D2DC"];',
    '  edge [fontname="Arial", fontsize=9, arrowsize=0.55];',
)


def tree_dot(info: TreeInfo) -> str:
    """Plain labels only: a malformed HTML label would make its node vanish."""
    lines = list(HEAD)
    for box in info.boxes:
        look = ""
        if box.cluster is not None:
            colour = colour_of(box.cluster)
            look = f', fillcolor="{colour}", color="{colour}", fontcolor="{ink_on(colour)}"'
        label = "\\n".join(dot_string(part) for part in (box.full.rsplit(": ", 1)))
        lines.append(f'  {box.id} [label="{label}"{look}];')
        if box.parent is not None:
            lines.append(f'  {box.parent} -> {box.id} [label=" {box.answer} "];')
    return "\n".join([*lines, "}"]) + "\n"
