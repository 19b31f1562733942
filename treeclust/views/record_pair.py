"""Two records side by side: every column of the table, those in which they differ most first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

LONG = 60
"""Longer texts are shown as paragraphs."""
DATA_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+")
WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp")
MOST_COLUMNS = 200
MOST_LETTERS = 4_000
"""Of a text that is shown; pictures are whole."""
MOST_IN_ALL = 2_000_000
"""Letters of one pair, pictures among them: it is sent to the browser again and again."""


@dataclass(frozen=True)
class Field:
    """One column of both records. `gap` is 0 where they are equal, 1 where they are as different as the table allows;
    `kind` is number, text, long, image (part of the table) or address (a picture elsewhere)."""

    name: str
    a: str
    b: str
    gap: float
    kind: str


def record_pair(frame: pd.DataFrame, a: int, b: int, left_out: tuple[str, ...] = ()) -> list[Field]:
    """The fields of two rows of the frame, without columns that would give the answer away, as many as have room."""
    names = [name for name in frame.columns if str(name) not in left_out][:MOST_COLUMNS]
    fields = sorted((field_of(str(name), frame[name], a, b) for name in names), key=lambda field: -field.gap)
    room, shown = MOST_IN_ALL, []
    for field in fields:
        size = len(field.a) + len(field.b)
        if size <= room:
            room -= size
            shown.append(field)
    return shown


def field_of(name: str, column: pd.Series, a: int, b: int) -> Field:
    one, two = column.iloc[a], column.iloc[b]
    texts = text_of(one), text_of(two)
    numeric = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    if numeric and not (pd.isna(one) or pd.isna(two)):
        spread = float(column.max() - column.min())
        return Field(name, *texts, abs(float(one) - float(two)) / spread if spread else 0.0, "number")
    kind = kind_of(texts)
    one_text, two_text = texts if kind == "image" else map(shortened, texts)
    return Field(name, one_text, two_text, float(texts[0] != texts[1]), kind)


def text_of(value: Any) -> str:
    if value is None or (not isinstance(value, str) and pd.isna(value)):
        return "–"
    return f"{value:g}" if isinstance(value, (float, np.floating)) else str(value)


def shortened(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + " …"


def kind_of(texts: tuple[str, ...]) -> str:
    """A column is what all of its values are; one that is empty will be what the others are."""
    there = [text for text in texts if text != "–"]
    if there and all(DATA_IMAGE.fullmatch(text) for text in there):
        return "image"
    if there and all(map(is_web_picture, there)):
        return "address"
    return "long" if max(map(len, texts)) > LONG else "text"


def is_web_picture(text: str) -> bool:
    """By the ending of the address, or of what stands before its first question mark."""
    ends = text.lower().endswith(PICTURE_ENDINGS) or text.partition("?")[0].lower().endswith(PICTURE_ENDINGS)
    return ends and WEB_ADDRESS.fullmatch(text) is not None
