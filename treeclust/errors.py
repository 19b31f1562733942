"""What can go wrong through the caller's input. Each message is one sentence that says what to do next."""

from __future__ import annotations


class InputError(ValueError):
    """The question cannot be asked as it stands; the message says why and what to change."""


class VerificationError(RuntimeError):
    """A solution failed the independent check. This is a bug in TreeClust, never the caller's fault."""
