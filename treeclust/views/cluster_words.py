"""Names proposed for clusters, from the columns that set each apart from the rest."""

from __future__ import annotations

from collections.abc import Mapping

from treeclust.core.dataset import Dataset, FeatureKind
from treeclust.core.tree import Labels
from treeclust.views.profiles import ClusterProfile, FeatureProfile, cluster_profiles

STRIKING = 0.4
"""Standard deviations: a mean that differs by less is nothing to name a cluster after."""
LONGEST = 40


def proposed_names(dataset: Dataset, labels: Labels) -> Mapping[int, str]:
    """One or two columns each; a second one where the first alone would give two clusters the same name."""
    profiles = cluster_profiles(dataset, labels, {})
    names: dict[int, str] = {}
    for count in (1, 2, 3):
        names = {one.cluster: names_of(one, count) for one in profiles}
        if len(set(names.values())) == len(names):
            break
    return {cluster: name for cluster, name in names.items() if list(names.values()).count(name) == 1}


def names_of(profile: ClusterProfile, count: int) -> str:
    striking = [one for one in profile.striking if abs(one.shift) >= STRIKING][:count]
    text = ", ".join(words_of(one) for one in striking) or "average"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def words_of(one: FeatureProfile) -> str:
    if one.feature.kind is FeatureKind.CATEGORY:
        return f"{'' if one.shift > 0 else 'not '}{one.feature.category}"
    if one.feature.kind is FeatureKind.BOOLEAN:
        return f"{'' if one.shift > 0 else 'not '}{one.feature.column}"
    if one.feature.kind is FeatureKind.DATE:
        return f"{'late' if one.shift > 0 else 'early'} {one.feature.column}"
    return f"{'high' if one.shift > 0 else 'low'} {one.feature.column}"
