"""HTML in which text cannot become markup: whatever is not Html already is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from treeclust.views.escape import clean_text

EMPTY = frozenset({"meta", "br"})


class Html(str):
    """Markup, made here; a plain str never is."""


def element(tag: str, /, *children: str, **attributes: str) -> Html:
    """`class_` and `data_x` stand for the attributes class and data-x."""
    words = [
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(clean_text(value))}"' for key, value in attributes.items()
    ]
    opened = f"<{tag}{''.join(words)}>"
    return Html(opened if tag in EMPTY else f"{opened}{joined(children)}</{tag}>")


def joined(children: Iterable[str]) -> Html:
    return Html("".join(child if isinstance(child, Html) else html.escape(clean_text(child)) for child in children))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], **attributes: str) -> Html:
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    top = element("thead", element("tr", *(element("th", cell) for cell in head)))
    return element("table", top, element("tbody", *body), **attributes)


def pairs(items: Iterable[tuple[str, str]]) -> Html:
    """Names and what they are, one below the other."""
    return element("dl", *(joined([element("dt", name), element("dd", value)]) for name, value in items))


def data(text: str) -> Html:
    """JSON inside a script element: no tag can begin in it."""
    return Html(text.replace("<", "\\u003c"))
