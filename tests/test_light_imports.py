"""What loads without the engine: values, documents, reports, new rows and the first words of the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import treeclust
from treeclust.__main__ import main
from treeclust.commands import COMMANDS

ROOT = Path(__file__).parent.parent
HEAVY = {"numba", "pysat", "sklearn", "plotly", "streamlit"}
COMPILED = {"compiled", "distance_buckets", "extreme_pairs"}
CORE = [
    f"treeclust.core.{path.stem}"
    for path in sorted((ROOT / "treeclust" / "core").glob("*.py"))
    if path.stem not in COMPILED | {"__init__"}
]
REPORT = "\nimport sys, time; print(*sorted({name.split('.')[0] for name in sys.modules}), time.process_time())"


def loaded_by(code: str) -> tuple[set[str], float]:
    """The packages that a fresh interpreter has loaded after this code, and the processor seconds it took."""
    run = subprocess.run(
        [sys.executable, "-c", code + REPORT], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    *packages, seconds = run.stdout.split("\n")[-2].split()
    return set(packages), float(seconds)


@pytest.mark.parametrize(
    "module",
    [
        "treeclust",
        "treeclust.core",
        "treeclust.workspace.document",
        "treeclust.workspace.store",
        "treeclust.views.report",
        "treeclust.tables.new_rows",
        "treeclust.commands.predict",
    ],
)
def test_values_load_without_the_engine(module):
    """Neither compiled code, nor a SAT solver, nor scikit-learn, nor anything that draws."""
    assert not loaded_by(f"import {module}")[0] & HEAVY


def test_all_of_core_is_light():
    """Every module of core but the compiled one."""
    assert not loaded_by("import " + ", ".join(CORE))[0] & HEAVY


def test_the_app_does_not_load_what_its_workers_do():
    """The server draws, and so has Plotly and Streamlit; compiled code and SAT solvers are for the workers."""
    folders = (ROOT / "treeclust" / room for room in ("ui", "workspace", "views"))
    files = [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.stem != "__init__"]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    loaded, _ = loaded_by("import " + ", ".join([*names, "treeclust.jobs.choice"]))
    assert "streamlit" in loaded and not loaded & {"numba", "pysat", "sklearn"}


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_the_first_words_of_the_command_line_load_nothing(arguments):
    """Not even numpy; in under 0.3 seconds of processor time."""
    code = f"from treeclust.__main__ import main\ntry:\n    main({arguments})\nexcept SystemExit:\n    pass"
    packages, seconds = loaded_by(code)
    assert not packages & (HEAVY | {"numpy", "scipy", "pandas"})
    assert seconds < 0.3


def test_help_names_every_command(capsys):
    """With its line, though none of them is loaded."""
    with pytest.raises(SystemExit):
        main(["--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert all(name in words and " ".join(line.split()) in words for name, line in COMMANDS.items())


@pytest.mark.parametrize("name", treeclust.__all__)
def test_public_names_are_there(name):
    """Each is found in its module when it is asked for, and listed."""
    assert getattr(treeclust, name) is not None
    assert name in dir(treeclust)


def test_other_names_are_not():
    """The usual error, so that hasattr and tools work."""
    assert not hasattr(treeclust, "nothing_of_the_kind")


SEARCH = """
import sys
from treeclust import Dataset, Problem, solve
from treeclust.engine import load_engine
problem = Problem(Dataset.from_array([[0, 0], [1, 5], [9, 2], [8, 8], [7, 1]]), 3, 2)
load_engine()
before = set(sys.modules)
assert solve(problem, "md-ms").status == "optimal"
names = ("numba", "llvmlite", "pysat", "scipy")
late = sorted(name for name in set(sys.modules) - before if name.split(".")[0] in names)
assert not late, late
"""


def test_a_time_limit_does_not_pay_for_loading():
    """Once the engine is loaded, a search loads neither compiled code nor a solver any more."""
    loaded_by(SEARCH)
