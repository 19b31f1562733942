"""The difference between two states of the work as a small piece of JSON, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from treeclust.columns import ColumnChoice
from treeclust.links import Kind, Link, Links
from treeclust.store.tables import Source, about_to_json
from treeclust.work import Made, Pair, Parameters, Work, differing

Json = dict[str, Any]
Make = Callable[[Any, ColumnChoice], Source]


def change(before: Work, after: Work) -> Json:
    """Only what differs; one new link in ten thousand is one link."""
    found: Json = {}
    if after.table is not before.table:
        found["table"] = None if after.table is None else about_to_json(after.table)
    if after.choice != before.choice:
        found["choice"] = after.choice.to_json()
    if after.links.items != before.links.items:
        found["links"] = splice(before.links.items, after.links.items)
    for name, write in (("notes", str), ("certainty", str), ("made", made_to_json)):
        differs = mapping_change(getattr(before, name), getattr(after, name), write)
        if differs:
            found[name] = {pair_text(pair): value for pair, value in differs.items()}
    names = mapping_change(before.names, after.names, str)
    if names:
        found["names"] = {str(cluster): name for cluster, name in names.items()}
    if after.parameters != before.parameters:
        found["parameters"] = asdict(after.parameters)
    return found


def apply(before: Work, found: Json, make: Make) -> Work:
    """The state after a change; `make` gives the table and its dataset."""
    fields: dict[str, Any] = {}
    if "links" in found:
        fields["links"] = Links(spliced(before.links.items, found["links"]))
    for name, read in (("notes", str), ("certainty", str), ("made", made_from_json)):
        if name in found:
            pairs = {pair_of(pair): value for pair, value in found[name].items()}
            fields[name] = changed_mapping(getattr(before, name), pairs, read)
    if "names" in found:
        names = {int(cluster): name for cluster, name in found["names"].items()}
        fields["names"] = changed_mapping(before.names, names, str)
    if "parameters" in found:
        fields["parameters"] = Parameters(**found["parameters"])
    return replace(before, **fields, **data_fields(before, found, make))


def data_fields(before: Work, found: Json, make: Make) -> dict[str, Any]:
    """Table, choice and the dataset they make."""
    if not found.keys() & {"table", "choice"}:
        return {}
    choice = ColumnChoice.from_json(found["choice"]) if "choice" in found else before.choice
    old = None if before.table is None else about_to_json(before.table)
    about = found.get("table", old)
    if about is None:
        return {"table": None, "choice": choice, "dataset": None}
    source = make(about, choice)
    return {"table": source.table, "choice": choice, "dataset": source.dataset}


# -- links ----------------------------------------------------------------------------------------------------------


def splice(before: tuple[Link, ...], after: tuple[Link, ...]) -> list[Any]:
    """[where, how many links go there, the links that come there]: all else stays."""
    start, end = differing(before, after)
    return [start, len(before) - start - end, [link_to_json(x) for x in after[start : len(after) - end]]]


def spliced(before: tuple[Link, ...], found: list[Any]) -> tuple[Link, ...]:
    start, gone, come = found
    return (*before[:start], *(link_from_json(x) for x in come), *before[start + gone :])


def link_to_json(link: Link) -> list[Any]:
    return [int(link.a), int(link.b), str(link.kind)]


def link_from_json(data: list[Any]) -> Link:
    return Link(int(data[0]), int(data[1]), Kind(data[2]))


# -- mappings -------------------------------------------------------------------------------------------------------


def mapping_change(before: Mapping[Any, Any], after: Mapping[Any, Any], write: Callable[[Any], Any]) -> dict[Any, Any]:
    """New values, and None for what is gone."""
    if before is after:
        return {}
    gone = dict.fromkeys(before.keys() - after.keys())
    return gone | {key: write(value) for key, value in after.items() if key not in before or before[key] != value}


def changed_mapping(before: Mapping[Any, Any], found: dict[Any, Any], read: Callable[[Any], Any]) -> dict[Any, Any]:
    kept = {key: value for key, value in before.items() if key not in found}
    return kept | {key: read(value) for key, value in found.items() if value is not None}


def pair_text(pair: Pair) -> str:
    return f"{int(pair[0])}-{int(pair[1])}"


def pair_of(text: str) -> Pair:
    a, b = text.split("-")
    return int(a), int(b)


def made_to_json(made: Made) -> list[str]:
    return [made.author, made.when.isoformat()]


def made_from_json(data: list[str]) -> Made:
    return Made(str(data[0]), datetime.fromisoformat(data[1]))
