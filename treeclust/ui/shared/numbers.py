"""How numbers are written on the screen."""

from __future__ import annotations


def two_digits(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
