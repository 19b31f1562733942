"""Where the distance classes begin, by bucket sort in compiled code: linear in the number of distances."""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.distances import DECIMALS, Floats


@compiled("float64[::1](float64[::1], float64)")
def starts_by_bucket(distances: Floats, width: float) -> Floats:
    """Where the classes of this width begin, without sorting: the distances are thrown into buckets as wide as a class,
    so that at most two classes begin in a bucket, and the bucket is looked through for them."""
    buckets, per_width = int(distances.max() / width) + 2, 1.0 / width
    first, bucket = np.zeros(buckets + 1, dtype=np.int64), np.empty(len(distances), dtype=np.int32)
    for at in range(len(distances)):
        bucket[at] = int(distances[at] * per_width)
        first[bucket[at] + 1] += 1
    first = np.cumsum(first)
    place, grouped = first.copy(), np.empty_like(distances)
    for at in range(len(distances)):
        grouped[place[bucket[at]]] = distances[at]
        place[bucket[at]] += 1
    starts, count, reached = np.empty(2 * buckets), 0, -1.0
    for b in range(buckets):
        more = first[b] < first[b + 1]
        while more:
            start, highest = np.inf, -1.0
            for distance in grouped[first[b] : first[b + 1]]:
                start = min(start, distance if distance > reached else np.inf)
                highest = max(highest, distance)
            if start == np.inf:
                break
            starts[count] = start
            count += 1
            reached = np.rint((start + width) * 10.0**DECIMALS) / 10.0**DECIMALS
            more = highest > reached
    return starts[:count].copy()
