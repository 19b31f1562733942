"""The layers of the house: a module imports only from its own line or lower."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "treeclust"
LINES = [
    {"ui"},
    {
        "jobs",
        "worker",
        "views",
        "estimator",
        "experiments",
        "__main__",
        "commands",
        "store",
        "samples",
        "bench",
        "report",
        "simulation",
    },
    {"run", "explain", "repairs", "soft", "pareto", "baselines", "alternatives", "panel", "suggest", "price", "work"},
    {"engine", "verify"},
    {"objectives", "encoding", "solvers"},
    {"problem"},
    {
        "dataset",
        "reading",
        "columns",
        "links",
        "distances",
        "tree",
        "result",
        "progress",
        "stop",
        "errors",
        "far_pairs",
        "agreement",
        "placing",
        "why",
        "equations",
    },
    {"version", "compiled"},
]
LEVEL = {room: level for level, line in enumerate(LINES) for room in line}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] + [
                f"{node.module}.{alias.name}" for alias in node.names if node.module == "treeclust"
            ]
        found |= {name.split(".")[1] for name in names if name.startswith("treeclust.")}
    return found


def modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


def test_every_room_has_a_line():
    """A new module must be placed."""
    assert {room_of(path) for path in modules()} <= set(LEVEL)


def test_imports_go_down_or_stay():
    """No module imports from a line above its own."""
    upward = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in modules()
        for name in imports_of(path)
        if name in LEVEL and LEVEL[name] < LEVEL[room_of(path)]
    ]
    assert upward == []


def test_verify_shares_nothing_with_what_it_checks():
    """Neither the encoding, nor an engine, nor an objective's clauses."""
    assert not imports_of(PACKAGE / "verify.py") & {"encoding", "engine", "objectives", "solvers"}
