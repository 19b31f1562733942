"""How well an answer agrees with labels that are known anyway."""

from __future__ import annotations

from treeclust.core.dataset import Dataset
from treeclust.core.label_scores import adjusted_rand, normalised_information
from treeclust.core.tree import Labels


def agreement(dataset: Dataset, labels: Labels) -> dict[str, tuple[float, str]]:
    """ARI and NMI, with a word on each; empty when no labels are known."""
    if dataset.known is None:
        return {}
    ari, nmi = adjusted_rand(dataset.known, labels), normalised_information(dataset.known, labels)
    return {
        "ARI": (ari, "Adjusted Rand index: agreement with the known labels; 1 is perfect, 0 is chance."),
        "NMI": (nmi, "Normalised mutual information with the known labels; 1 is perfect, 0 is none."),
    }
