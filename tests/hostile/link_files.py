"""Files of links that are nearly right."""

from __future__ import annotations

from random import Random

from tests.hostile.case import Trick

ROWS = ("0", "1", "2", "7", "-1", "8", "1.0", "1e3", "²", "１", "٣", "9" * 5000, "", "x", " 3 ", "0x1", "1_0", "+1")
KINDS = ("must", "cannot", "MUST", "", "maybe", "must ", "m" * 400, "\u202emust", "'must'", "=must")
CERTAIN = ("sure", "unsure", "fairly sure", "", "never", "1.0", "x" * 900)
HEADERS = (
    "a,b,kind", "a,b,kind,certainty", "A, B ,Kind", "b,a,kind", "a,a,kind", "a,b", "", "kind", "\ufeffa,b,kind",
    "a;b;kind", '"a","b","kind', "a,b,kind" + ",x" * 5000,
)  # fmt: skip


def nearly(rng: Random) -> bytes:
    rows = [
        ",".join((rng.choice(ROWS), rng.choice(ROWS), rng.choice(KINDS), rng.choice(CERTAIN)))
        for _ in range(rng.randint(0, 8))
    ]
    return "\n".join([rng.choice(HEADERS), *rows]).encode()


def valid_words(rng: Random) -> bytes:
    """Links that can be read but contradict each other, join a row to itself or are too many."""
    rows = [
        f"{rng.randrange(9)},{rng.randrange(9)},{rng.choice(KINDS[:2])},{rng.choice(CERTAIN[:4])}"
        for _ in range(rng.choice((1, 2, 9)))
    ]
    return "\n".join(["a,b,kind,certainty", *rows * rng.choice((1, 1, 1, 9000))]).encode()


def encodings(rng: Random) -> bytes:
    return "a,b,kind\n0,1,müst\n".encode(rng.choice(("utf-16", "cp1252", "utf-32", "utf-8-sig")))


def quotes(rng: Random) -> bytes:
    return b"a,b,kind\n" + "".join(rng.choice('",\n\r01mustcannot\0') for _ in range(rng.randint(1, 300))).encode()


TRICKS: dict[str, Trick] = {
    "nearly right": nearly,
    "contradictions": valid_words,
    "encodings": encodings,
    "quotation marks": quotes,
    "any bytes": lambda rng: rng.randbytes(rng.randint(0, 300)),
}
