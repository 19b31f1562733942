"""The hard questions with two clusters: links near the point where trees cease to exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from treeclust.lab.bench.plan import Case

SEEDS = (1, 2, 3, 4, 5)
LIMIT = 120.0
"""Processor seconds for each."""
KAPPAS = {
    "ionosphere": (0.1, 0.25, 0.35, 0.5, 1.0),
    "breast_cancer": (0.1, 0.25, 0.5, 1.0),
    "chainlink": (0.0, 0.1, 0.25, 0.5, 1.0),
    "wingnut": (0.0, 0.1, 0.25, 0.5, 1.0),
    "spam": (0.0, 0.1, 0.25, 0.5, 1.0),
}
WIDER = {
    "ionosphere": (0.2, 0.25),
    "made_400x40": (0.15, 0.2),
    "made_600x50": (0.15,),
}
"""Further ones that take longer, for several workers: as in the paper's recipe, and made tables."""
ONE_SET = ("breast_cancer", "chainlink", "wingnut", "spam")
"""Datasets with one set of links only."""


def two_cluster_cases(
    datasets: list[str] | None,
    kappas: list[float] | None,
    seeds: list[int] | None,
    objectives: list[str],
    kappas_of: Mapping[str, tuple[float, ...]] = KAPPAS,
) -> Iterator[Case]:
    """All of them, or what is asked for, one set of links after the other."""
    for seed in seeds or SEEDS:
        for name, all_kappas in kappas_of.items():
            if (datasets is not None and name not in datasets) or (name in ONE_SET and seed != SEEDS[0]):
                continue
            for kappa in all_kappas:
                if kappas is None or kappa in kappas:
                    yield from (Case(name, kappa, seed, objective) for objective in objectives)
