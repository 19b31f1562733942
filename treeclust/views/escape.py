"""Names from a file are only ever text: each target has its own way of being told so."""

from __future__ import annotations

import re

FORMULA_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
SEPARATOR = re.compile(r"([,;|\t\r\n])")
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
"""Digits can be shared out in one way only: with two, a long row of them would take its length squared."""
ONLY_A_NUMBER = re.compile(NUMBER.pattern + r'[ "\xa0]*([,;|\t\r\n]|$)')
"""As far as the next separator."""


def plotly_text(text: str) -> str:
    """Plotly reads tags as markup and %{…} as a template."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("%{", "%\u200b{")


def markdown_text(text: str) -> str:
    """Streamlit labels are Markdown: images would load, colons make icons and colours, dollars make formulas."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|~$:<>&])", r"\\\1", " ".join(text.split()))


def csv_cell(value: str) -> str:
    """A spreadsheet runs cells that begin like a formula; an apostrophe makes them text. It may take another sign than
    the comma for the separator, so whatever could be a cell then is treated as one. Plain numbers stay numbers."""
    safe = value
    if any(sign in value for sign in FORMULA_SIGNS) and not NUMBER.fullmatch(value):
        safe = "".join("'" + part if is_formula(part) else part for part in SEPARATOR.split(value))
    return "'" + safe if safe.startswith(("\t", "\r", "\n")) else safe


def is_formula(cell: str) -> bool:
    bare = cell.strip(' "\xa0')
    return bare.startswith(FORMULA_SIGNS) and not ONLY_A_NUMBER.match(bare)


def clean_text(text: str) -> str:
    """Without control characters, which neither XML nor Graphviz takes."""
    return "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\x7f\ufffe\uffff" else " " for c in text
    )


def dot_text(text: str) -> str:
    """For a plain Graphviz label: backslashes begin escapes there, ampersands entities; quotes are not our business."""
    return clean_text(text).replace("\\", "\\\\").replace("&", "&amp;")
