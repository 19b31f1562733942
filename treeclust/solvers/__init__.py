"""Doors to SAT and MaxSAT solvers; `pysat_backend` is the only file that knows python-sat."""
