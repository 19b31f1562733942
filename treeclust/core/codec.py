"""How every value travels between processes, is stored and is printed: `to_json`, and `from_json` back.

Most go by their fields (`treeclust.core.json_values`); here are the forms of those that differ. Some travel without
what they are about, which is then given to `from_json`: a tree without its features, a result without its problem.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, TypeVar, overload

import numpy as np

from treeclust.core.agreement import Agreement
from treeclust.core.answers import Alternative, Alternatives, Compromise, Front, SoftResult
from treeclust.core.dataset import Dataset, Feature
from treeclust.core.explanations import Conflict, Explanation, Repair
from treeclust.core.json_values import FORMS, Form, Special, read_fields, read_json, to_json, write_fields
from treeclust.core.limits import Limit, without
from treeclust.core.link_prices import Price
from treeclust.core.links import Authorship, Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Choice, Measures, Result
from treeclust.core.soft_links import SoftLink
from treeclust.core.tree import Leaf, Node, Solution, Split, Tree

__all__ = [
    "FORMS",
    "Form",
    "Special",
    "from_json",
    "link_of_row",
    "read_fields",
    "row_of_link",
    "to_json",
    "write_fields",
]
Json = dict[str, Any]
About = Question | Problem | tuple[Feature, ...] | None
T = TypeVar("T")


@overload
def from_json(kind: type[T], data: Any, about: About = None) -> T: ...
@overload
def from_json(kind: Any, data: Any, about: About = None) -> Any: ...
def from_json(kind: Any, data: Any, about: About = None) -> Any:
    """The value that was written; TypeError, ValueError or KeyError if the data is not of its form."""
    return read_json(kind, data, about)


def problem_of(about: About) -> Problem:
    problem = about.problem if isinstance(about, Question) else about
    if not isinstance(problem, Problem):
        raise TypeError("this can only be read with the problem that it is about")
    return problem


# -- links ------------------------------------------------------------------------------------------------------------


def write_link(link: Link) -> Json:
    return {"a": int(link.a), "b": int(link.b), "kind": link.kind.value}


def read_link(data: Mapping[str, Any], about: About) -> Link:
    return Link(int(data["a"]), int(data["b"]), Kind(data["kind"]))


def row_of_link(link: Link) -> list[Any]:
    """As the store keeps it, where there may be many."""
    return [int(link.a), int(link.b), link.kind.value]


def link_of_row(row: list[Any]) -> Link:
    a, b, kind = row
    return Link(int(a), int(b), Kind(kind))


# -- trees and results ------------------------------------------------------------------------------------------------


def write_tree(tree: Tree) -> Json:
    """Nested: feature (its name, and its place among the features), threshold, left, right; or cluster."""

    def down(node: Node) -> Json:
        if isinstance(node, Leaf):
            return {"cluster": int(node.cluster), "size": int(node.size)}
        named = {"feature": tree.features[node.feature].name, "place": int(node.feature)}
        sides = {"left": down(node.left), "right": down(node.right)}
        return named | {"threshold": node.threshold, "size": int(node.size)} | sides

    return down(tree.root)


def read_tree(data: Mapping[str, Any], about: About) -> Tree:
    """Names tell the features; two of one name (a column "a = b", and category b of column a) their places."""
    features = about if isinstance(about, tuple) else problem_of(about).dataset.features
    index = {feature.name: j for j, feature in enumerate(features)}

    def place(node: Mapping[str, Any]) -> int:
        told = node.get("place")
        if type(told) is int and 0 <= told < len(features) and features[told].name == node["feature"]:
            return told
        return index[node["feature"]]

    def up(node: Mapping[str, Any]) -> Node:
        if "cluster" in node:
            return Leaf(int(node["cluster"]), int(node["size"]))
        left, right = up(node["left"]), up(node["right"])
        return Split(place(node), float(node["threshold"]), left, right, int(node["size"]))

    return Tree(up(data), features)


def write_result(result: Result) -> Json:
    """Flat, with the clustering and its measures; links are counted, and those that are broken listed."""
    solution, measures = result.solution, result.measures
    kept, broken = (None, None) if measures is None else (measures.links_kept, measures.links_broken)
    return {
        "status": result.status.value,
        "objective": result.objective,
        "md": result.md,
        "ms": result.ms,
        "md_lower_bound": result.md_lower_bound,
        "value": None if measures is None else to_json(measures.value),
        "value_lower_bound": to_json(result.value_lower_bound),
        "gap": result.gap,
        "seconds": result.seconds,
        "first_solution_seconds": result.first_solution_seconds,
        "labels": None if solution is None else to_json(solution.labels),
        "tree": None if solution is None else to_json(solution.tree),
        "diameter_pair": None if measures is None else to_json(measures.diameter_pair),
        "split_pair": None if measures is None else to_json(measures.split_pair),
        "links_kept": None if kept is None else len(kept),
        "links_broken": None if broken is None else len(broken),
        "broken": to_json(broken),
        "message": result.message,
        "figures": to_json(result.figures),
        "engine": result.engine,
        "version": result.version,
        **({} if result.choice is None else write_fields(result.choice, Form())),
        **({"assumed": to_json(result.assumed)} if result.assumed else {}),
    }


def read_result(data: Mapping[str, Any], about: About) -> Result:
    """It was verified where it was made, so it is only read here."""
    solution = measures = None
    if data["labels"] is not None:
        solution = read_fields(Solution, data, about)
        broken = {read_link(link, about) for link in data["broken"]}
        links = problem_of(about).links
        kept, lost = (tuple(link for link in links if (link in broken) is bad) for bad in (False, True))
        pairs = {name: read_json(tuple[int, int] | None, data[name]) for name in ("diameter_pair", "split_pair")}
        measures = Measures(data["md"], data["ms"], data["value"], links_kept=kept, links_broken=lost, **pairs)
    choice = read_fields(Choice, data) if "leaves_proved" in data else None
    result: Result = read_fields(Result, data, about, solution=solution, measures=measures, choice=choice)
    return result


def write_soft_result(found: SoftResult) -> Json:
    """The object of a result, with links counted hard and soft together."""
    hard = len(found.result.measures.links_kept) if found.result.measures is not None else 0
    there = found.result.solution is not None
    return write_result(found.result) | {
        "links_kept": hard + found.kept if there else None,
        "links_broken": len(found.broken) if there else None,
        "broken": to_json(found.broken) if there else None,
        "broken_weight": found.broken_weight if there else None,
        "least_broken_weight": found.least_broken_weight,
    }


# -- questions --------------------------------------------------------------------------------------------------------


def write_problem(problem: Problem) -> Json:
    """Everything a solver needs; names and known labels stay with the caller. Values travel bit for bit."""
    values = np.ascontiguousarray(problem.dataset.values, dtype="<f8")
    return {
        "features": to_json(problem.dataset.features),
        "shape": list(values.shape),
        "values": base64.b64encode(values.tobytes()).decode("ascii"),
        "links": to_json(problem.links.items),
        **write_fields(problem, Form(left_out=("dataset", "links"))),
    }


def read_problem(data: Mapping[str, Any], about: About) -> Problem:
    values = np.frombuffer(base64.b64decode(data["values"]), dtype="<f8").reshape(data["shape"]).copy()
    dataset = Dataset(read_json(tuple[Feature, ...], data["features"]), values, np.arange(len(values)))
    links = Links.of(read_json(tuple[Link, ...], data["links"]))
    problem: Problem = read_fields(Problem, data, dataset=dataset, links=links)
    return problem


def write_repair(repair: Repair) -> Json:
    problem, result = repair.question.problem, repair.result
    change: Json = {"links": to_json(repair.dropped)}
    if repair.limits:
        change = {"limits": to_json(repair.limits)}
    if repair.action in ("depth", "k"):
        change = {repair.action: to_json(getattr(problem, repair.action))}
    figures = {"status": result.status.value, "md": result.md, "ms": result.ms, "result": to_json(result)}
    return {"action": repair.action, **change, "least": repair.least, **figures}


def read_repair(data: Mapping[str, Any], about: About) -> Repair:
    """`about` is the question that had no answer."""
    if not isinstance(about, Question):
        raise TypeError("a repair can only be read with the question that it repairs")
    question, dropped = about.with_(soft=()), read_json(tuple[Link, ...], data.get("links", []))
    limits = read_json(tuple[Limit, ...], data.get("limits", []))
    match data["action"]:
        case "depth":
            question = question.with_problem(depth=int(data["depth"]))
        case "k":
            question = question.with_problem(k=int(data["k"]))
        case "drop_links":
            question = question.with_problem(
                links=Links(tuple(x for x in about.problem.links if x not in set(dropped)))
            )
        case "sizes" | "rules" | "limits":
            question = question.with_(problem=without(about.problem, limits))
        case "soft":
            soft = tuple(SoftLink(link, 1.0) for link in about.problem.links)
            question = question.with_problem(links=Links()).with_(soft=soft)
    result = read_result(data["result"], question)
    return Repair(data["action"], question, result, bool(data["least"]), dropped, limits)


def first_conflict(explanation: Explanation) -> Conflict:
    return explanation.conflict or Conflict((), False)


FORMS |= {
    Link: Special(write_link, read_link),
    SoftLink: Form(spread=("link",)),
    Authorship: Special(
        lambda made: [made.author, made.when.isoformat()],
        lambda data, about: read_fields(Authorship, dict(zip(("author", "when"), data, strict=True))),
    ),
    Feature: Form(also={"name": lambda feature: feature.name}),
    Tree: Special(write_tree, read_tree),
    Measures: Form(left_out=("diameter_pair", "split_pair", "links_kept", "links_broken")),
    Result: Special(write_result, read_result),
    SoftResult: Special(write_soft_result),
    Problem: Special(write_problem, read_problem),
    Compromise: Form(spread=("solution", "measures")),
    Front: Form(keys={"points": "front"}, also={"papers_choice": lambda front: front.papers_choice}),
    Agreement: Form(left_out=("together",), also={"pairs": lambda agreement: agreement.pairs}),
    Alternative: Form(spread=("solution", "measures")),
    Alternatives: Form(keys={"found": "alternatives"}, also={"agreement": lambda found: found.agreement}),
    Price: Form(spread=("link",)),
    Limit: Form(also={"words": lambda limit: limit.words}),
    Repair: Special(write_repair, read_repair),
    Explanation: Form(
        left_out=("about",),
        also={"conflict": lambda one: first_conflict(one).links, "minimal": lambda one: first_conflict(one).minimal},
    ),
}
