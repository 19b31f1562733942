"""Numbers that tell the browser to take a thing anew."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

State = MutableMapping[Any, Any]


def renewed(state: State, name: str, now: object) -> int:
    """A number that has grown if the thing is not what the browser was last told. Streamlit may break off a run
    wherever its state is touched, so what is known is written last: broken off before that, it grows once more."""
    if state.get(f"{name}_known") != now:
        state[f"{name}_rev"] = state.get(f"{name}_rev", 0) + 1
        state[f"{name}_known"] = now
    return int(state[f"{name}_rev"])
