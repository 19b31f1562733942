"""A project file becomes a project, or one sentence: it may come from anybody, so nothing in it is believed."""

from __future__ import annotations

import binascii
import csv
import io
import json
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import Any, NoReturn

from treeclust.core.errors import InputError, VerificationError
from treeclust.core.experts import SURE, check_each
from treeclust.core.links import Authorship, Kind, Link, Links
from treeclust.core.soft_links import CERTAINTY
from treeclust.tables.columns import ColumnChoice, dataset_from
from treeclust.tables.reading import MAX_BYTES, Table
from treeclust.workspace.column_table import ADVICE
from treeclust.workspace.document import Answer, Opinion, Work
from treeclust.workspace.store.cells import MARK, frame_from_csv
from treeclust.workspace.store.checking import checked_answer
from treeclust.workspace.store.project_file import FILE_VERSION, FORMAT, LINK_COLUMNS, LINKS, PROJECT, RUNS
from treeclust.workspace.store.shared_distances import SharedDistances
from treeclust.workspace.store.tables import ABOUT, Source
from treeclust.workspace.store.untrusted import column_choice, moment, read_parameters, text, whole

MEMBER = re.compile(r"project\.json|links\.csv|runs\.json|tables/[1-9][0-9]?\.csv")
HALF_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]")
MOST_MEMBERS = 60
MOST_BYTES = {PROJECT: 5_000_000, LINKS: 20_000_000, RUNS: MAX_BYTES}
MOST_IN_ALL = 2 * MAX_BYTES
MOST_LINKS = 20_000
MOST_RUNS = 5_000
Line = tuple[Link, str, Authorship | None, str]
"""A link, how certain it is, who drew it and when, and a note."""
DAMAGE = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError, EOFError, OSError,
    NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error, binascii.Error, struct.error, csv.Error,
)  # fmt: skip
"""What reading a damaged file can end in."""


@dataclass(frozen=True, eq=False)
class Opened:
    """What was in a project file, all of it checked."""

    title: str
    work: Work
    answers: tuple[Answer, ...]
    sources: tuple[Source, ...]
    view: dict[str, Any]


def open_project_file(content: bytes) -> Opened:
    """The project in a file; InputError, in one sentence, if there is anything wrong with it."""
    try:
        return read_members(members_of(content))
    except MemoryError:
        refuse("it is too large for this computer")
    except (InputError, VerificationError) as error:
        refuse(str(error).rstrip("."))
    except DAMAGE:
        refuse("it is damaged, or not a project file")


def refuse(why: str) -> NoReturn:
    words = " ".join(why.split())[:200]
    raise InputError(f"This project file was not opened: {words}. Ask for the file again, or start a new project.")


def members_of(content: bytes) -> dict[str, bytes]:
    """The members by name: only those that belong there, none larger than it may be; nothing is ever written."""
    if len(content) > MAX_BYTES:
        raise InputError(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    found: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        listed = file.infolist()
        if len(listed) > MOST_MEMBERS:
            raise InputError("there are too many files in it")
        for info in listed:
            plain = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) and not info.flag_bits & 0x1
            if not MEMBER.fullmatch(info.filename) or info.filename in found or not plain:
                raise InputError("there is a file in it that does not belong there")
            left = MOST_IN_ALL - sum(map(len, found.values()))
            most = min(MOST_BYTES.get(info.filename, MAX_BYTES), left)
            with file.open(info) as member:
                found[info.filename] = member.read(most + 1)
            if len(found[info.filename]) > most:
                raise InputError("it is too large when unpacked")
    return found


def read_members(members: dict[str, bytes]) -> Opened:
    about = read_json(members[PROJECT])
    if about["format"] != FORMAT or type(about["version"]) is not int:
        raise InputError("it is not a project file")
    if about["version"] > FILE_VERSION:
        raise InputError(f"it was written by a newer TreeClust (version {about['version']} of the file); update yours")
    listed = about["tables"]
    if [*sorted(members)] != sorted([PROJECT, LINKS, RUNS, *(f"tables/{i + 1}.csv" for i in range(len(listed)))]):
        raise InputError("a table is missing, or there is one too many")
    tables = [read_table(table, members[f"tables/{i + 1}.csv"]) for i, table in enumerate(listed)]
    work = read_work(about["work"], tables, members[LINKS].decode())
    runs = read_json(members[RUNS])
    if not isinstance(runs, list) or len(runs) > MOST_RUNS:
        raise InputError("its runs cannot be read")
    datasets, distances = Datasets(tables, work), SharedDistances()
    answers = tuple(checked_answer(run, datasets.source, distances) for run in runs)
    if len({answer.id for answer in answers}) < len(answers):
        raise InputError("two of its runs have the same name")
    sources = tuple(datasets.made.values())
    return Opened(text(about["title"], 80), work, answers, sources, read_view(about["view"]))


