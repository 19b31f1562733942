"""The floors of the house: a room imports only from rooms below it, so that no knot can form between two of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "treeclust"
FLOORS = [
    "core",
    "solvers",
    "tables",
    "paper",
    "objectives",
    "engine.instance",
    "engine.bounds",
    "engine.halves",
    "engine.formula",
    "engine.descent",
    "engine.search",
    "engine.link_sets",
    "engine",
    "ask",
    "jobs",
    "views",
    "lab",
    "workspace",
    "commands",
    "estimator",
    "experiments",
    "ui.shared",
    "ui.data",
    "ui.workspace",
    "ui.trade_offs",
    "ui.compare",
    "ui.experiments",
    "ui.method",
    "ui",
    "__main__",
]
"""Every room, the lowest first. Its place is the whole order: also two rooms of one line of the drawing have one."""
APART = [
    {"tables", "paper"},
    {"engine.formula", "engine.descent"},
    {"ui.data", "ui.workspace", "ui.trade_offs", "ui.compare", "ui.experiments", "ui.method"},
]
"""Rooms of which none imports another."""
SPLIT = {"engine", "ui"}
"""Rooms whose sub-rooms are floors of their own."""


def room_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in SPLIT and len(parts) > 1 and is_room(parts) else parts[0]


def is_room(parts: list[str]) -> bool:
    return (PACKAGE / parts[0] / parts[1]).is_dir()


def modules(package: Path) -> dict[str, Path]:
    paths = {path.relative_to(package).with_suffix(""): path for path in package.rglob("*.py")}
    return {".".join(parts.parts).removesuffix(".__init__"): path for parts, path in paths.items()}


def doors(package: Path = PACKAGE) -> set[tuple[str, str, str]]:
    """(room, room it imports from, module that does)."""
    known = modules(package)
    found = set()
    for module, path in known.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for target in imported(node, known):
                found.add((room_of(module), room_of(target), module))
    return {door for door in found if door[0] != door[1] and door[0] != "__init__"}


def imported(node: ast.AST, known: dict[str, Path]) -> list[str]:
    """The modules of the package that an import statement loads."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module:
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        return []
    inside = [name.removeprefix("treeclust.") for name in names if name.startswith("treeclust.")]
    return [name if name in known else name.rpartition(".")[0] for name in inside if name.rpartition(".")[0]]


def upward(found: set[tuple[str, str, str]]) -> list[str]:
    level = {room: place for place, room in enumerate(FLOORS)}
    return sorted(
        f"{module} ({room}) imports from {other}" for room, other, module in found if level[room] < level[other]
    )


def test_every_room_has_a_floor():
    """A new room must be placed."""
    assert {room_of(module) for module in modules(PACKAGE)} - {"__init__", ""} == set(FLOORS)


def test_imports_go_down():
    """No module imports from a room above its own."""
    assert upward(doors()) == []


@pytest.mark.parametrize("rooms", APART, ids=lambda rooms: " ".join(sorted(rooms)))
def test_rooms_that_know_nothing_of_each_other(rooms: set[str]):
    """Pages do not know other pages, files know no formulas."""
    assert [door for door in doors() if {door[0], door[1]} <= rooms] == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("jobs/handlers.py", "from treeclust.lab.experiments import plan"),
        ("views/front.py", "from treeclust.lab.bench.plan import Case"),
        ("engine/bounds/relaxation.py", "from treeclust.engine.search import fast"),
        ("ui/shared/session.py", "from treeclust.ui.workspace import sidebar"),
        ("core/tree.py", "from treeclust.ask.verify import verify"),
    ],
)
def test_a_knot_is_seen(module: str, line: str, tmp_path: Path):
    """One line put into a copy of the house, between rooms of one line of the drawing or inside the engine."""
    copy = tmp_path / "treeclust"
    for path in PACKAGE.rglob("*.py"):
        target = copy / path.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        target.write_text(text + line + "\n" if target == copy / module else text, encoding="utf-8")
    assert len(upward(doors(copy))) == len(upward(doors())) + 1


def test_verify_shares_nothing_with_what_it_checks():
    """Neither the paper's formula, nor an engine, nor an objective's clauses, nor a solver."""
    checking = {"ask.verify", "ask.blockwise"}
    assert {other for _, other, module in doors() if module in checking} == {"core"}
