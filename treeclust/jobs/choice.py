"""Where jobs run: here, or on the Dask cluster that the environment names."""

from __future__ import annotations

import os
from collections.abc import Callable

from treeclust.core.errors import InputError
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.process import COMMAND, Command
from treeclust.jobs.runner import Runner
from treeclust.jobs.shares import USUAL_SHARES, Shares

VARIABLE = "TREECLUST_DASK"


def on_a_cluster() -> bool:
    return bool(os.environ.get(VARIABLE))


def chosen_jobs(
    running: int,
    shares: Shares = USUAL_SHARES,
    is_watching: Callable[[str], bool] = lambda watcher: True,
    person_of: Callable[[str], str] = lambda watcher: watcher,
    command: Command = COMMAND,
) -> Runner:
    """Worker processes on this machine, `running` at a time; with TREECLUST_DASK=tcp://HOST:PORT on that scheduler's
    workers, with TREECLUST_DASK=local on a scheduler of our own."""
    address = os.environ.get(VARIABLE)
    if not address:
        return LocalJobs(running, shares, is_watching=is_watching, person_of=person_of, command=command)
    try:
        from treeclust.jobs.dask import DaskJobs
    except ImportError as error:
        raise InputError(
            f"{VARIABLE} is set, but Dask is not installed; install the package distributed, or unset {VARIABLE}."
        ) from error
    return DaskJobs(address, shares, is_watching=is_watching, person_of=person_of, command=command)