def read_json(content: bytes) -> Any:
    def unknown(word: str) -> NoReturn:
        raise InputError(f"{word} is not a number")

    found = json.loads(content.decode(), parse_constant=unknown)
    if HALF_CHARACTER.search(content):
        check_characters(found)
    return found


def check_characters(found: Any) -> None:
    """JSON can spell half a character, which no database and no page can."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InputError("there is half a character in one of its texts") from None


class Datasets:
    """Datasets of the file's tables, each made once, the work's own among them."""

    def __init__(self, tables: list[Table], work: Work) -> None:
        self.tables = tables
        self.made: dict[tuple[int, str], Source] = {}
        if work.table is not None:
            place = next(i for i, table in enumerate(tables) if table is work.table)
            self.made[place, repr(work.choice)] = Source(work.table, work.choice, work.dataset)

    def source(self, place: int, choice: ColumnChoice) -> Source:
        key = (whole(place, 0, len(self.tables) - 1), repr(choice))
        if key not in self.made:
            table = self.tables[place]
            self.made[key] = Source(table, choice, dataset_from(table, choice, ADVICE))
        return self.made[key]


def read_table(about: dict[str, Any], content: bytes) -> Table:
    names = [text(column["name"], 10_000) for column in about["columns"]]
    types = [text(column["type"], 20) for column in about["columns"]]
    frame = frame_from_csv(content.decode(), names, types)
    said = {name: about[name] for name in ABOUT}
    optional = {k: None if said[k] is None else text(said[k], 200) for k in ("separator", "encoding", "sheet")}
    notes, sheets = ([text(words, 2_000) for words in said[k]] for k in ("notes", "sheets"))
    name, decimal, header = text(said["name"], 500), text(said["decimal"], 1), said["header"] is True
    return Table(frame, name, tuple(notes), header, decimal, sheets=tuple(sheets), **optional)


def read_work(data: dict[str, Any], tables: list[Table], links: str) -> Work:
    names = {whole(int(cluster), 0, 1023): text(name, 40) for cluster, name in data["names"].items()}
    parameters = read_parameters(data["parameters"])
    lines = list(csv.reader(io.StringIO(links, newline=""), strict=True))
    if not lines or lines[0] != LINK_COLUMNS or len(lines) > MOST_LINKS + 1:
        raise InputError("its links cannot be read")
    if data["table"] is None:
        if len(lines) > 1:
            raise InputError("it has links but no table")
        return Work(names=names, parameters=parameters)
    table = tables[whole(data["table"], 0, len(tables) - 1)]
    choice = column_choice(data["choice"])
    try:
        dataset = dataset_from(table, choice, ADVICE)
    except InputError:
        if len(lines) > 1:
            raise
        return Work(table, choice, None, names=names, parameters=parameters)
    place = {int(row): i for i, row in enumerate(dataset.rows)}
    said, opinions = first_and_further([read_link(line, place) for line in lines[1:]])
    kept = Links(tuple(link for link, *_ in said))
    kept.check_rows(dataset.n)
    work = Work(
        table,
        choice,
        dataset,
        kept,
        {link.pair: note for link, _, _, note in said if note},
        {link.pair: word for link, word, _, _ in said if word != SURE},
        {link.pair: made for link, _, made, _ in said if made is not None},
        names,
        parameters,
        opinions,
    )
    check_each(work.said, dataset.n)
    return work


def first_and_further(lines: list[Line]) -> tuple[list[Line], dict[tuple[int, int], tuple[Opinion, ...]]]:
    """The links, and what further experts say of the same rows; each expert has one answer."""
    links: dict[tuple[int, int], Line] = {}
    opinions: dict[tuple[int, int], tuple[Opinion, ...]] = {}
    for link, word, made, note in lines:
        if link.pair not in links:
            links[link.pair] = (link, word, made, note)
            continue
        first = links[link.pair][2]
        before = {one.made.author for one in opinions.get(link.pair, ())} | {first.author if first else ""}
        if made is None or not made.author or made.author in before:
            raise InputError("two of its links are about the same rows")
        opinions[link.pair] = (*opinions.get(link.pair, ()), Opinion(link.kind, word, made))
    return list(links.values()), opinions


def read_link(cells: list[str], place: dict[int, int]) -> Line:
    a, b, kind, certainty, author, when, note = cells
    if certainty not in CERTAINTY:
        raise InputError("it has a link of unknown certainty")
    made = Authorship(text(author.removeprefix(MARK), 40), moment(when)) if when else None
    return Link(place[int(a)], place[int(b)], Kind(kind)), certainty, made, text(note.removeprefix(MARK), 200)


def read_view(data: dict[str, Any]) -> dict[str, Any]:
    axes = list(dict.fromkeys(text(name, 10_000) for name in data.get("axes", [])[:3]))
    skipped = [[whole(a, 0, 10**9), whole(b, 0, 10**9)] for a, b in data.get("skipped", [])[:10_000]]
    return {"axes": axes, "solid": data.get("solid") is True, "skipped": skipped}
