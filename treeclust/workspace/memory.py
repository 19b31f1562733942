"""How much memory a project takes, nearly: its tables, datasets, distances and labels, and giving it back."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from treeclust.core.dataset import Dataset
from treeclust.tables.reading import Table
from treeclust.workspace.document import Work
from treeclust.workspace.project import Project

USUAL_BYTES = 20_000
"""Of a project with nothing in it."""
BYTES_PER_ROW = 40
"""Of a result: a label is in several lists."""
DRAWN = 3
"""So many times its values a dataset takes for what is drawn of it: axes, texts to point at, figures."""
MMAP_THRESHOLD, ARENA_MAX = -3, -8
"""Settings of the C library, by its own numbers."""
LARGE_BYTES, FEW_ARENAS = 128 * 1024, 2


def project_bytes(project: Project) -> int:
    """What two projects share, as a table that both have opened, counts for each."""
    seen: set[int] = set()
    return USUAL_BYTES + sum(size_of(part) for part in parts_of(project) if is_new(part, seen))


def is_new(part: object, seen: set[int]) -> bool:
    known = id(part) in seen
    seen.add(id(part))
    return not known


def parts_of(project: Project) -> Iterator[Any]:
    """Everything large, some of it several times."""
    history = project.history
    works: list[Work] = [history.present, *(work for _, work in [*history.past, *history.future])]
    for work in works:
        yield from (work.table, work.dataset)
    for answer in [*project.answers]:
        yield from (answer.problem.dataset, answer.problem, answer.result)
    for job in [*project.side.values()]:
        result = getattr(job, "result", None)
        if result is not None:
            yield from (result, job.problem)


def size_of(part: Any) -> int:
    if part is None:
        return 0
    if isinstance(part, Table):
        return int(part.frame.memory_usage().sum())
    arrays = sum(value.nbytes for value in getattr(part, "__dict__", {}).values() if isinstance(value, np.ndarray))
    labels = getattr(part, "labels", None)
    if isinstance(part, Dataset):
        arrays += DRAWN * part.values.nbytes
    return int(arrays) + (0 if labels is None else BYTES_PER_ROW * len(labels))


def keep_heap_small() -> None:
    """Before anybody comes: large pieces of memory go back to the system as soon as they are free. The C library would
    put them between small ones that stay once it has seen a few, and keep a heap for every thread; Arrow has a heap of
    its own, which keeps what it had."""
    pa.set_memory_pool(pa.system_memory_pool())
    ask_c_library("mallopt", MMAP_THRESHOLD, LARGE_BYTES)
    ask_c_library("mallopt", ARENA_MAX, FEW_ARENAS)


def ask_c_library(name: str, *numbers: int) -> None:
    """Where there is no such function, nothing is done."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            getattr(ctypes.CDLL(None), name)(*numbers)


def give_back() -> None:
    """Projects refer to themselves, so that only the collector frees them; and the C library keeps what was freed until
    it is asked to give it back."""
    gc.collect()
    ask_c_library("malloc_trim", 0)
