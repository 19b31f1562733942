"""Colours for the rows by something else than their cluster: a column or the known labels."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treeclust.views.axes import Floats
from treeclust.views.palette import COLOURS, UNSOLVED

SCALE = ("#00224E", "#35456C", "#666970", "#948E77", "#C8B866", "#FEE838")
"""Cividis: dark for low, bright for high, the same to colour-blind eyes."""
MISSING = "missing"


@dataclass(frozen=True)
class ColourKey:
    """One entry of the legend; `count` is None where the colours run into each other."""

    name: str
    colour: str
    count: int | None = None


@dataclass(frozen=True, eq=False)
class Colouring:
    """A colour for each row, and what the colours say."""

    name: str
    colours: NDArray[np.str_]
    keys: tuple[ColourKey, ...]

    @cached_property
    def digest(self) -> str:
        """Two with the same are the same."""
        return hashlib.sha256(repr(self.keys).encode() + self.colours.tobytes()).hexdigest()


def by_category(name: str, texts: Sequence[str]) -> Colouring:
    """The most frequent texts have a colour each, the rest one together."""
    counts = Counter(texts)
    room = len(COLOURS) if len(counts) <= len(COLOURS) else len(COLOURS) - 1
    frequent = sorted(text for text, _ in counts.most_common(room))
    of = dict(zip(frequent, COLOURS, strict=False))
    keys = [ColourKey(text, of[text], counts[text]) for text in frequent]
    if len(counts) > room:
        keys.append(ColourKey("others", UNSOLVED, sum(counts[text] for text in counts if text not in of)))
    return Colouring(name, np.array([of.get(text, UNSOLVED) for text in texts]), tuple(keys))


def by_number(name: str, values: Floats, text: Callable[[float], str]) -> Colouring:
    """From dark for the lowest to bright for the highest; `text` writes a value."""
    finite = np.isfinite(values)
    low, high = (float(values[finite].min()), float(values[finite].max())) if finite.any() else (0.0, 1.0)
    share = np.where(finite, (values - low) / ((high - low) or 1.0), 0.0)
    colours = np.where(finite, _blend(share), UNSOLVED)
    middle = (low + high) / 2
    keys = [ColourKey(text(value), _blend(np.array([at]))[0]) for value, at in ((low, 0.0), (middle, 0.5), (high, 1.0))]
    if not finite.all():
        keys.append(ColourKey(MISSING, UNSOLVED, int((~finite).sum())))
    return Colouring(name, colours, tuple(keys))


def _blend(share: Floats) -> NDArray[np.str_]:
    stops = np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in SCALE], dtype=np.float64)
    at = np.linspace(0, 1, len(SCALE))
    mixed = np.column_stack([np.interp(share, at, stops[:, channel]) for channel in range(3)]).round().astype(int)
    return np.array([f"#{r:02x}{g:02x}{b:02x}" for r, g, b in mixed])
