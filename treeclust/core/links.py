"""Must-links and cannot-links between rows, who drew them, and the files they come in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError


class Kind(StrEnum):
    MUST = "must"
    CANNOT = "cannot"


@dataclass(frozen=True, order=True)
class Link:
    """Two rows (0-based) that must, or cannot, share a cluster."""

    a: int
    b: int
    kind: Kind

    @property
    def pair(self) -> tuple[int, int]:
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)

    def holds(self, labels: NDArray[np.intp]) -> bool:
        """Does a clustering, given as one label per row, keep this link?"""
        return bool(labels[self.a] == labels[self.b]) is (self.kind is Kind.MUST)

    def __str__(self) -> str:
        return f"{self.a}–{self.b} {self.kind}"


@dataclass(frozen=True)
class Authorship:
    """Who drew a link ("" for nobody in particular), and when (UTC)."""

    author: str
    when: datetime


class LinkConflict(InputError):
    """Links that no clustering can obey; `chain` holds the links that clash."""

    def __init__(self, message: str, chain: Sequence[Link]) -> None:
        super().__init__(message)
        self.chain = tuple(chain)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.chain)


@dataclass(frozen=True)
class Links:
    """A set of links; equal links (in either direction) are kept once, in the order given."""

    items: tuple[Link, ...] = ()

    @classmethod
    def of(cls, links: Iterable[Link]) -> Links:
        first = {(link.pair, link.kind): link for link in reversed(list(links))}
        return cls(tuple(reversed(list(first.values()))))

    @classmethod
    def from_pairs(cls, must: Iterable[Sequence[int]] = (), cannot: Iterable[Sequence[int]] = ()) -> Links:
        return cls.of(
            [Link(int(a), int(b), Kind.MUST) for a, b in must] + [Link(int(a), int(b), Kind.CANNOT) for a, b in cannot]
        )

    def __iter__(self) -> Iterator[Link]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def must(self) -> tuple[Link, ...]:
        return tuple(link for link in self.items if link.kind is Kind.MUST)

    @property
    def cannot(self) -> tuple[Link, ...]:
        return tuple(link for link in self.items if link.kind is Kind.CANNOT)

    def check_rows(self, n: int) -> None:
        """Every link names two different rows of the table."""
        for link in self.items:
            for row in (link.a, link.b):
                if not 0 <= row < n:
                    raise InputError(f"Link {link}: row {row} does not exist; rows are numbered 0 to {n - 1}.")
            if link.a == link.b:
                raise InputError(f"Link {link} joins row {link.a} to itself; choose two different rows.")

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["a", "b", "kind"])
        writer.writerows([link.a, link.b, str(link.kind)] for link in self.items)
        return out.getvalue()

    @classmethod
    def from_csv(cls, text: str) -> Links:
        return cls.of(link for link, _ in read_certain(text))


def read_certain(text: str) -> list[tuple[Link, str | None]]:
    """The links of a file, each with what its column `certainty` says; None where there is no such column."""
    return [(link, None if word is None else word.lower()) for link, (word,) in read_columns(text, ("certainty",))]


def read_columns(text: str, wanted: Sequence[str]) -> list[tuple[Link, tuple[str | None, ...]]]:
    """The links of a file, each with what these columns say; None where there is no such column."""
    try:
        rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"), newline="")))
    except csv.Error:
        raise InputError(
            "The links file cannot be read as CSV; close its quotation marks, and save it again."
        ) from None
    header = [cell.strip().lower() for cell in rows[0]] if rows else []
    if not {"a", "b", "kind"} <= set(header):
        raise InputError("The links file needs the header a,b,kind (row, row, must or cannot).")
    at = [header.index(name) for name in ("a", "b", "kind")]
    places = [header.index(name) if name in header else None for name in wanted]
    filled = [(line, row) for line, row in enumerate(rows[1:], 2) if any(row)]
    return [
        (_read_link(row, at, line), tuple(None if i is None else "".join(row[i : i + 1]).strip() for i in places))
        for line, row in filled
    ]


def _read_link(row: Sequence[str], at: Sequence[int], line: int) -> Link:
    try:
        a, b, kind = (row[i].strip() for i in at)
        return Link(int(a), int(b), Kind(kind.lower()))
    except (ValueError, IndexError):
        raise InputError(
            f'Line {line} of the links file is "{",".join(row)}"; write two row numbers and a kind, as in 3,7,must.'
        ) from None
