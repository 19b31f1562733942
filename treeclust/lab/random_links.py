"""Random links that agree with known labels, drawn as the paper draws them for its experiments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links


def random_links(labels: Sequence[int] | NDArray[Any], kappa: float, seed: int) -> Links:
    """κ·n random pairs without repetition: must-link where the known labels agree, cannot-link elsewhere."""
    labels = np.asarray(labels)
    n = len(labels)
    if not 0 <= kappa <= (n - 1) / 2:
        raise InputError(f"κ = {kappa} is out of range; with {n} rows choose 0 ≤ κ ≤ {(n - 1) / 2}.")
    picks = np.random.default_rng(seed).choice(n * (n - 1) // 2, size=round(kappa * n), replace=False)
    b = np.floor((1 + np.sqrt(1 + 8 * picks.astype(float))) / 2).astype(int)
    b -= b * (b - 1) // 2 > picks
    b += (b + 1) * b // 2 <= picks
    a = picks - b * (b - 1) // 2
    same = labels[a] == labels[b]
    return Links.of(
        Link(int(i), int(j), Kind.MUST if together else Kind.CANNOT) for i, j, together in zip(a, b, same, strict=True)
    )
