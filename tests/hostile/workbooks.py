"""Excel workbooks written by hand: what they say of themselves is not true, or there is far too much of it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from functools import cache
from random import Random

import openpyxl

from tests.hostile.case import Trick, damaged, members_of, packed
from tests.hostile.tables import DATES, NAMES, NUMBERS

SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
KINDS = "[Content_Types].xml"
SHARED = (
    f'<Override PartName="/{STRINGS}" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
WHEN = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def parts_of(rows: Sequence[Sequence[object]]) -> dict[str, bytes]:
    """The parts of a workbook, the same whenever it is made."""
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return {name: WHEN.sub(b"2026-01-01T00:00:00Z", part) for name, part in members_of(out.getvalue()).items()}


@cache
def plain() -> dict[str, bytes]:
    """Those of a small honest one, with shared strings as Excel writes them."""
    parts = parts_of((["a", "b", "c"], [1, "x", 2.5], [2, "y", 3.5], [3, "z", 0.5]))
    kinds = parts[KINDS].replace(b"</Types>", SHARED.encode() + b"</Types>")
    return parts | {STRINGS: f'<sst xmlns="{MAIN}"><si><t>a</t></si></sst>'.encode(), KINDS: kinds}


def with_part(name: str, content: str | bytes) -> bytes:
    return packed(plain() | {name: content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")})


def sheet(rows: str, before: str = "") -> bytes:
    return with_part(SHEET, f'{before}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>')


def strings(items: str, before: str = "", count: int = 3) -> bytes:
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'
    inside = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode()
    return packed(
        plain() | {STRINGS: f'{before}<sst xmlns="{MAIN}" count="{count}">{items}</sst>'.encode(), SHEET: inside}
    )


def cells(rng: Random) -> bytes:
    """Types and values that do not go together, at places that do not exist."""
    kinds = ("s", "n", "b", "e", "d", "str", "inlineStr", "zzz", "")
    places = ("A1", "B2", "XFD1", "A1048576", "A0", "", "ZZZZ9", "A-1", "1A", "a1", "C3", "AA99999999999")
    values = ("0", "-1", "999", "1e999", "NaN", "", "x", "45000", "1e308", "-1e308", *NUMBERS[:8], *DATES[:4])
    rows = []
    for r in range(rng.randint(1, 6)):
        inner = "".join(
            f'<c r="{rng.choice(places)}" t="{rng.choice(kinds)}" s="{rng.choice((0, 99, -1))}">'
            f"<v>{rng.choice(values)}</v></c>"
            for _ in range(rng.randint(1, 5))
        )
        rows.append(f'<row r="{rng.choice((r + 1, r + 1, 0, -3, 1, 2_000_000, 10**12, "x"))}">{inner}</row>')
    return sheet("".join(rows))


def entities(rng: Random) -> bytes:
    """Entities in entities (the "billion laughs"), and entities that are files."""
    depth, width = rng.choice(((2, 3), (9, 10), (3, 50)))
    nested = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * width if i else "ha"}">' for i in range(depth))
    outside = '<!ENTITY f SYSTEM "file:///etc/hostname">'
    before = f"<!DOCTYPE x [{nested}{outside}]>"
    said = rng.choice((f"&e{depth - 1};", "&f;"))
    if rng.random() < 0.5:
        return strings(f"<si><t>{said}</t></si>", before)
    return sheet(f'<row r="1"><c r="A1" t="str"><v>{said}</v></c></row>', before)


def many_strings(rng: Random) -> bytes:
    count = rng.choice((10, 20_000))
    return strings("<si><t>x</t></si>" * count if rng.random() < 0.5 else f"<si><t>{'y' * count}</t></si>")


def blanks(rng: Random) -> bytes:
    """Rows whose only cell is far to the right."""
    return sheet("".join(f'<row r="{r}"><c r="XFD{r}" s="1"/></row>' for r in range(1, rng.choice((5, 300)))))


def nested(rng: Random) -> bytes:
    depth = rng.choice((10, 5000))
    return sheet('<row r="1">' + "<c>" * depth + "</c>" * depth + "</row>")


def styles(rng: Random) -> bytes:
    kinds = "".join(
        f'<numFmt numFmtId="{rng.choice((164, -1, 10**9))}" formatCode="{"y" * rng.choice((1, 9000))}"/>'
        for _ in range(5)
    )
    return with_part(
        STYLES,
        f'<styleSheet xmlns="{MAIN}"><numFmts>{kinds}</numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>',
    )


def missing_part(rng: Random) -> bytes:
    parts = dict(plain())
    del parts[rng.choice(list(parts))]
    return packed(parts)


def broken_part(rng: Random) -> bytes:
    """The archive is whole; one of its parts is not."""
    name = rng.choice(list(plain()))
    return with_part(name, damaged(plain()[name], rng))


def sheet_names(rng: Random) -> bytes:
    parts = parts_of(([rng.choice(NAMES) or None, "b"], [1, 2]))
    title = rng.choice(("", "&lt;b&gt;", "x" * 5000, "../../x", "&#x202e;a", "=1"))
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b'name="Sheet"', f'name="{title}"'.encode())
    return packed(parts)


def lying_archive(rng: Random) -> bytes:
    """Sizes, methods and names that are not those of its members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in plain().items():
            archive.writestr(zipfile.ZipInfo(name), content)
        one = rng.choice(archive.infolist())
        match rng.randrange(4):
            case 0:
                one.file_size = rng.choice((0, 10**9, 2**31))
            case 1:
                one.compress_type = rng.choice((9, 12, 14, 99))
            case 2:
                one.flag_bits |= 0x1
            case _:
                one.header_offset = rng.choice((0, 10, 10**6))
    return out.getvalue()


TRICKS: dict[str, Trick] = {
    "cells": cells,
    "entities": entities,
    "shared strings": many_strings,
    "blank cells": blanks,
    "nested elements": nested,
    "styles": styles,
    "a missing part": missing_part,
    "a broken part": broken_part,
    "sheet names": sheet_names,
    "a lying archive": lying_archive,
}
