"""Text that somebody typed."""

from __future__ import annotations


def one_line(text: str | None, most: int) -> str:
    return " ".join((text or "").split())[:most]
