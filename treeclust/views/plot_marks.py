"""What the linking plot shows besides the rows: the pairs that are diameter and split, and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treeclust.core.result import Measures
from treeclust.views.palette import GLYPHS, UNSOLVED, cluster_name, colour_of, symbol_of
from treeclust.views.scatter import ScatterInfo


def measured_pairs(measures: Measures | None) -> list[dict[str, Any]]:
    """The two rows that are the diameter, and the two that are the split."""
    if measures is None:
        return []
    named = (
        ("diameter", "widest", measures.diameter_pair, measures.md),
        ("split", "closest", measures.split_pair, measures.ms),
    )
    return [
        {
            "kind": kind,
            "a": pair[0],
            "b": pair[1],
            "label": f"{'MD' if kind == 'diameter' else 'MS'} {value:.1f} · {word}",
        }
        for kind, word, pair, value in named
        if pair is not None and value is not None
    ]


def legend(info: ScatterInfo, names: Mapping[int, str]) -> list[dict[str, Any]]:
    entries = []
    for cluster, rows in info.groups:
        if cluster is None:
            entries.append(
                {"cluster": None, "name": "not clustered yet", "colour": UNSOLVED, "glyph": "●", "count": len(rows)}
            )
            continue
        look = {"colour": colour_of(cluster), "glyph": GLYPHS[symbol_of(cluster)]}
        entries.append({"cluster": cluster, "name": cluster_name(cluster, names), "count": len(rows), **look})
    return entries
