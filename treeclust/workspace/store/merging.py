"""Two people changed the same project at once: both changes are kept, link by link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from treeclust.core.experts import SURE, Said, check_each
from treeclust.core.links import Authorship, Link, LinkConflict, Links
from treeclust.core.rules import TreeRules
from treeclust.workspace.document import History, Opinion, Work
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.store.ledger import Ledger, Saved, Stale

MAPPINGS = ("notes", "certainty", "made", "names", "opinions")
Fields = TypeVar("Fields", Parameters, TreeRules)


@dataclass(frozen=True, eq=False)
class Merged:
    """What somebody else had saved, and the links of mine that contradicted it and were left out."""

    saved: Saved
    refused: tuple[Link, ...]


def save_merged(ledger: Ledger, history: History) -> Merged | None:
    """Write a history; where somebody else was faster, both changes are put together. None if nobody was."""
    merged = None
    while True:
        try:
            ledger.save(history)
            return merged
        except Stale:
            base, mine = ledger.present, history.present
            saved = ledger.read()
            changes, refused = merge(base, mine, saved.present)
            saved.give(history)
            if changes:
                history.put("merge with another window", **changes)
            merged = Merged(saved, refused if merged is None else (*merged.refused, *refused))


def merge(base: Work, mine: Work, theirs: Work) -> tuple[dict[str, Any], tuple[Link, ...]]:
    """What to change in `theirs` so that it also has what was done from `base` to `mine`; and the links of mine that
    had to be left out, because theirs contradict them. Where both changed the same thing, mine is later and stays.
    """
    if not same_data(mine, base):
        return whole(mine, theirs), ()
    if not same_data(theirs, base):
        # the links of mine are about rows of another table; they stay where undo finds them
        return (whole(mine, theirs) if differs(base, mine) else {}), ()
    made = {**theirs.made, **mine.made}
    links, refused = merge_links(
        base.links, mine.links, theirs.links, 0 if mine.dataset is None else mine.dataset.n, made
    )
    changes: dict[str, Any] = {"links": links}
    for name in MAPPINGS:
        changes[name] = merge_mappings(*(getattr(work, name) for work in (base, mine, theirs)))
    changes["made"] = {link.pair: changes["made"][link.pair] for link in links if link.pair in changes["made"]}
    for link in (one for one in refused if contradicts_another(one, mine, theirs)):
        said = Opinion(link.kind, mine.certainty.get(link.pair, SURE), mine.made[link.pair])
        changes["opinions"] = {**changes["opinions"], link.pair: (*changes["opinions"].get(link.pair, ()), said)}
        changes["made"] = {**changes["made"], link.pair: theirs.made[link.pair]}
        refused = tuple(one for one in refused if one is not link)
    changes["parameters"] = merge_parameters(base.parameters, mine.parameters, theirs.parameters)
    return {name: value for name, value in changes.items() if value != getattr(theirs, name)}, refused


def contradicts_another(link: Link, mine: Work, theirs: Work) -> bool:
    """Do two experts say the opposite of the same pair?"""
    authors = {work.author_of(link.pair) for work in (mine, theirs)}
    return len(authors) == 2 and "" not in authors and any(one.pair == link.pair for one in theirs.links)


def same_data(one: Work, other: Work) -> bool:
    return one.table is other.table and one.choice == other.choice


def differs(one: Work, other: Work) -> bool:
    names = ("links", "parameters", *MAPPINGS)
    return not same_data(one, other) or any(getattr(one, name) != getattr(other, name) for name in names)


def whole(mine: Work, theirs: Work) -> dict[str, Any]:
    """Mine on top of theirs, which undo brings back."""
    return {f.name: getattr(mine, f.name) for f in fields(Work)} if differs(mine, theirs) else {}


def merge_links(
    base: Links, mine: Links, theirs: Links, n: int, made: Mapping[tuple[int, int], Authorship]
) -> tuple[Links, tuple[Link, ...]]:
    """Theirs, without what I deleted, with what I added unless it contradicts them and is not another expert's."""
    gone, added = set(base) - set(mine), [link for link in mine if link not in set(base)]
    kept = Links.of(link for link in theirs if link not in gone)
    refused = []
    for link in added:
        more = Links.of([*kept, link])
        try:
            check_each([Said(one, made[one.pair].author if one.pair in made else "") for one in more], n)
        except LinkConflict:
            refused.append(link)
        else:
            kept = more
    return kept, tuple(refused)


def merge_mappings(base: Mapping[Any, Any], mine: Mapping[Any, Any], theirs: Mapping[Any, Any]) -> dict[Any, Any]:
    gone = base.keys() - mine.keys()
    changed = {key: value for key, value in mine.items() if key not in base or base[key] != value}
    return {key: value for key, value in theirs.items() if key not in gone} | changed


def merge_parameters(base: Parameters, mine: Parameters, theirs: Parameters) -> Parameters:
    """Field by field, those of the rules among them."""
    mixed = merge_fields(base, mine, theirs)
    rules = merge_fields(base.rules, mine.rules, theirs.rules)
    if rules.root in rules.never:
        rules = replace(rules, never=tuple(name for name in rules.never if name != rules.root))
    at_least = None if mixed.k_min is None or mixed.k_min >= mixed.k else mixed.k_min
    return replace(mixed, rules=rules, k_min=at_least)


def merge_fields(base: Fields, mine: Fields, theirs: Fields) -> Fields:
    """Theirs, with what I changed."""
    names = [one.name for one in fields(base)]
    return replace(theirs, **{n: getattr(mine, n) for n in names if getattr(mine, n) != getattr(base, n)})
