"""A search that decides nothing at first, so that other stages have their turn on tiny problems."""

from __future__ import annotations

from collections import Counter

from treeclust.core.decision import UNDECIDED


def reluctant(search):
    asked: Counter[tuple[object, ...]] = Counter()

    def search_later(tree, md_level: int, ms_level: int, effort: int):
        question = (id(tree), md_level, ms_level, tree.formula.piece)
        asked[question] += 1
        if asked[question] <= (4 if tree.formula.piece is None else 1):
            return UNDECIDED
        return search(tree, md_level, ms_level, effort)

    return search_later
