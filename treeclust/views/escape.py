"""Names from a file are only ever text: each target has its own way of being told so."""

from __future__ import annotations

import re

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def plotly_text(text: str) -> str:
    """Plotly reads tags as markup and %{…} as a template."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("%{", "%\u200b{")


def markdown_text(text: str) -> str:
    """Streamlit labels are Markdown: images would load, colons make icons and colours, dollars make formulas."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~$:<>&])", r"\\\1", " ".join(text.split()))


def csv_cell(value: str) -> str:
    """A spreadsheet runs cells that begin like a formula; an apostrophe makes them text. Plain numbers stay numbers."""
    if value.startswith(FORMULA_STARTS) and not NUMBER.fullmatch(value):
        return "'" + value
    return value


def clean_text(text: str) -> str:
    """Without control characters, which neither XML nor Graphviz takes."""
    return "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\x7f\ufffe\uffff" else " " for c in text
    )


def dot_text(text: str) -> str:
    """For a plain Graphviz label: backslashes begin escapes there, ampersands entities; quotes are not our business."""
    return clean_text(text).replace("\\", "\\\\").replace("&", "&amp;")
