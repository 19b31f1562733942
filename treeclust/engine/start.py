"""Where a search starts: points far apart (their distances bound MD from below) and groups with many cannot-links."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.engine.ground import Floats, Ground, Ints

Pause = Callable[[], None]
"""Called now and then; it may raise to end the work."""
STARTS = 4
MOST_LINKED = 24


def no_pause() -> None:
    """Never ends anything."""


def spread(ground: Ground, first: int, count: int, pause: Pause = no_pause) -> tuple[Ints, Floats]:
    """Farthest-first traversal from a point: each next point is as far as can be from those before it; exclusive
    groups count as infinitely far. Returns the points and the distance of each from its predecessors."""
    chosen = [first]
    gaps = [np.inf]
    near = _apart(ground, first)
    while len(chosen) < min(count, ground.groups):
        pause()
        at = int(np.argmax(near))
        chosen.append(at)
        gaps.append(float(near[at]))
        near = np.minimum(near, _apart(ground, at))
    return np.array(chosen, dtype=np.int64), np.array(gaps)


def _apart(ground: Ground, point: int) -> Floats:
    """Distances from a point, infinite to groups exclusive with its own, −1 within it."""
    distances = ground.distances_from(point).copy()
    group = int(ground.group_of[point])
    rivals = ground.rivals_of(group)
    if len(rivals):
        distances[np.isin(ground.group_of, rivals)] = np.inf
    distances[ground.members(group)] = -1.0
    return distances


def best_spread(ground: Ground, count: int, pause: Pause = no_pause) -> tuple[Ints, float]:
    """The traversal whose first k + 1 points are farthest apart, and that distance: two of them share a cluster."""
    first = int(np.argmax(ground.distances_from(0)))
    best: tuple[Ints, float] | None = None
    for _ in range(STARTS):
        points, gaps = spread(ground, first, max(count, ground.k + 1), pause)
        bound = float(gaps[ground.k]) if len(gaps) > ground.k else -np.inf
        if best is None or bound > best[1]:
            best = points, bound
        first = int(points[min(len(points) - 1, ground.k)])
    assert best is not None
    return best


def lower_level(ground: Ground, spread_distance: float) -> int:
    """A level that MD reaches in every clustering; −1 if nothing is known."""
    widest = ground.widest_group
    level = -1 if widest is None else int(ground.levels.of(widest))
    if np.isfinite(spread_distance) and spread_distance >= 0:
        level = max(level, int(ground.levels.of(spread_distance)))
    if level < 0 and ground.k < ground.groups:
        level = 0
    return level


def most_linked(ground: Ground) -> Ints:
    """One point of each of the groups with most cannot-links."""
    order = sorted(ground.rivals, key=lambda group: (-len(ground.rivals[group]), group))[:MOST_LINKED]
    return ground.first_member[np.array(order, dtype=np.int64)]
