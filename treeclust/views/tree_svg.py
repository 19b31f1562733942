"""The tree as SVG: the same drawing on the screen, where a style sheet colours it, and as a file with its own."""

from __future__ import annotations

from treeclust.views.escape import xml_text
from treeclust.views.palette import colour_of, ink_on
from treeclust.views.tree_info import FONT_SIZE, LINE_HEIGHT, PADDING, Box, TreeInfo

BORDER = 8.0
FILE_STYLE = f"""<style>
text {{ font: {FONT_SIZE:g}px Arial, Helvetica, sans-serif; text-anchor: middle; fill: #1F2A37; }}
.split rect {{ fill: #F5F7F9; stroke: #C9D2DC; }}
.count {{ opacity: 0.8; font-size: {FONT_SIZE - 1:g}px; }}
path {{ fill: none; stroke: #5F6B7A; stroke-width: 1.3; }}
.word {{ fill: #5F6B7A; font-size: {FONT_SIZE - 2:g}px; }}
.plate {{ fill: #FFFFFF; }}
</style>"""


def tree_svg(info: TreeInfo, standalone: bool = False) -> str:
    """`standalone` adds the style that the screen gets from its style sheet."""
    width, height = info.width + 2 * BORDER, info.height + 2 * BORDER
    by_id = {box.id: box for box in info.boxes}
    edges = [_edge(by_id[box.parent], box) for box in info.boxes if box.parent is not None]
    nodes = [_node(box) for box in info.boxes]
    size = f' width="{width:.0f}" height="{height:.0f}"' if standalone else ""
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#FFFFFF"/>' if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
        f"<title>Decision tree of the clustering</title>{FILE_STYLE if standalone else ''}{paper}"
        f'<g transform="translate({BORDER:g} {BORDER:g})">{"".join(edges)}{"".join(nodes)}</g></svg>'
    )


def _edge(parent: Box, child: Box) -> str:
    x0, y0 = parent.x + parent.width / 2, parent.y + parent.height
    x1, y1 = child.x + child.width / 2, child.y
    bend = (y1 - y0) * 0.45
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    return (
        f'<g class="edge" data-to="{child.id}">'
        f'<path d="M{x0:.1f} {y0:.1f} C{x0:.1f} {y0 + bend:.1f} {x1:.1f} {y1 - bend:.1f} {x1:.1f} {y1:.1f}"/>'
        f'<rect class="plate" x="{middle_x - 13:.1f}" y="{middle_y - 8:.1f}" width="26" height="16" rx="4"/>'
        f'<text class="word" x="{middle_x:.1f}" y="{middle_y + 4:.1f}">{child.answer}</text></g>'
    )


def _node(box: Box) -> str:
    centre, top = box.x + box.width / 2, box.y + PADDING[1] + LINE_HEIGHT * 0.72
    ink = "" if box.cluster is None else f' style="fill:{ink_on(colour_of(box.cluster))}"'
    fill = "" if box.cluster is None else f' style="fill:{colour_of(box.cluster)};stroke:{colour_of(box.cluster)}"'
    head, count = (xml_text(line) for line in box.lines)
    lines = (
        f'<text class="head" x="{centre:.1f}" y="{top:.1f}"{ink}>{head}</text>'
        f'<text class="count" x="{centre:.1f}" y="{top + LINE_HEIGHT:.1f}"{ink}>{count}</text>'
    )
    kind = "split" if box.cluster is None else "leaf"
    return (
        f'<g class="node {kind}" data-node="{box.id}" tabindex="0" role="button"><title>{xml_text(box.full)}</title>'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="9"{fill}/>'
        f"{lines}</g>"
    )
