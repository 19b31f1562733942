"""How clusters look: Okabe–Ito colours and a symbol each."""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C6BB1", "#7F7F7F")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "x", "cross", "star", "hexagon")
SYMBOLS_3D = ("circle", "diamond", "square", "cross", "x", "circle-open", "diamond-open", "square-open")
GLYPHS = ("●", "◆", "■", "▲", "✖", "✚", "★", "⬢")
UNSOLVED = "#7A8694"


def colour_of(cluster: int) -> str:
    return COLOURS[cluster % len(COLOURS)]


def symbol_of(cluster: int) -> int:
    """An index into SYMBOLS; colour and symbol together stay unique for 64 clusters."""
    return (cluster + cluster // len(COLOURS)) % len(SYMBOLS)


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return "#10151B" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 else "#FFFFFF"


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else float(((channel + 0.055) / 1.055) ** 2.4)


def cluster_name(cluster: int, names: Mapping[int, str]) -> str:
    """As it was called, unless that cannot be seen."""
    name = names.get(cluster, "")
    return name if any(sign.isprintable() and not sign.isspace() for sign in name) else f"Cluster {cluster + 1}"
