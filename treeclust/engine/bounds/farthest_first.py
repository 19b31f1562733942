"""Where a search starts: farthest-first traversal (Gonzalez 1985), whose distances bound MD from below, and groups with
many cannot-links."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.engine.instance.instance import Floats, Instance, Ints

Pause = Callable[[], None]
"""Called now and then; it may raise to end the work."""
STARTS = 4
MOST_LINKED = 24
LONELY = 40
"""So many points far from all others are looked at for neighbours where there are many points."""


def no_pause() -> None:
    """Never ends anything."""


def farthest_first(instance: Instance, first: int, count: int, pause: Pause = no_pause) -> tuple[Ints, Floats]:
    """Farthest-first traversal from a point: each next point is as far as can be from those before it; exclusive
    groups count as infinitely far. Returns the points and the distance of each from its predecessors."""
    chosen = [first]
    gaps = [np.inf]
    near = _apart(instance, first)
    while len(chosen) < min(count, instance.groups):
        pause()
        at = int(np.argmax(near))
        chosen.append(at)
        gaps.append(float(near[at]))
        near = np.minimum(near, _apart(instance, at))
    return np.array(chosen, dtype=np.int64), np.array(gaps)


def _apart(instance: Instance, point: int) -> Floats:
    """Distances from a point, infinite to groups exclusive with its own, −1 within it."""
    distances = instance.distances_from(point).copy()
    group = int(instance.group_of[point])
    rivals = instance.rivals_of(group)
    if len(rivals):
        is_rival = np.zeros(instance.groups, dtype=np.bool_)
        is_rival[rivals] = True
        distances[is_rival[instance.group_of]] = np.inf
    distances[instance.members(group)] = -1.0
    return distances


def best_farthest_first(instance: Instance, count: int, pause: Pause = no_pause) -> tuple[Ints, float]:
    """The traversal whose first k + 1 points are farthest apart, and that distance: two of them share a cluster."""
    first = int(np.argmax(instance.distances_from(0)))
    best: tuple[Ints, float] | None = None
    for _ in range(STARTS):
        points, gaps = farthest_first(instance, first, max(count, instance.k + 1), pause)
        bound = float(gaps[instance.k]) if len(gaps) > instance.k else -np.inf
        if best is None or bound > best[1]:
            best = points, bound
        first = int(points[min(len(points) - 1, instance.k)])
    assert best is not None
    return best


def lower_level(instance: Instance, distance: float) -> int:
    """A level that MD reaches in every clustering; −1 if nothing is known."""
    widest = instance.widest_group
    level = -1 if widest is None else int(instance.levels.of(widest))
    if np.isfinite(distance) and distance >= 0:
        level = max(level, int(instance.levels.of(distance)))
    if level < 0 and instance.k < instance.groups:
        level = 0
    crowded = farthest_neighbour(instance)
    return level if crowded is None else max(level, int(instance.levels.of(crowded)))


def farthest_neighbour(instance: Instance) -> float | None:
    """Every row shares its cluster with so many others, so MD reaches the distance at which the loneliest row has them
    around it; None where clusters may be of any size."""
    fewest = instance.problem.min_rows
    if fewest == 1:
        return None
    farthest = 0.0
    for point in np.arange(instance.points) if instance.by_matrix else farthest_first(instance, 0, LONELY)[0]:
        distances = instance.distances_from(int(point))
        order = np.argsort(distances, kind="stable")
        rows = np.cumsum(instance.weight[order])
        farthest = max(farthest, float(distances[order[int(np.searchsorted(rows, fewest))]]))
    return farthest


def most_linked(instance: Instance) -> Ints:
    """One point of each of the groups with most cannot-links."""
    order = sorted(instance.rivals, key=lambda group: (-len(instance.rivals[group]), group))[:MOST_LINKED]
    return instance.first_member[np.array(order, dtype=np.int64)]
