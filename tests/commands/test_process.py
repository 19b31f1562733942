"""The command line as a process: Ctrl-C, pipes, disks and outputs as other people's machines have them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from treeclust.__main__ import main

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "treeclust"]
PATIENCE = 900
"""Seconds after which a process is taken to hang, however busy the machine is."""
MODULES = ("argparse", "numpy", "pandas", "treeclust.tables.columns.kinds", "numba", "pysat.solvers")
"""Ctrl-C comes when each of these has just been loaded."""
SECONDS = (0.0, 0.5, 1.0, 2.0)
"""Or so long after the SAT solver was."""


def table(folder: Path, rows: int, columns: int) -> Path:
    path = folder / "data.csv"
    values = np.random.default_rng(1).random((rows, columns)).round(3)
    lines = [",".join(f"größe {j}" for j in range(columns)), *(",".join(map(str, row)) for row in values)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def question(path: Path, k: int = 2, depth: int = 2) -> list[str]:
    return [*COMMAND, "solve", str(path), "-k", str(k), "-d", str(depth), "--objective", "md"]


def start(command: list[str], **given: object) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment, "encoding": "utf-8"}
    return subprocess.Popen(command, **(pipes | given))


def wait_for_module(process: subprocess.Popen[str], name: str) -> None:
    """-X importtime tells each module when it has been loaded."""
    assert process.stderr is not None
    for line in process.stderr:
        if line.split("|")[-1].strip() == name:
            return
    raise AssertionError(f"{name} was never loaded")


@pytest.mark.parametrize("moment", [*MODULES, *SECONDS])
def test_ctrl_c_gives_the_best_so_far_or_one_line(tmp_path, moment):
    """At whichever moment: exit code 130, no traceback; a search prints what it has found, before that there is one
    line."""
    command = [*question(table(tmp_path, 300, 12), 12, 4), "--json"]
    process = start([command[0], "-X", "importtime", *command[1:]])
    wait_for_module(process, moment if isinstance(moment, str) else "pysat.examples.rc2")
    time.sleep(0.0 if isinstance(moment, str) else moment)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    said = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert process.returncode == 130 and "Traceback" not in err
    if out:
        assert not said and json.loads(out)["status"] in ("feasible", "unknown")
    else:
        assert said == ["treeclust: stopped."]


def test_nobody_reads_the_output(tmp_path):
    """A closed pipe is silent."""
    process = start(question(table(tmp_path, 12, 2)))
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == "" and process.wait(PATIENCE) == 141


def test_the_disk_is_full(tmp_path):
    """One line that says so, and an exit code that is neither success nor bad input."""
    with open("/dev/full", "w") as full:
        process = start(question(table(tmp_path, 12, 2)), stdout=full)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert err.splitlines() == [
        "treeclust: the output cannot be written: No space left on device; make room, or choose another place."
    ]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_an_output_without_the_signs_gets_others(tmp_path, encoding):
    """The answer is printed whatever the encoding of the output, as on Windows when it is redirected."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    process = start(question(table(tmp_path, 12, 2)), env=environment, encoding=encoding)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and err == ""
    assert "->" in out and ("<=" in out or "≤" in out) and "Maximum diameter" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["explain", "DATA", "-k", "2", "--conflicts", "-1"], "choose a whole number from 1"),
        (["bench", "--rows", "-5"], "choose a whole number from 1"),
        (["bench", "--warm", "0"], "choose a whole number from 1"),
        (["bench", "--rows", "99999999999999999999"], "choose a whole number from 1"),
        (["suggest", "DATA", "-k", "2", "--skip", "²-1"], "is not a pair of rows"),
        (["suggest", "DATA", "-k", "2", "--skip", f"1-{'9' * 6000}"], "is not a pair of rows"),
        (["solve", "DATA", "-k", "2", "--links", "LONG"], "links file cannot be read"),
        (["solve", "DATA", "-k", "2", "--links", "HUGE"], "does not exist"),
        (["solve", "DATA", "-k", "2", "--weight", "x" * 5000], "is no COLUMN=WEIGHT"),
        (["solve", "DATA", "-k", "2", "--engine", "reference", "--maxsat-command", "JUNK"], "that is no answer"),
        (["predict", "NUMBERS", "DATA"], "holds a number that no answer has"),
    ],
)
def test_bad_input_is_one_short_line(tmp_path, capsys, arguments, words):
    """Exit code 2, one line of at most a few hundred characters, no traceback."""
    junk = tmp_path / "junk.py"
    junk.write_text("print('s OPTIMUM FOUND\\nv 1 -2 nonsense 3')")
    (tmp_path / "long.csv").write_text("a,b,kind\n0,1," + "x" * 140_000)
    (tmp_path / "huge.csv").write_text("a,b,kind\n0," + "9" * 400 + ",must\n")
    feature = {"column": "größe 0", "low": 0, "high": 1e300, "kind": "date"}
    leaves = {"left": {"cluster": 0, "size": 1}, "right": {"cluster": 1, "size": 1}}
    split = {"feature": "größe 0", "threshold": 1e300, "size": 2} | leaves
    answer = {"tree": split, "features": [feature], "unlisted_categories": []}
    (tmp_path / "numbers.json").write_text(json.dumps(answer))
    files = {
        "DATA": str(table(tmp_path, 12, 2)),
        "LONG": str(tmp_path / "long.csv"),
        "HUGE": str(tmp_path / "huge.csv"),
        "JUNK": f"{sys.executable} {junk}",
        "NUMBERS": str(tmp_path / "numbers.json"),
    }
    try:
        code = main([files.get(word, word) for word in arguments])
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and words in err
    assert len(err.splitlines()) == 1 and len(err) < 500
