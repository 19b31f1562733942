"""How much memory this machine has, or the container that it is."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from treeclust.jobs.shares import MEMORY_MB

MB = 2**20
GROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where Linux says what a container may use, in its second and its first form; without a limit a word, or a huge
number."""
FOR_WORKERS = 0.6
"""The rest is for the server, the files that are being read, and the system."""
LEAST_MB, MOST_MB = 512, 16384


def machine_memory_mb() -> int:
    if not hasattr(os, "sysconf"):
        return MEMORY_MB
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for file in GROUP_LIMITS:
        with contextlib.suppress(OSError, ValueError):
            found.append(int(file.read_text()))
    return min(found) // MB


def worker_memory_mb(workers: int) -> int:
    """What each of so many workers may have."""
    return int(max(LEAST_MB, min(MOST_MB, FOR_WORKERS * machine_memory_mb() / workers)))
