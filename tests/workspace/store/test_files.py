"""Project files: what leaves one machine arrives on another, and what arrives is not believed."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.workspace.store.made import CSV, answer_to, answer_words, data, table, words
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.soft_links import SoftLink
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store, open_project_file
from treeclust.workspace.store.cells import frame_from_csv, frame_to_csv, type_of

HOSTILE = 200


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with everything in it, runs about two tables among it."""
    projects = Projects(Store(f"sqlite:///{tmp_path_factory.mktemp('one') / 'projects.db'}"))
    project = projects.create()[1]
    project.history.who = lambda: "=Ada"
    project.history.step("open other data", **data("line.csv", 1))
    project.show(answer_to(project.work, 2))
    links = Links.from_pairs([(0, 2)], [(0, 3)])
    project.history.step("open other data", **data("blobs.csv", 0))
    project.history.step("add", links=links, notes={(0, 2): '@home, "really"\nso'}, certainty={(0, 3): "unsure"})
    project.history.step("name", names={0: "tall", 2: ""}, parameters=Parameters(k=3, k_min=2, depth=2, epsilon=0.25))
    project.show(answer_to(project.work))
    project.show(answer_to(project.work, 2, "md-ms"))
    project.title = "Two, three"
    project.skipped.add((1, 4))
    return project


@pytest.fixture(scope="module")
def file(sent: Project) -> bytes:
    return sent.to_file()


def test_a_project_opens_on_another_machine_with_equal_results(sent: Project, file: bytes, tmp_path: Path) -> None:
    """Same tables, links with author, time and note, names, parameters and runs; also after that machine restarts."""
    url = f"sqlite:///{tmp_path / 'projects.db'}"
    token = Projects(Store(url)).open_file(file)
    there = Projects(Store(url)).find(token)
    assert there is not None
    assert words(there.work) == words(sent.work)
    assert (there.title, there.skipped) == (sent.title, sent.skipped)
    assert [run(answer) for answer in there.answers] == [run(answer) for answer in sent.answers]
    assert there.current_answer is not None and "says the project file" in str(there.current_answer.origin)


def run(answer: Any) -> Any:
    """Everything but what is said about its origin."""
    name, asked, (objective, _, soft, when, versions), result, labels, tree = answer_words(answer)
    return name, asked, (objective, soft, when, versions), result, labels, tree


@pytest.mark.parametrize("name", list(CSV))
def test_tables_go_through_csv_cell_by_cell(name: str) -> None:
    """Types, missing cells, dates and text that looks like numbers or formulas come back exactly."""
    frame = table(name).frame
    again = frame_from_csv(frame_to_csv(frame), list(frame.columns), [type_of(frame[c]) for c in frame])
    assert again.equals(frame) and again.dtypes.equals(frame.dtypes)


def test_no_cell_of_the_file_is_a_formula(file: bytes) -> None:
    """Text that a spreadsheet would run has an apostrophe before it."""
    for name in ("links.csv", "tables/2.csv"):
        lines = read(file)[name].decode().splitlines()
        assert not any(cell.strip('"').startswith(("=", "@", "+")) for line in lines for cell in line.split(","))


# -- what may not be opened -----------------------------------------------------------------------------------------


def read(file: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(file)) as members:
        return {name: members.read(name) for name in members.namelist()}


