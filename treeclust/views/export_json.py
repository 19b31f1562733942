"""The whole answer for programs, which `predict` takes too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.result import Result
from treeclust.core.tree import Tree
from treeclust.tables.new_rows import Recipe
from treeclust.views.palette import cluster_name


def result_json(result: Result, names: Mapping[int, str], shown: Tree | None, dataset: Dataset) -> str:
    """With the cluster names as edited; labels and tree have the numbers of `shown`, the tree as it is on screen."""
    data: dict[str, Any] = to_json(result) | {"cluster_names": {}, **to_json(Recipe.of(dataset))}
    if shown is not None and result.tree is not None:
        number = {old.cluster: new.cluster for old, new in zip(result.tree.leaves(), shown.leaves(), strict=True)}
        data["labels"] = [number[label] for label in data["labels"]]
        data["tree"] = to_json(shown)
        data["cluster_names"] = {str(c): cluster_name(c, names) for c in sorted(set(number.values()))}
        data["rules"] = [
            {"cluster": rule.cluster, "size": rule.size, "conditions": list(rule.conditions)} for rule in shown.rules()
        ]
    return json.dumps(data, indent=2, allow_nan=False)
