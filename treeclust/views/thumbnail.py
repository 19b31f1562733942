"""A table as a picture of a thumb's size: its rows, coloured by what is known of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.views.axes import Axis, axes_of
from treeclust.views.default_view import default_view
from treeclust.views.palette import UNSOLVED, colour_of

WIDTH, HEIGHT, EDGE = 220, 96, 8
MOST_DOTS = 150


@dataclass(frozen=True)
class Dot:
    """In pixels from the upper left corner."""

    x: float
    y: float
    colour: str


def thumbnail_info(dataset: Dataset) -> tuple[Dot, ...]:
    """The rows in the view that they are first shown in, a fixed sample of them where they are many."""
    across, up = default_view(axes_of(dataset))[:2]
    rows = np.unique(np.linspace(0, dataset.n - 1, min(dataset.n, MOST_DOTS)).astype(int))
    x, y = places(across, WIDTH)[rows], HEIGHT - places(up, HEIGHT)[rows]
    known = None if dataset.known is None else dataset.known[rows]
    colours = [UNSOLVED] * len(rows) if known is None else [colour_of(int(label)) for label in known]
    return tuple(Dot(round(float(a), 1), round(float(b), 1), c) for a, b, c in zip(x, y, colours, strict=True))


def places(axis: Axis, length: int) -> np.ndarray:
    low, high = float(axis.values.min()), float(axis.values.max())
    return EDGE + (axis.values - low) / ((high - low) or 1.0) * (length - 2 * EDGE)


def thumbnail_svg(dots: tuple[Dot, ...]) -> str:
    drawn = "".join(
        f'<circle cx="{dot.x}" cy="{dot.y}" r="2.6" fill="{dot.colour}" fill-opacity="0.85"/>' for dot in dots
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</svg>'
