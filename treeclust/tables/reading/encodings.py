"""Which letters the bytes of a text file stand for: Unicode if it can be, else what charset-normalizer finds likely."""

from __future__ import annotations

import codecs
import re

from treeclust.core.errors import InputError
from treeclust.tables.reading.alphabets import encoding_by_letters, is_latin

ENCODINGS = {
    "utf-8": "Unicode (UTF-8)", "utf-16": "Unicode (UTF-16)",
    "cp1252": "Western European", "cp1250": "Central European",
    "cp1251": "Cyrillic", "koi8_r": "Cyrillic (KOI8-R)", "cp1253": "Greek", "cp1254": "Turkish",
    "gb18030": "Chinese, simplified", "big5": "Chinese, traditional", "cp932": "Japanese", "cp949": "Korean",
}  # fmt: skip
"""What may be chosen, and what it is called."""
WESTERN, CYRILLIC = "cp1252", "cp1251"
MUCH_LIKELIER = 0.05
"""In charset-normalizer's measure of how much a text is like one in a known language, from 0 to 1."""
_SAMPLE = 65_536
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def decode(data: bytes, name: str, encoding: str | None = None) -> tuple[str, str]:
    """The text and the encoding it was in, which is guessed unless it is given."""
    for one in likely_encodings(data) if encoding is None else (known(encoding),):
        try:
            text = data.decode(one)
        except UnicodeError:
            continue
        if _CONTROL.search(text) is None:
            return text.removeprefix("\ufeff"), one.removesuffix("-sig")
    if encoding is not None:
        raise InputError(f"{name} cannot be read as {ENCODINGS.get(encoding, encoding)}; choose another encoding.")
    raise InputError(f"{name} is not a text file; save the table as CSV (UTF-8), .xlsx or .parquet.")


def known(encoding: str) -> str:
    """A name that Python has letters for."""
    try:
        "a".encode(encoding)
    except (LookupError, ValueError):
        listed = ", ".join(ENCODINGS)
        raise InputError(f'The encoding "{encoding}" is not known; choose one of {listed}.') from None
    return encoding


def likely_encodings(data: bytes) -> tuple[str, ...]:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return (encoding,)
    sample = data[:4096]
    if sample.count(0) > len(sample) // 4:
        zero_first = sample[0::2].count(0) > sample[1::2].count(0)
        return ("utf-16-be",) if zero_first else ("utf-16-le",)
    try:
        data.decode("utf-8")
    except UnicodeError:
        return tuple(dict.fromkeys((guess(data), WESTERN)))
    return ("utf-8",)


def guess(data: bytes) -> str:
    """By the lines that have other letters than English ones: by the alphabet of a language that has them all, else as
    charset-normalizer finds. Latin letters are Western European unless another is much likelier: of many short texts
    nobody can tell."""
    from charset_normalizer import from_bytes  # here, because few files need it

    lines = b"\n".join(line for line in data.split(b"\n") if not line.isascii())[:_SAMPLE]
    if by_letters := encoding_by_letters(lines):
        return by_letters
    found = list(from_bytes(lines, cp_isolation=[one for one in ENCODINGS if not one.startswith("utf")]))
    if not found:
        return WESTERN if is_latin(lines) else CYRILLIC
    western = [match.coherence for match in found if WESTERN in (match.encoding, *match.could_be_from_charset)]
    if western and is_latin(lines) and max(western) >= found[0].coherence - MUCH_LIKELIER:
        return WESTERN
    return str(found[0].encoding)
