"""Problems and results as plain JSON, for the way between a server and its workers."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from treeclust.dataset import Dataset, Feature
from treeclust.links import Kind, Link, Links
from treeclust.problem import Problem
from treeclust.result import Measures, Result, Status
from treeclust.soft import SoftLink
from treeclust.tree import Solution, Tree


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """Everything a solver needs; names and known labels stay with the caller. Values travel bit for bit."""
    values = np.ascontiguousarray(problem.dataset.values, dtype="<f8")
    return {
        "features": [feature.to_json() for feature in problem.dataset.features],
        "shape": list(values.shape),
        "values": base64.b64encode(values.tobytes()).decode("ascii"),
        "links": [link.to_json() for link in problem.links],
        "k": int(problem.k),
        "k_min": problem.k_min,
        "depth": problem.depth,
        "epsilon": float(problem.epsilon),
        "metric": problem.metric,
    }


def problem_from_json(data: dict[str, Any]) -> Problem:
    values = np.frombuffer(base64.b64decode(data["values"]), dtype="<f8").reshape(data["shape"]).copy()
    features = tuple(Feature.from_json(feature) for feature in data["features"])
    dataset = Dataset(features, values, np.arange(len(values)))
    links = Links.of(links_from_json(data["links"]))
    return Problem(
        dataset, data["k"], data["depth"], links, data["epsilon"], k_min=data["k_min"], metric=data["metric"]
    )


def links_from_json(data: list[dict[str, Any]]) -> tuple[Link, ...]:
    return tuple(Link(int(x["a"]), int(x["b"]), Kind(x["kind"])) for x in data)


def soft_from_json(data: list[dict[str, Any]]) -> tuple[SoftLink, ...]:
    return tuple(SoftLink(Link(int(x["a"]), int(x["b"]), Kind(x["kind"])), float(x["weight"])) for x in data)


def result_from_json(data: dict[str, Any], problem: Problem) -> Result:
    """A result that a worker sent; it was verified there, so it is only decoded here."""
    solution = measures = None
    if data["labels"] is not None:
        labels = np.array(data["labels"], dtype=np.intp)
        tree = None if data["tree"] is None else Tree.from_json(data["tree"], problem.dataset.features)
        solution = Solution(labels, tree)
        measures = _measures(data, problem.links)
    return Result(
        Status(data["status"]), data["objective"], data["engine"], data["version"], data["seconds"],
        data["first_solution_seconds"], solution, measures, data["md_lower_bound"], data["value_lower_bound"],
        data["message"], data["figures"],
    )  # fmt: skip


def _measures(data: dict[str, Any], links: Links) -> Measures:
    broken = {(link["a"], link["b"], link["kind"]) for link in data["broken"]}
    is_broken = [(link.a, link.b, str(link.kind)) in broken for link in links]
    return Measures(
        data["md"],
        data["ms"],
        data["value"],
        _pair(data["diameter_pair"]),
        _pair(data["split_pair"]),
        tuple(link for link, bad in zip(links, is_broken, strict=True) if not bad),
        tuple(link for link, bad in zip(links, is_broken, strict=True) if bad),
    )


def _pair(pair: list[int] | None) -> tuple[int, int] | None:
    return None if pair is None else (int(pair[0]), int(pair[1]))
