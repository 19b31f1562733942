"""Where the distance classes begin, by bucket sort in compiled code: linear in the number of distances."""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.core.distances import DECIMALS, Floats


@compiled("float64[::1](float64[::1], float64)")
def starts_by_bucket(distances: Floats, width: float) -> Floats:
    """Where the classes of this width begin, without sorting: the distances are thrown into buckets as wide as a class,
    so that at most two classes begin in a bucket, and the bucket is looked through for them."""
    buckets = int(distances.max() / width) + 1
    first = np.zeros(buckets + 1, dtype=np.int64)
    for distance in distances:
        first[int(distance / width) + 1] += 1
    first = np.cumsum(first)
    place, grouped = first.copy(), np.empty_like(distances)
    for distance in distances:
        bucket = int(distance / width)
        grouped[place[bucket]] = distance
        place[bucket] += 1
    starts, count, reached = np.empty(2 * buckets), 0, -1.0
    for bucket in range(buckets):
        while True:
            start = np.inf
            for distance in grouped[first[bucket] : first[bucket + 1]]:
                if reached < distance < start:
                    start = distance
            if start == np.inf:
                break
            starts[count] = start
            count += 1
            reached = np.rint((start + width) * 10.0**DECIMALS) / 10.0**DECIMALS
    return starts[:count].copy()
