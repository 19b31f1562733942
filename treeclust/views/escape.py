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


def dot_string(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")


def xml_text(text: str) -> str:
    """For text and attribute values of SVG; control characters are not XML at all."""
    clean = "".join(c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else " " for c in text)
    for plain, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        clean = clean.replace(plain, escaped)
    return clean
