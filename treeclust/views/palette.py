"""How clusters look: Okabe–Ito colours and a symbol each, and which cluster of a new answer is which old one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.optimize import linear_sum_assignment

from treeclust.tree import Labels

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
    return names.get(cluster) or f"Cluster {cluster + 1}"


def keep_identity(old: Labels | None, new: Labels) -> dict[int, int]:
    """New cluster → the number it goes by, so that most rows keep their number, and with it colour and name.

    Clusters without a counterpart take the smallest numbers that are free.
    """
    fresh = sorted({int(c) for c in new})
    if old is None or len(old) != len(new):
        return {c: c for c in fresh}
    before = sorted({int(c) for c in old})
    overlap = np.array([[np.sum((new == c) & (old == b)) for b in before] for c in fresh])
    at_new, at_old = linear_sum_assignment(overlap, maximize=True)
    chosen = {fresh[i]: before[j] for i, j in zip(at_new, at_old, strict=True) if overlap[i, j]}
    free = (number for number in range(len(fresh) + len(before)) if number not in chosen.values())
    return {c: chosen[c] if c in chosen else next(free) for c in fresh}
