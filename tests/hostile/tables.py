"""Text files that are nearly tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from random import Random

from tests.hostile.case import Trick

NAMES = (
    "", " ", "\ufeff", "\u200b", "\u202eabc", "é", "e\u0301", "<img src=x onerror=alert(1)>", "![i](http://x/i.png)",
    "=1+1", "@SUM(A1)", "'; DROP TABLE steps; --", "\\'; --", "a" * 3000, "\U0001f409", "__class__", "constructor",
    "$x^2$", ":red[x]", "x\ny", "x\ty", "%{x}", "{0}", "{", "None", "nan", "index", "level_0", "0", "1.0",
)  # fmt: skip
NUMBERS = (
    "1" * 400, "1" * 5000, "1e308", "-1e308", "1e999", "-1e999", "5e-324", "inf", "-Infinity", "nan", "0x10", "1_000",
    "٣", "²", "１", "1,5", "1.234,5", "1'000", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "-0", "+", "-", ".", ",", "e", "1e", "\u22121", "1 000", "00012", "1e-400", "0.1" + "0" * 300 + "1",
)  # fmt: skip
DATES = (
    "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2024-02-30", "31/02/2024", "2024-13-01", "1677-09-20",
    "2262-04-12", "2024-01-01T25:00", "2024-01-01 23:59:60", "2024-01-01T00:00:00.1234567890123Z", "13/13/2013",
)  # fmt: skip
WORDS = ("yes", "no", "TRUE", "n/a", "?", "-", "null", "#N/A", "", " ", "a", "b", "\u00a0", "\u2028", "x" * 500, "\r")
SEPARATORS = (",", ";", "\t", "|")


def lines(rows: Sequence[Sequence[str]], separator: str = ",", ending: str = "\n") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator=ending, quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode()


def mixed(rng: Random, pool: Sequence[str], first: Sequence[str] = ()) -> bytes:
    """Columns of nearly plain numbers with values of the pool among them, under the first names and others."""
    width, height = rng.randint(max(1, len(first)), 6), rng.randint(1, 40)
    names = [*first, *(rng.choice((*NAMES, f"c{j}", f"c{j}", f"c{j}")) for j in range(len(first), width))]
    share = rng.choice((0.02, 0.3, 1.0))
    rows = [
        [rng.choice(pool) if rng.random() < share else f"{rng.uniform(-9, 9):.3g}" for _ in range(width)]
        for _ in range(height)
    ]
    return lines([names, *rows], rng.choice(SEPARATORS), rng.choice(("\n", "\r\n", "\r")))


def ragged(rng: Random) -> bytes:
    return b"\n".join(rng.choice(SEPARATORS).encode() * rng.randint(0, 9) + b"1" for _ in range(rng.randint(1, 30)))


def quotes(rng: Random) -> bytes:
    return "".join(rng.choice("\",\n\r;x1 \t'") for _ in range(rng.randint(1, 400))).encode()


def comments(rng: Random) -> bytes:
    word = rng.choice(("<!---->", "<!-- ", "<!--->", "\n<!---->\t", "<", "<!"))
    return (word * rng.choice((3, 36, 5000)) + rng.choice(("", "a,b\n1,2\n", "<html>"))).encode()


def one_line(rng: Random) -> bytes:
    """A great many of one character, alone or before a table."""
    sign = rng.choice((",", ";", "\t", '"', " ", "\n", "\r", "1", "-", "a", "\u00a0", "\u2028", "[", "{", "<", "'"))
    return (sign * rng.choice((100, 3000, 200_000)) + rng.choice(("", "\na,b\n1,2\n2,1\n"))).encode()


def encodings(rng: Random) -> bytes:
    text = lines([["größe", "日本", "x"], *([f"{i}", "ü", str(i * i)] for i in range(5))]).decode()
    name = rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252", "cp037", "shift_jis", "utf-8"))
    mark = rng.choice((b"", b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00"))
    return mark + text.encode(name, "replace")


def surrogates(rng: Random) -> bytes:
    """Half a character, in every encoding that can say it by mistake."""
    half = rng.choice(("\udfff", "\ud83d", "x"))
    text = f"a,b\ud800\n1,{half}\n2,3\n"
    return text.encode(rng.choice(("utf-8", "utf-16", "utf-16-le", "utf-32")), "surrogatepass")


def long_cells(rng: Random) -> bytes:
    most = rng.choice((131_071, 131_073, 900_000))
    rows = [["a", "b"], ["1", "x" * most], ["2", "y"]]
    return lines([[*rows[0]], *rows[1:]] if rng.random() < 0.5 else [["n" * most, "b"], ["1", "2"], ["3", "4"]])


def wide(rng: Random) -> bytes:
    width = rng.choice((499, 500, 501, 20_000))
    names = ["same"] * width if rng.random() < 0.5 else [f"c{j}" for j in range(width)]
    return lines([names, *([str(rng.random())] * width for _ in range(3))])


def named_separator(rng: Random) -> bytes:
    sign = rng.choice((",", ";", "x", "", "\0", "\n"))
    return f"sep={sign}\na;b\n1;2\n3;4\n".encode()


def other_formats(rng: Random) -> bytes:
    starts = (
        b"%PDF-1.7", b"\x89PNG", b"\x1f\x8b", b"PK\x05\x06", b"PAR1", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"SQLite format 3\0", b"MZ", b"#!/bin/sh\n", b'{"a": 1}', b"[[1, 2]]", b"<?xml version='1.0'?><a/>", b"\0" * 9,
    )  # fmt: skip
    return rng.choice(starts) + rng.randbytes(rng.choice((0, 10, 2000)))


def new_rows(rng: Random) -> bytes:
    """With the columns that the tree of `tests.hostile.server` asks about."""
    return mixed(rng, (*NUMBERS, *DATES, *WORDS), ("x", "y"))


TRICKS: dict[str, Trick] = {
    "strange numbers": lambda rng: mixed(rng, NUMBERS),
    "strange dates": lambda rng: mixed(rng, DATES),
    "strange words": lambda rng: mixed(rng, (*WORDS, *NAMES)),
    "everything mixed": lambda rng: mixed(rng, (*NUMBERS, *DATES, *WORDS)),
    "ragged rows": ragged,
    "quotation marks": quotes,
    "comments": comments,
    "one line": one_line,
    "encodings": encodings,
    "half characters": surrogates,
    "long cells": long_cells,
    "wide tables": wide,
    "a named separator": named_separator,
    "other formats": other_formats,
    "any bytes": lambda rng: rng.randbytes(rng.randint(0, 600)),
}
