"""What only some systems have: limits of a process, its priority, its peak memory, groups of processes.

Windows has no module `resource`, no `os.nice` and no groups; macOS has them, but refuses a limit of the address space.
Here each is asked for, and its absence is an answer. Nothing else in the package may ask the system for these.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from importlib import import_module
from typing import Any

KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that no process can ignore; Windows ends a process by any."""
DARWIN = "darwin"


def resource_module() -> Any:
    """The module `resource`, or None where there is none."""
    try:
        return import_module("resource")
    except ImportError:
        return None


def limit_process(what: str, soft: int, hard: int | None = None) -> bool:
    """Set a limit such as RLIMIT_AS for this process; False where the system has no such limit or refuses it."""
    resource = resource_module()
    kind = getattr(resource, what, None)
    if kind is None:
        return False
    try:
        resource.setrlimit(kind, (soft, soft if hard is None else hard))
    except (OSError, ValueError):
        return False
    return True


def raise_limit(what: str) -> None:
    """Let a limit of this process be as high as it may."""
    resource = resource_module()
    kind = getattr(resource, what, None)
    if kind is not None:
        most = resource.getrlimit(kind)[1]
        limit_process(what, most, most)


def peak_memory_mb() -> float:
    """The most memory that this process has used so far; 0 where the system does not tell."""
    resource = resource_module()
    if resource is None:
        return 0.0
    unit = 1024 * 1024 if sys.platform == DARWIN else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / unit


def yield_to_others(niceness: int) -> None:
    """Compute only when nobody else wants to, where there are priorities."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(niceness)


def end_group(pid: int, how: int = KILL) -> None:
    """End a process and whatever it has started; where there are no groups, the process alone. A process that never
    began has no number, and 0 would mean one's own group."""
    if pid <= 0:
        return
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(pid, how)
        else:
            os.kill(pid, how)


def stop_group(process: subprocess.Popen[bytes], patience: float) -> None:
    """Ask a process, and whatever it has started, to stop, then make them."""
    end_group(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        end_group(process.pid)
        process.wait()


def is_running(pid: int) -> bool:
    """Is there such a process? Where one cannot ask without ending it, it is taken to be there."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
