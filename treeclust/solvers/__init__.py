"""Doors to SAT and MaxSAT solvers, by name. Another SAT solver is one file here and one line in SAT_SOLVERS."""

from __future__ import annotations

from importlib import import_module

from treeclust.core.errors import InputError
from treeclust.solvers.backend import SatBackend
from treeclust.solvers.maxsat import MaxSat, MaxSatCommand

SAT_SOLVERS = {
    "glucose4": "treeclust.solvers.pysat_backend:glucose4",
    "cadical195": "treeclust.solvers.pysat_backend:cadical195",
    "minisat22": "treeclust.solvers.pysat_backend:minisat22",
}
"""Where each solver is made: module:function, loaded when it is asked for."""
DEFAULT_SAT = "glucose4"


def make_solver(name: str = DEFAULT_SAT) -> SatBackend:
    """A new incremental SAT solver."""
    if name not in SAT_SOLVERS:
        raise InputError(f'The SAT solver "{name}" is not known; choose one of {", ".join(SAT_SOLVERS)}.')
    module, function = SAT_SOLVERS[name].split(":")
    made: SatBackend = getattr(import_module(module), function)()
    return made


def make_maxsat(command: str | None = None) -> MaxSat:
    """RC2, or an outside program that reads WCNF files."""
    if command is not None:
        return MaxSatCommand(command)
    from treeclust.solvers.pysat_backend import PysatMaxSat

    return PysatMaxSat()
