"""How answers show themselves: in the words of the command line, and trees as a drawing where Graphviz is at hand."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import Any

import numpy as np

from treeclust.commands import alternatives, explain, pareto, price, solve, suggest
from treeclust.core.answers import Alternatives, Front, LeafPrices, SoftResult
from treeclust.core.explanations import Explanation
from treeclust.core.limits import plural
from treeclust.core.link_prices import Force, Prices
from treeclust.core.result import Result
from treeclust.core.rule_prices import RulePrices
from treeclust.core.suggestions import Suggestion
from treeclust.core.tree import Tree
from treeclust.views.tree_info import TreeInfo, tree_info

STYLE = "font-family: sans-serif; white-space: pre-line; margin: 0 0 0.6em 0"


@singledispatch
def words_of(value: Any) -> str:
    """As `python -m treeclust` prints it."""
    return repr(value)


@words_of.register
def _(tree: Tree) -> str:
    return "\n".join(f"{rule}  ({rule.size} {plural('row', rule.size)})" for rule in tree.rules())


@words_of.register
def _(result: Result) -> str:
    return solve.in_words(result)


@words_of.register
def _(result: SoftResult) -> str:
    return solve.soft_in_words(result)


@words_of.register
def _(front: Front) -> str:
    return pareto.in_words(front)


@words_of.register
def _(found: Alternatives) -> str:
    return alternatives.in_words(found)


@words_of.register
def _(prices: Prices) -> str:
    return price.in_words(prices)


@words_of.register
def _(explanation: Explanation) -> str:
    return explain.in_words(explanation)


@words_of.register
def _(suggestion: Suggestion) -> str:
    return suggest.in_words(suggestion)


@words_of.register
def _(prices: LeafPrices) -> str:
    from treeclust.views.leaf_prices import leaf_dots  # needs plotly, which the library alone does not

    return "\n".join(dot.words for dot in leaf_dots(prices.prices)) or "No tree was found, so no leaf has a price."


@words_of.register
def _(prices: RulePrices) -> str:
    lines = [prices.message] if prices.message else []
    for one in prices.prices:
        better = f"; without it MD {solve.number(one.md)}, MS {solve.number(one.ms)}"
        lines.append(f"{one.limit.words}: {one.force}{better if one.force is Force.BINDING else ''}")
    return "\n".join(lines) or "There are no sizes, bounds or rules."


def mimebundle_of(value: Any) -> dict[str, str]:
    """What a notebook may choose from: words always; a drawing, with the words above it, where there is a tree."""
    bundle = {"text/plain": words_of(value)}
    result = value.result if isinstance(value, SoftResult) else value
    tree = result.tree if isinstance(result, Result) else result if isinstance(result, Tree) else None
    drawing = None if tree is None else drawing_of(tree)
    if drawing is None:
        return bundle
    if isinstance(value, Tree):
        return bundle | {"image/svg+xml": drawing}
    return bundle | {"text/html": f'<p style="{STYLE}">{escape(before_rules(bundle["text/plain"]))}</p>{drawing}'}


def before_rules(words: str) -> str:
    """The words without the rules, which the drawing shows."""
    return "\n".join(line for line in words.splitlines() if " → cluster " not in line)


def drawing_of(tree: Tree) -> str | None:
    """The tree as SVG; None where Graphviz is not installed."""
    try:
        from treeclust.views.tree_svg import tree_svg
    except ImportError:
        return None
    return tree_svg(boxes_of(tree))


def boxes_of(tree: Tree, values: Any = None) -> TreeInfo:
    """Clusters numbered as labels are, from 0."""
    rows = np.empty((0, len(tree.features))) if values is None else values
    return tree_info(tree, rows, {leaf.cluster: f"cluster {leaf.cluster}" for leaf in tree.leaves()})
