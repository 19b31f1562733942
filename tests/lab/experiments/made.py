"""Rows of a results file as tests need them."""

from __future__ import annotations

from typing import Any

from treeclust.core.version import VERSION

Row = dict[str, Any]


def row(seed: int = 1, **changes: Any) -> Row:
    """A finished run of iris, κ = 0.5, [MD, MS], tree, with an ARI of 0.9."""
    plain: Row = {
        "dataset": "iris", "origin": "data folder", "data_hash": "abc", "rows": 150, "features": 4, "kappa": 0.5,
        "seed": seed, "objective": "md-ms", "method": "tree", "k": 3, "depth": 3, "epsilon": 0.1, "smart": None,
        "time_limit": 1800.0, "version": VERSION, "status": "optimal", "message": None, "md": 90.0, "ms": 4.0,
        "value": 10, "ari": 0.9, "nmi": 0.8, "clusters": 3, "links": 75, "links_broken": 0, "clauses": None,
        "seconds": 2.0, "processor_seconds": 1.0, "md_lower_bound": 90.0, "machine": "a machine",
        "phases": {"sat": 0.5}, "finished": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
    return plain | changes


def infeasible(seed: int, **changes: Any) -> Row:
    nothing = dict.fromkeys(("md", "ms", "value", "ari", "nmi", "clusters", "links_broken", "md_lower_bound"))
    return row(seed, status="infeasible", **nothing, **changes)
