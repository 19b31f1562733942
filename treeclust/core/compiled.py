"""One door to numba: functions compiled for given types, kept on disk, loaded when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba.core import typeinfer
from numba.core.registry import CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., Any])
WAITING: list[LateDispatcher] = []
"""Functions that nobody has called yet."""


class LateDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function of one signature, which is loaded, or compiled, no sooner than it is needed: most questions
    need a few of the functions, and each takes a hundredth of a second to load."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        super().__init__(function, {}, {"nopython": True, "nogil": True})
        self.signature = signature
        self.enable_caching()
        WAITING.append(self)

    def load(self) -> None:
        if self not in WAITING:
            return
        WAITING.remove(self)
        with typeinfer.register_dispatcher(self):
            self.compile(self.signature)
        self.disable_compile()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Asked for when a function that calls this one is compiled."""
        self.load()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What numba calls, and then calls with the arguments, where it has nothing for them yet."""
        self.load()
        return self


def compiled(signature: str) -> Callable[[Function], Function]:
    """Compile for one signature, so that no solve pays for it; the interpreter lock is released while it runs."""

    def late(function: Function) -> Function:
        return cast(Function, LateDispatcher(function, signature))

    return late


def load_compiled() -> None:
    """Load, or compile, all functions of the modules that are imported."""
    for function in tuple(WAITING):
        function.load()
