"""One hostile file or command line, and what can be done to any bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

Trick = Callable[[Random], bytes]
FILE = "{file}"
"""Stands for the path of the case's file in the arguments of a command."""


@dataclass(frozen=True)
class Case:
    """`kind` says how it is sent: as a table, links, a project or new rows to the server, or to the command line, then
    with `arguments`; `trick` says what is wrong with it."""

    kind: str
    trick: str
    name: str
    content: bytes
    options: Mapping[str, Any] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()


def packed(members: Mapping[str, bytes]) -> bytes:
    """A zip archive, the same bytes whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def members_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def damaged(content: bytes, rng: Random) -> bytes:
    """Cut, with bytes changed, with a part twice or a part missing: what a fuzzer does first."""
    found = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        if not found:
            break
        at, length = rng.randrange(len(found)), rng.choice((1, 2, 4, 16, 256))
        match rng.randrange(5):
            case 0:
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length] * rng.choice((1, 1, 50))
            case 3:
                found[at : at + length] = rng.randbytes(length)
            case _:
                del found[max(1, at) :]
    return bytes(found)