def packed(members: dict[str, bytes], **options: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", options.get("method", zipfile.ZIP_DEFLATED)) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return out.getvalue()


def changed(file: bytes, member: str, change: Callable[[Any], Any]) -> bytes:
    """One JSON member, changed in place or replaced."""
    members = read(file)
    value = json.loads(members[member])
    value = change(value) or value
    return packed(members | {member: json.dumps(value).encode()})


def put(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(tree: Any) -> None:
        for step in path[:-1]:
            tree = tree[step]
        tree[path[-1]] = value

    return change


ODD = [None, -1, 10**30, 0.5, "x", "", [], {}, True, [[[]]], {"a": 1}]
PROJECT_PATHS = [
    ("format",), ("version",), ("title",), ("tables",), ("work",), ("work", "table"), ("work", "choice"),
    ("work", "choice", "features"), ("work", "names"), ("work", "parameters"), ("work", "parameters", "k"),
    ("work", "parameters", "epsilon"), ("work", "parameters", "objective"), ("tables", 0), ("tables", 0, "columns"),
    ("tables", 0, "columns", 0, "type"), ("tables", 0, "name"), ("tables", 0, "decimal"),
]  # fmt: skip
RUN_PATHS = [
    ("id",), ("asked",), ("asked", "table"), ("asked", "choice"), ("asked", "dataset"), ("asked", "links"),
    ("asked", "k"), ("asked", "depth"), ("asked", "objective"), ("result",), ("result", "status"), ("result", "md"),
    ("result", "labels"), ("result", "tree"), ("result", "md_lower_bound"), ("result", "figures"), ("when",),
]  # fmt: skip


def tricks(file: bytes) -> dict[str, bytes]:
    """Named files of bad intent."""
    members = read(file)
    lies = json.loads(members["runs.json"])
    lies[1]["result"]["md"] -= 1
    moved = json.loads(members["runs.json"])
    moved[1]["result"]["labels"][0] = 1 - moved[1]["result"]["labels"][0]
    proof = json.loads(members["runs.json"])
    proof[1]["result"]["md_lower_bound"] = proof[1]["result"]["md"] + 5
    broken = json.loads(members["runs.json"])
    broken[1]["asked"]["links"] = [[0, 1, "cannot"], [0, 1, "must"]]
    header = b"a,b,kind,certainty,author,time,note\n"
    return {
        "empty": b"",
        "no zip": b"hello",
        "another zip": packed({"readme.txt": b"hello"}),
        "up and out": packed(members | {"../../outside.csv": b"x"}),
        "from the root": packed(members | {"/etc/outside.csv": b"x"}),
        "with a drive": packed(members | {"C:\\outside.csv": b"x"}),
        "a folder": packed(members | {"tables/": b""}),
        "a program": packed(members | {"setup.py": b"print(1)"}),
        "table 0": packed(members | {"tables/0.csv": b"x"}),
        "a table too many": packed(members | {"tables/3.csv": b"x\n1\n"}),
        "a table too few": packed({k: v for k, v in members.items() if k != "tables/2.csv"}),
        "many files": packed(members | {f"tables/{i}.csv": b"x\n" for i in range(3, 99)}),
        "lzma": packed(members, method=zipfile.ZIP_LZMA),
        "a bomb in the table": packed(members | {"tables/1.csv": b"x" * 120_000_000}),
        "a bomb in the project": packed(members | {"project.json": b" " * 6_000_000 + members["project.json"]}),
        "a bomb in the links": packed(members | {"links.csv": header + b"0,1,must,sure,,,\n" * 2_000_000}),
        "deep json": packed(members | {"runs.json": b"[" * 100_000}),
        "not a number": packed(members | {"runs.json": members["runs.json"].replace(b'"k": 3', b'"k": NaN')}),
        "no text": packed(members | {"project.json": b"\xff\xfe\x00"}),
        "a lie about the diameter": packed(members | {"runs.json": json.dumps(lies).encode()}),
        "labels that are not the tree's": packed(members | {"runs.json": json.dumps(moved).encode()}),
        "a bound above the value": packed(members | {"runs.json": json.dumps(proof).encode()}),
        "links against each other": packed(members | {"runs.json": json.dumps(broken).encode()}),
        "links to nowhere": packed(members | {"links.csv": header + b"0,99,must,sure,,,\n"}),
        "links that contradict": packed(members | {"links.csv": header + b"0,1,must,sure,,,\n0,1,cannot,sure,,,\n"}),
        "a link with itself": packed(members | {"links.csv": header + b"1,1,must,sure,,,\n"}),
        "a strange kind": packed(members | {"links.csv": header + b"0,1,perhaps,sure,,,\n"}),
        "a strange certainty": packed(members | {"links.csv": header + b"0,1,must,absolutely,,,\n"}),
        "a strange time": packed(members | {"links.csv": header + b"0,1,must,sure,,yesterday,\n"}),
        "a long note": packed(members | {"links.csv": header + b"0,1,must,sure,,," + b"n" * 300 + b"\n"}),
        "no links": packed(members | {"links.csv": b""}),
        "a ragged table": packed(members | {"tables/2.csv": members["tables/2.csv"] + b"1\n"}),
        "another table": packed(members | {"tables/2.csv": members["tables/2.csv"].replace(b"9", b"8")}),
        "a newer version": changed(file, "project.json", put(3, "version")),
        "twice the same run": changed(file, "runs.json", lambda runs: [*runs, runs[0]]),
    }


def hostile(file: bytes) -> dict[str, bytes]:
    """At least HOSTILE files: tricks, wrong values in every place, cut and flipped bytes."""
    made = tricks(file)
    for path in PROJECT_PATHS:
        for odd in random.Random(str(path)).sample(ODD, 4):
            if not fits(path, odd):
                made[f"project {path} = {odd!r}"] = changed(file, "project.json", put(odd, *path))
    for path in RUN_PATHS:
        for odd in random.Random(str(path)).sample(ODD, 4):
            if not fits(path, odd):
                made[f"run {path} = {odd!r}"] = changed(file, "runs.json", put(odd, 1, *path))
    rng = random.Random(7)
    for i in range(60):
        made[f"cut {i}"] = file[: rng.randrange(len(file) - 1)]
    return made


def fits(path: tuple[Any, ...], odd: Any) -> bool:
    """Values that are odd but allowed."""
    allowed: dict[tuple[Any, ...], list[Any]] = {
        ("title",): ["x", ""],
        ("tables", 0, "name"): ["x", ""],
        ("tables", 0, "decimal"): ["x", ""],
        ("work", "names"): [{}],
        ("work", "parameters", "epsilon"): [0.5],
        ("work", "choice", "features"): [None],
        ("asked", "links"): [[]],
        ("result", "figures"): [{}, {"a": 1}],
        ("result", "md_lower_bound"): [None],
    }
    return any(type(odd) is type(value) and odd == value for value in allowed.get(path, []))


def test_hostile_files_are_one_sentence_each(file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred files that lie, trick or are broken: each refused in one sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    files = hostile(file)
    assert len(files) >= HOSTILE
    for name, content in files.items():
        try:
            open_project_file(content)
        except InputError as error:
            said = str(error)
            assert said.startswith("This project file was not opened: ") and "\n" not in said, name
            assert len(said) < 350 and "Traceback" not in said, name
        else:
            pytest.fail(f"{name} was opened")
    assert list(tmp_path.iterdir()) == []


def test_flipped_bytes_never_change_what_is_read(sent: Project, file: bytes) -> None:
    """Whatever bit is wrong, the file is refused or opens as it was: its checksums are checked."""
    rng = random.Random(3)
    for _ in range(60):
        bad = bytearray(file)
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        try:
            opened = open_project_file(bytes(bad))
        except InputError:
            continue
        assert words(opened.work) == words(sent.work)


def test_soft_answers_travel_too(tmp_path: Path) -> None:
    """A run with links that may break comes back with them."""
    project = Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}")).create()[1]
    project.history.step("open other data", **data("blobs.csv", 0))
    answer = answer_to(project.work)
    soft = (SoftLink(Link(0, 3, Kind.MUST), 1.0),)
    project.show(replace(answer, question=answer.question.with_(soft=soft)))
    opened = open_project_file(project.to_file())
    assert opened.answers[0].soft == soft
