"""Files that somebody names: never more of one is read than is allowed, because a device or a pipe may never end."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

from treeclust.core.errors import InputError

MOST_BYTES = 100_000_000
BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_given(path: Path) -> bytes:
    """InputError if there is more than MOST_BYTES."""
    with path.open("rb") as file:
        found = file.read(MOST_BYTES + 1)
    check_bytes(found)
    return found


def check_bytes(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        words = f"The file is larger than {MOST_BYTES // 1_000_000} MB; keep the rows and columns that you need."
        raise InputError(words)


def read_json(path: Path) -> Any:
    """In any of the encodings that JSON may have: PowerShell redirects into UTF-16."""
    return json.loads(read_given(path))


def text_in(content: bytes) -> str:
    """UTF-8, or UTF-16 that says so."""
    return content.decode("utf-16" if content.startswith(BOMS) else "utf-8-sig")
