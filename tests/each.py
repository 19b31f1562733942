"""Many small problems in one test: to report a test for each would take longer than the problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

AT_ONCE = 20


def each(count: int, make: Callable[[], Sequence[Any]] | None = None) -> Callable[[Callable[[Any], None]], Any]:
    """Run the test on every number below `count`, or on so many of the values that `make` gives, some at a time."""

    def together(test: Callable[[Any], None]) -> Any:
        def run(chunk: range) -> None:
            values = range(count) if make is None else make()
            for at in chunk:
                test(values[at])

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        chunks = [range(start, min(start + AT_ONCE, count)) for start in range(0, count, AT_ONCE)]
        return pytest.mark.parametrize("chunk", chunks, ids=lambda chunk: f"{chunk.start}-{chunk.stop - 1}")(run)

    return together
