"""What can go wrong through the caller's input. Each message is one sentence that says what to do next."""

from __future__ import annotations

LONGEST_MESSAGE = 300


class InputError(ValueError):
    """The question cannot be asked as it stands; the message says why and what to change. It is one line, however long
    the names are that somebody's file has in it."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class VerificationError(RuntimeError):
    """A solution failed the independent check. This is a bug in TreeClust, never the caller's fault."""


def one_line(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Without line breaks, and without signs that command a terminal; what is too long loses its middle, so that the
    advice at the end stays."""
    text = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
    if len(text) <= longest:
        return text
    tail = longest // 2
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"
