"""One door to numba: functions compiled for given types, kept on disk, loaded when their module is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(signature: str) -> Callable[[Function], Function]:
    """Compile for one signature, so that no solve pays for it; the interpreter lock is released while it runs."""
    return cast(Callable[[Function], Function], numba.njit(signature, cache=True, nogil=True))
