"""SAT and MaxSAT solvers behind small protocols; `pysat_backend` is the only file that knows which."""
