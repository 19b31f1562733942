"""What whoever runs the server can set by environment variables; docs/deployment.md lists them."""

from __future__ import annotations

import os

from treeclust.core.errors import InputError
from treeclust.jobs.choice import on_a_cluster
from treeclust.jobs.machine import worker_memory_mb
from treeclust.jobs.shares import MEMORY_MB, Shares

MB = 2**20


def whole(name: str, usual: int) -> int:
    """A number of at least one; InputError for anything else."""
    said = os.environ.get(name, "").strip()
    if not said:
        return usual
    if not said.isdecimal() or int(said) < 1:
        raise InputError(f"{name} is {said!r}; set it to a whole number of at least 1, or unset it.")
    return int(said)


def optional(name: str) -> int | None:
    return whole(name, 0) or None


def solves_at_once() -> int:
    """One processor is left to those who click."""
    return whole("TREECLUST_SOLVES", max(2, (os.cpu_count() or 2) - 1))


def shares() -> Shares:
    """What each person may have of the solves; workers of a cluster are on machines that are not known here."""
    fitting = MEMORY_MB if on_a_cluster() else worker_memory_mb(solves_at_once())
    return Shares(
        optional("TREECLUST_SOLVES_PER_PERSON"),
        whole("TREECLUST_WAITING_PER_PERSON", Shares.waiting_each),
        whole("TREECLUST_WAITING", Shares.waiting),
        whole("TREECLUST_WORKER_MB", fitting),
    )
