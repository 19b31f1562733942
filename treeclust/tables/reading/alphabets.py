"""Languages by their letters: which encoding makes a text of the letters of one language.

The same bytes are letters in every encoding of one byte per letter: Győr in Central European letters is Gyõr in Western
ones, and no Western language writes õ there. Frequencies of letters need long texts; alphabets do with a few names.
"""

from __future__ import annotations

import re

ALPHABETS = (
    ("cp1252", "äöüß"),  # German
    ("cp1252", "åäöé"),  # Swedish, Finnish
    ("cp1252", "æøåé"),  # Danish, Norwegian
    ("cp1252", "àâæçéèêëîïôùûüÿœ"),  # French
    ("cp1252", "áéíñóúü¡¿"),  # Spanish
    ("cp1252", "áâãàçéêíóôõúü"),  # Portuguese
    ("cp1252", "àèéìíòóùúç"),  # Italian, Catalan
    ("cp1252", "áéëïóöüèç"),  # Dutch
    ("cp1250", "ąćęłńóśźż"),  # Polish
    ("cp1250", "áčďéěíňóřšťúůýžäĺľôŕö"),  # Czech, Slovak
    ("cp1250", "áéíóöőúüű"),  # Hungarian
    ("cp1250", "čćđšž"),  # Croatian, Slovene
    ("cp1250", "ăâîşţ"),  # Romanian
    ("cp1254", "âçğıîöşüûi̇"),  # Turkish
    ("cp1252", "áðéíóúýþæö"),  # Icelandic
)
"""The encoding of a language, and its letters beyond a to z; of two that fit, the first is taken."""
SIGNS = frozenset("°§·«»–—‘’‚“”„…€±×µ™®©\xa0\xad")
_ORDINALS = re.compile(r"(?<=[mM])[²³]|(?<=[nN\dr])[ºª]")
"""Signs that another encoding has a letter for: m², cm³, nº, 1ª."""
_OTHER_WORDS = {"õ": re.compile("õ(?!e)", re.IGNORECASE), "æ": re.compile(r"iæ\b", re.IGNORECASE)}
"""Where a letter never stands in the Western languages that have it: Portuguese õ is in ões only."""
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")


def is_latin(data: bytes) -> bool:
    """Do most words with other letters than English ones have English ones, too? A single letter tells nothing."""
    words = [word for word in _WORD.findall(data) if len(word) > 1]
    return sum(re.search(rb"[A-Za-z]", word) is not None for word in words) * 2 >= len(words)


def encoding_by_letters(data: bytes) -> str | None:
    """The encoding of the first language that has every letter of a text in Latin letters; None if none has."""
    if not is_latin(data):
        return None
    letters = {encoding: letters_in(data, encoding) for encoding in ("cp1252", "cp1250", "cp1254")}
    for encoding, alphabet in ALPHABETS:
        found = letters[encoding]
        if found and found <= set(alphabet):
            return encoding
    return None


def letters_in(data: bytes, encoding: str) -> set[str]:
    """Letters beyond a to z, in lower case; empty if there is a byte or a place that the encoding does not explain."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return set()
    text = _ORDINALS.sub("", text)
    if encoding == "cp1252" and any(place.search(text) for place in _OTHER_WORDS.values()):
        return set()
    return {letter for letter in text.lower() if not letter.isascii()} - SIGNS
