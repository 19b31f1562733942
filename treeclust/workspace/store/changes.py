"""The difference between two states of the work as a small piece of JSON, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from treeclust.core.codec import from_json, link_of_row, row_of_link, to_json
from treeclust.core.links import Authorship, Link, Links
from treeclust.tables.columns import ColumnChoice
from treeclust.workspace.document import Opinion, Pair, Work, differing
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.store.tables import Source, about_table

Json = dict[str, Any]
Make = Callable[[Any, ColumnChoice], Source]
MAPPINGS: Mapping[str, Any] = {
    "notes": Mapping[Pair, str | None],
    "certainty": Mapping[Pair, str | None],
    "made": Mapping[Pair, Authorship | None],
    "names": Mapping[int, str | None],
    "opinions": Mapping[Pair, tuple[Opinion, ...] | None],
}
"""What is said of links and clusters: a change has the new words, and None where there are none any more."""


def change(before: Work, after: Work) -> Json:
    """Only what differs; one new link in ten thousand is one link."""
    found: Json = {}
    if after.table is not before.table:
        found["table"] = None if after.table is None else about_table(after.table)
    if after.choice != before.choice:
        found["choice"] = to_json(after.choice)
    if after.links.items != before.links.items:
        found["links"] = splice(before.links.items, after.links.items)
    for name in MAPPINGS:
        differs = mapping_change(getattr(before, name), getattr(after, name))
        if differs:
            found[name] = to_json(differs)
    if after.parameters != before.parameters:
        found["parameters"] = to_json(after.parameters)
    return found


def apply(before: Work, found: Json, make: Make) -> Work:
    """The state after a change; `make` gives the table and its dataset."""
    fields: dict[str, Any] = {}
    if "links" in found:
        fields["links"] = Links(spliced(before.links.items, found["links"]))
    for name in MAPPINGS.keys() & found.keys():
        fields[name] = changed_mapping(getattr(before, name), from_json(MAPPINGS[name], found[name]))
    if "parameters" in found:
        fields["parameters"] = from_json(Parameters, found["parameters"])
    return replace(before, **fields, **data_fields(before, found, make))


def data_fields(before: Work, found: Json, make: Make) -> dict[str, Any]:
    """Table, choice and the dataset they make."""
    if not found.keys() & {"table", "choice"}:
        return {}
    choice = from_json(ColumnChoice, found["choice"]) if "choice" in found else before.choice
    old = None if before.table is None else about_table(before.table)
    about = found.get("table", old)
    if about is None:
        return {"table": None, "choice": choice, "dataset": None}
    source = make(about, choice)
    return {"table": source.table, "choice": choice, "dataset": source.dataset}


# -- links ----------------------------------------------------------------------------------------------------------


def splice(before: tuple[Link, ...], after: tuple[Link, ...]) -> list[Any]:
    """[where, how many links go there, the links that come there]: all else stays."""
    start, end = differing(before, after)
    return [start, len(before) - start - end, [row_of_link(x) for x in after[start : len(after) - end]]]


def spliced(before: tuple[Link, ...], found: list[Any]) -> tuple[Link, ...]:
    start, gone, come = found
    return (*before[:start], *(link_of_row(x) for x in come), *before[start + gone :])


# -- mappings -------------------------------------------------------------------------------------------------------


def mapping_change(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    """New values, and None for what is gone."""
    if before is after:
        return {}
    gone = dict.fromkeys(before.keys() - after.keys())
    return gone | {key: value for key, value in after.items() if key not in before or before[key] != value}


def changed_mapping(before: Mapping[Any, Any], found: Mapping[Any, Any]) -> dict[Any, Any]:
    changed = dict(before)
    for key, value in found.items():
        changed.pop(key, None)
        if value is not None:
            changed[key] = value
    return changed
