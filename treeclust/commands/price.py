"""`price`: what every link costs."""

from __future__ import annotations

import argparse

from treeclust.ask.conflict_words import link_words
from treeclust.ask.price import price_links
from treeclust.commands.frame import Name, add_frame, answer
from treeclust.commands.solve import number
from treeclust.core.link_prices import Force, Price, Prices


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)


def run(arguments: argparse.Namespace) -> int:
    return answer(arguments, lambda problem, stop, _: price_links(problem, arguments.objective, stop), in_words)


def in_words(found: Prices, name: Name = str) -> str:
    lines = [f"With all links: MD {number(found.md)}, MS {number(found.ms)}"]
    if found.message:
        lines.append(found.message)
    return "\n".join(lines + [one_in_words(price, name) for price in found.prices])


def one_in_words(price: Price, name: Name) -> str:
    link = link_words(price.link, name)
    if price.force is Force.FREE:
        return f"{link}: free" + (", the other links imply it" if price.implied else "")
    if price.force is Force.UNKNOWN:
        return f"{link}: not decided in the time given"
    proved = "" if price.proved else " or better"
    return f"{link}: binding; without it MD {number(price.md)}, MS {number(price.ms)}{proved}"
