"""The command line as outside scripts use it: its exit code and its two streams.

Most tests call `main` here, where the engine is loaded already; those of the process itself start one.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from treeclust.__main__ import main
from treeclust.commands import COMMANDS

ROOT = Path(__file__).parents[2]
IRIS = ROOT / "sample_data" / "iris.csv"
KEYS = {
    "status", "objective", "md", "ms", "md_lower_bound", "seconds", "first_solution_seconds", "labels", "tree",
    "links_kept", "links_broken", "engine", "version",
}  # fmt: skip


def treeclust(*arguments: object) -> subprocess.CompletedProcess[str]:
    """One run of the command line in this process."""
    words = [str(word) for word in arguments]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """One run in a process of its own."""
    command = [sys.executable, "-m", "treeclust", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)


def answer(*arguments: object, run=treeclust) -> dict:
    done = run(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout, parse_constant=lambda constant: pytest.fail(f"{constant} is not JSON"))


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_solve_prints_one_object_with_every_promised_key(tmp_path):
    """Iris with two links: optimal, one label per row, both links kept, thresholds in centimetres."""
    links = write(tmp_path / "links.csv", "a,b,kind\n0,1,must\n0,60,cannot\n")
    question = ("solve", IRIS, "-k", 3, "-d", 3, "--label-column", "label", "--links", links, "--objective", "md")
    found = answer(*question, run=process)
    assert set(found) >= KEYS
    assert found["status"] == "optimal"
    assert len(found["labels"]) == 150 and set(found["labels"]) == {0, 1, 2}
    assert (found["links_kept"], found["links_broken"]) == (2, 0)
    assert found["labels"][0] == found["labels"][1] != found["labels"][60]
    assert found["md"] - found["md_lower_bound"] <= 0.1


def test_the_tree_in_the_json_gives_the_labels():
    """Following feature names and thresholds by hand gives the printed labels."""
    found = answer("solve", IRIS, "-k", 3, "--label-column", "label", "--objective", "md")
    names = IRIS.read_text().splitlines()[0].split(",")
    table = load_iris().data

    def follow(node, row):
        while "cluster" not in node:
            node = node["left"] if row[names.index(node["feature"])] <= node["threshold"] else node["right"]
        return node["cluster"]

    assert [follow(found["tree"], row) for row in table] == found["labels"]


def test_both_engines_agree():
    """fast and reference find the same λ⁻ − λ⁺."""
    values = {
        answer("solve", IRIS, "-k", 3, "--label-column", "label", "--engine", e)["value"] for e in ("fast", "reference")
    }
    assert len(values) == 1


def test_flat_clusters_have_no_tree():
    """--flat gives labels and a null tree."""
    found = answer(
        "solve", IRIS, "-k", 3, "--flat", "--objective", "md", "--features", "Petal length (cm),Petal width (cm)"
    )
    assert found["status"] == "optimal" and found["tree"] is None


def test_infeasible_is_an_answer(tmp_path):
    """Exit code 0, status infeasible, nulls, and the reason."""
    links = write(tmp_path / "links.csv", "a,b,kind\n0,1,cannot\n1,2,cannot\n0,2,cannot\n")
    found = answer("solve", IRIS, "-k", 2, "--links", links)
    assert (found["status"], found["labels"], found["md"]) == ("infeasible", None, None)
    assert "pairwise cannot-linked" in found["message"]


def test_a_time_limit_gives_an_answer_or_says_unknown():
    """A thousandth of a second is not enough for a proof; the exit code is still 0."""
    found = answer("solve", IRIS, "-k", 3, "--engine", "reference", "--time-limit", 0.001)
    assert found["status"] in ("unknown", "feasible")


def test_the_words_for_people():
    """Without --json: status, measures and rules in plain words."""
    run = treeclust("solve", IRIS, "-k", 3, "--label-column", "label", "--objective", "md")
    assert run.returncode == 0
    assert "Optimal within ε" in run.stdout and "→ cluster 0" in run.stdout and "Maximum diameter" in run.stdout


def test_an_optimum_that_cuts_off_single_rows_says_what_to_do(tmp_path):
    """Where a cluster is far smaller than an even share, the words name the option that asks for larger ones; with it,
    or where all clusters are large, there is no such sentence."""
    data = write(tmp_path / "d.csv", "u,v\n" + "".join(f"{row % 7},{row % 11}\n" for row in range(60)) + "90,90\n")
    words = treeclust("solve", data, "-k", 2, "-d", 2).stdout
    assert "1 cluster has fewer than 3 rows, a tenth of an even share; --min-rows 3 asks for larger ones" in words
    assert "tenth of an even share" not in treeclust("solve", data, "-k", 2, "-d", 2, "--min-rows", 3).stdout
    assert "tenth of an even share" not in treeclust("solve", IRIS, "-k", 3, "--label-column", "label").stdout


def test_dropped_rows_are_named_and_links_follow_them(tmp_path):
    """With --missing drop, rows keep their numbers of the file; a link to a dropped row is refused."""
    data = write(tmp_path / "d.csv", "u,v\n1,1\n,2\n2,1\n9,9\n8,9\n")
    links = write(tmp_path / "l.csv", "a,b,kind\n2,3,cannot\n")
    found = answer("solve", data, "-k", 2, "--missing", "drop", "--links", links)
    assert found["rows"] == [0, 2, 3, 4]
    assert found["labels"] == [0, 0, 1, 1]
    bad = treeclust("solve", data, "-k", 2, "--missing", "drop", "--links", write(links, "a,b,kind\n1,3,must\n"))
    assert bad.returncode == 2 and "row 1 was dropped" in bad.stderr


def test_the_formula_goes_to_a_file_and_through_a_command(tmp_path):
    """--wcnf-out and --maxsat-command with the reference engine."""
    data = write(tmp_path / "d.csv", "u,v\n1,1\n1,2\n2,1\n9,9\n8,9\n")
    out = tmp_path / "f.wcnf"
    solver = f"{sys.executable} -m pysat.examples.rc2 -vv"
    found = answer("solve", data, "-k", 2, "--engine", "reference", "--wcnf-out", out, "--maxsat-command", solver)
    assert found["status"] == "optimal" and out.read_text().startswith("p wcnf ")
    refused = treeclust("solve", data, "-k", 2, "--engine", "fast", "--wcnf-out", out)
    assert refused.returncode == 2 and "need --engine reference" in refused.stderr


def test_how_a_file_is_read_can_be_said(tmp_path):
    """Numbers as column names are names; no header, decimal commas, and categories that look like numbers."""
    named = write(tmp_path / "named.csv", "0,1\n1,1\n1,2\n9,9\n")
    assert len(answer("solve", named, "-k", 2)["labels"]) == 3
    assert len(answer("solve", named, "-k", 2, "--no-header")["labels"]) == 4
    commas = write(tmp_path / "commas.csv", "u;v\n1,5;0\n1,25;0\n9,75;1\n9,5;1\n")
    found = answer("solve", commas, "-k", 2, "--decimal", ",", "--separator", ";", "--text", "v")
    assert found["labels"] == [0, 0, 1, 1]
    assert found["tree"]["feature"] == "u" or found["tree"]["feature"].startswith("v = ")
    spare = write(tmp_path / "spare.csv", "u,flat\n1,7\n2,7\n9,7\n")
    assert answer("solve", spare, "-k", 2)["notes"] == ['Column "flat" is constant and was left out.']


GOOD = "u,v\n1,1\n1,2\n2,1\n9,9\n8,9\n"
CLASH = "a,b,kind\n0,1,must\n1,2,must\n0,2,cannot\n"


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (GOOD, ["-k", 2, "--links", CLASH], "0–1 must, 1–2 must, but 0–2 cannot"),
        (None, ["-k", 2], "no-such-file.csv"),
        ("u,v\n1,1\n1,abc\n2,1\n3,4\n5,6\n7,8\n9,3\n2,2\n", ["-k", 2], '"abc" is not a number'),
        ("name\nann\nbob\ncid\n", ["-k", 2], "column"),
        (GOOD, [], "-k"),
        (GOOD, ["-k", "two"], "-k"),
        (GOOD, ["-k", 2, "--time-limit", 0], "above 0"),
        (GOOD, ["-k", 6, "-d", 3], "k = 6 is out of range"),
        (GOOD, ["-k", 5, "-d", 2], "a tree of depth 2 has at most 4 leaves"),
        ("", ["-k", 2], "empty"),
        ("u,v\n1,1\n1,\n2,1\n", ["-k", 2], "missing"),
        ("u,v\n1,1\n1,inf\n2,1\n", ["-k", 2], "infinit"),
        ("<!DOCTYPE html><html><body>Sign in</body></html>", ["-k", 2], "web page"),
        (GOOD, ["-k", 2, "--features", "u,w"], '"w"'),
        (GOOD, ["-k", 2, "--label-column", "w"], '"w"'),
        (GOOD, ["-k", 2, "--epsilon", -1], "ε = -1.0 is out of range"),
        (GOOD, ["-k", 2, "--links", "a,b,kind\n0,99,must\n"], "row 99 does not exist"),
        (GOOD, ["-k", 2, "--links", "a,b,kind\n1,1,must\n"], "joins row 1 to itself"),
        (GOOD, ["-k", 2, "--links", "nonsense"], "header a,b,kind"),
        ("u,v\n5,5\n5,5\n5,5\n", ["-k", 2], "nothing to split"),
    ],
)
def test_bad_input_is_exit_code_2_and_one_sentence(tmp_path, text, options, words):
    """No traceback, one line on stderr that a person can act on."""
    data = tmp_path / "no-such-file.csv"
    if text is not None:
        data.write_text(text)
    if "--links" in options:
        at = options.index("--links") + 1
        options = [*options[:at], write(tmp_path / "links.csv", options[at]), *options[at + 1 :]]
    run = treeclust("solve", data, *options)
    assert run.returncode == 2
    assert run.stdout == "" and "Traceback" not in run.stderr
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_process_ends_with_code_2_and_one_sentence():
    """What a shell sees of bad input: the exit code, nothing to read, and one line without a traceback."""
    run = process("solve", "no-such-file.csv", "-k", 2)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "no-such-file.csv" in run.stderr


def test_a_three_row_file_is_a_small_table_not_an_error(tmp_path):
    """k = 2 works; k = 4 says how many rows there are."""
    data = write(tmp_path / "d.csv", "u\n1\n2\n9\n")
    assert answer("solve", data, "-k", 2)["labels"] == [0, 0, 1]
    assert "the table has 3 rows" in treeclust("solve", data, "-k", 4).stderr


def test_numbers_in_the_json_are_those_of_the_labels():
    """MD and MS recomputed from the printed labels with numpy alone."""
    found = answer("solve", IRIS, "-k", 3, "--label-column", "label")
    table = load_iris().data
    scaled = (table - table.min(0)) / (table.max(0) - table.min(0)) * 100
    distances = np.linalg.norm(scaled[:, None] - scaled[None], axis=2)
    labels = np.array(found["labels"])
    same = labels[:, None] == labels[None]
    assert found["md"] == pytest.approx(distances[same].max())
    assert found["ms"] == pytest.approx(distances[~same].min())


def test_a_terminal_sees_progress():
    """On a terminal, stderr shows a line that is written over; in a pipe it stays empty."""
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "treeclust", "solve", str(IRIS), "-k", "3", "--engine", "reference"]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=child, cwd=ROOT)
    assert run.wait(timeout=120) == 0
    seen = os.read(parent, 100_000)
    assert seen.count(b"\r\x1b[K") >= 2 and b"encoding" in seen and b"solving" in seen
    os.close(child)
    os.close(parent)


def test_prepare_leaves_nothing_to_compile():
    """It answers in one line; a process that solves afterwards only loads what it left."""

    def kept() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in (ROOT / "treeclust").rglob("*.nb[ic]")}

    first = process("prepare")
    assert (first.returncode, first.stdout) == (0, "The engine is ready.\n")
    before = kept()
    answer("solve", IRIS, "-k", 3, "--label-column", "label", "--objective", "md", run=process)
    assert before and kept() == before


def test_the_help_names_every_command():
    """Whoever names no command, or one that there is not, learns of all of them."""
    words = treeclust("--help").stdout.split()
    assert set(COMMANDS) <= set(words)
    unknown = treeclust("no-such-command")
    assert unknown.returncode == 2 and all(name in unknown.stderr for name in COMMANDS)


def test_a_sample_is_written_once(tmp_path, monkeypatch):
    """Into this folder, as the app has it, and never over another file; without a name all are listed."""
    monkeypatch.chdir(tmp_path)
    assert "customers" in treeclust("sample").stdout and list(tmp_path.iterdir()) == []
    assert treeclust("sample", "iris").returncode == 0
    assert Path("iris.csv").read_bytes() == IRIS.read_bytes()
    again = treeclust("sample", "iris")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1) and "here already" in again.stderr
    assert "choose one of" in treeclust("sample", "nothing").stderr


def test_a_long_argument_is_refused_in_one_short_line(capsys):
    """Whatever is typed, what is said about it is one line of at most 300 characters."""
    for words in (["solve", "x" * 5000, "--metric", "y\n" * 4000], ["x" * 9000], ["where", "z" * 9000]):
        with contextlib.suppress(SystemExit):
            main(words)
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and len(said) <= 301
