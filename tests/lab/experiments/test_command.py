"""`python -m treeclust.experiments` in real processes: stopped, killed, and gone on with."""

from __future__ import annotations

import csv
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.jobs.asking import wait_until_dead
from treeclust.commands.experiments import main
from treeclust.core.errors import InputError
from treeclust.jobs.choice import chosen_jobs
from treeclust.lab.experiments import running
from treeclust.lab.experiments.datasets import Source
from treeclust.lab.experiments.plan import METHODS, Selection, key, plan
from treeclust.lab.experiments.request import RunExperiments
from treeclust.lab.experiments.run_one import run_one
from treeclust.lab.experiments.running import run_all

ROOT = Path(__file__).resolve().parents[3]
SEEDS = 20
RUNS = 2 * 2 * SEEDS
"""Both objectives and both κ; so many that a slow machine has not done all of them before it notices the first."""
FRAGILE = """
import os
from treeclust.jobs import worker
from treeclust.lab.experiments import handler

def run_one(job, stop, really=handler.run_one):
    if job["seed"] == 2:
        {}
    return really(job, stop)

handler.run_one = run_one
if __name__ == "__main__":
    worker.main()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen rows in three groups, under the name of a dataset that the paper has."""
    made = tmp_path_factory.mktemp("data")
    rows = [(x + dx, y + dx * dx, c) for c, (x, y) in enumerate(((0, 0), (9, 1), (4, 8))) for dx in range(5)]
    with (made / "iris.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("a", "b", "label"), *rows, (4.5, 4.0, 2)])
    return made


def words(folder: Path, results: Path, *more: str) -> list[str]:
    small = [
        "--datasets",
        "iris",
        "--kappa",
        "0,0.25",
        "--seeds",
        str(SEEDS),
        "--methods",
        "tree",
        "--time-limit",
        "30",
    ]
    return ["table1", *small, "--data-dir", str(folder), "--results", str(results), *more]


def start(arguments: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "treeclust.experiments", *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def kept(results: Path) -> dict[str, str]:
    """Key and time stamp of every run on disk."""
    if not results.exists():
        return {}
    with sqlite3.connect(results) as file:
        tables = file.execute("SELECT name FROM sqlite_master").fetchall()
        return dict(file.execute("SELECT key, finished || rowid FROM runs").fetchall()) if tables else {}


def wait_for_some(process: subprocess.Popen[str], results: Path) -> None:
    while process.poll() is None and len(kept(results)) < 2:
        time.sleep(0.01)


@pytest.mark.parametrize(("blow", "workers"), [(signal.SIGINT, "2"), (signal.SIGKILL, "1")])
def test_a_stopped_table_goes_on_where_it_was(folder, tmp_path, blow, workers, monkeypatch, capsys):
    """Ctrl-C and a crash in the middle: what was finished stays, and only the missing runs are computed."""
    results = tmp_path / "runs.db"
    process = start(words(folder, results, "--workers", workers))
    wait_for_some(process, results)
    if blow == signal.SIGINT:
        os.killpg(process.pid, blow)  # as a terminal does: to the workers, too
    else:
        process.send_signal(blow)
    _, said = process.communicate(timeout=300)
    before = kept(results)
    assert 2 <= len(before) < RUNS
    if blow == signal.SIGINT:
        assert process.returncode == 130
        assert "goes on from there" in said and "Traceback" not in said
    done = []
    monkeypatch.setattr(running, "request_of", lambda job: done.append(key(job)) or RunExperiments((job,)))
    assert main(words(folder, results)) == 0
    after = kept(results)
    assert len(after) == RUNS
    assert set(done) == set(after) - set(before) and len(done) == RUNS - len(before)
    assert before.items() <= after.items()
    assert same_as_alone(results, folder, set(before))
    assert capsys.readouterr().out.count("| iris") == 4


def same_as_alone(results: Path, folder: Path, keys: set[str]) -> bool:
    """What the worker processes found is what this process finds; ties may differ in MS, never in the objective."""
    chosen = Selection(["iris"], (0, 0.25), SEEDS, methods=["tree"], time_limit=30, source=Source(str(folder)))
    with sqlite3.connect(results) as file:
        found = {row[0]: row[1:] for row in file.execute("SELECT key, status, value, links, data_hash FROM runs")}
    return all(
        found[key(job)] == tuple(run_one(job)[name] for name in ("status", "value", "links", "data_hash"))
        for job in plan("table1", chosen)
        if key(job) in keys
    )


@pytest.mark.parametrize(
    ("name", "blow", "words"),
    [("dying_worker", "os._exit(5)", "stopped unexpectedly"), ("hungry_worker", "raise MemoryError", "GB of memory")],
)
def test_a_run_that_kills_its_process_does_not_stop_the_others(folder, tmp_path, monkeypatch, name, blow, words):
    """Whether it dies or has no memory left: after failing alone too, it gets a row that says so."""
    (tmp_path / f"{name}.py").write_text(FRAGILE.format(blow))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(running, "WORKER", (sys.executable, "-m", name))
    jobs = plan("table1", Selection(["iris"], (0,), 4, ["md"], ["tree"], 30, Source(str(folder))))
    rows = []
    run_all(jobs, 2, rows.append)
    assert sorted(row["seed"] for row in rows) == [1, 2, 3, 4]
    lost = {row["seed"]: row["message"] for row in rows if row["status"] == "unknown"}
    assert list(lost) == [2] and words in lost[2] and "failed twice" in lost[2]


def test_no_process_outlives_the_runs(folder, monkeypatch):
    """An exception in the middle, as Ctrl-C is one: what is finished is kept, and the workers end at once."""
    jobs = plan("table1", Selection(["iris"], (0,), 20, ["md"], ["tree"], 30, Source(str(folder))))
    runners, rows, pids = [], [], []
    monkeypatch.setattr(running, "chosen_jobs", lambda *a, **o: runners.append(chosen_jobs(*a, **o)) or runners[0])

    def keep(row):
        rows.append(row)
        pids.extend(runners[0].worker_pids())
        if len(rows) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(jobs, 2, keep)
    assert 3 <= len(rows) < 20
    for pid in pids:
        wait_until_dead(pid)


def test_quick_datasets_come_first_and_rows_are_whole(folder):
    """Whatever the order asked for: by dataset, then κ, then method and objective, then seeds."""
    jobs = plan("table1", Selection(["wine", "iris"], (0, 0.5), 2, methods=["tree", "cart"]))
    order = [(job["dataset"], job["kappa"], job["method"], job["objective"], job["seed"]) for job in jobs]
    assert order[:6] == [
        ("iris", 0, "tree", "md-ms", 1), ("iris", 0, "tree", "md-ms", 2), ("iris", 0, "tree", "md", 1),
        ("iris", 0, "tree", "md", 2), ("iris", 0, "cart", None, 1), ("iris", 0, "cart", None, 2),
    ]  # fmt: skip
    assert [name for name, *_ in order] == ["iris"] * 12 + ["wine"] * 12
    assert len({key(job) for job in jobs}) == len(jobs)


def test_the_other_tables_plan_depths_and_settings():
    """Table 2 takes three depths where k fits, Table 3 three settings; Table 2 shares its middle with Table 1."""
    chosen = Selection(["target"], seeds=1)
    assert [job["depth"] for job in plan("table2", chosen)] == [3, 4, 5]
    assert [(job["smart"], job["epsilon"]) for job in plan("table3", chosen)] == [(True, 0.1), (False, 0.1), (False, 0)]
    first = {key(job) for job in plan("table1", chosen)}
    assert sum(key(job) in first for job in plan("table2", chosen)) == 1


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("reference", "mio")])
def test_every_method_gives_a_whole_row(folder, method):
    """Status, scores and counts for each; the row has every column but times alike when it is run again."""
    (job, *_) = plan("table1", Selection(["iris"], (0.25,), 1, ["md"], [method], 30, Source(str(folder))))
    row, again = run_one(job), run_one(job)
    assert row["status"] in ("optimal", "feasible")
    assert -1 <= row["ari"] <= 1 and row["links"] == 4 and row["md"] > 0 and row["rows"] == 16
    timed = {"seconds", "processor_seconds", "phases", "finished"}
    assert {k: v for k, v in row.items() if k not in timed} == {k: v for k, v in again.items() if k not in timed}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--datasets", "nosuch"], 'no dataset "nosuch"'),
        (["--methods", "magic"], 'no method "magic"'),
        (["--objectives", "mdd"], 'no objective "mdd"'),
        (["--datasets", "wine"], "wine.csv does not exist"),
    ],
)
def test_bad_input_is_one_sentence(folder, tmp_path, capsys, more, sentence):
    """Exit code 2, one line, no file left behind."""
    assert main([*words(folder, tmp_path / "no.db"), *more]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert not (tmp_path / "no.db").exists()


def test_without_a_folder_the_shapes_are_our_own():
    """Lsun's place is taken by a table of ours, and the row says so; Glass is not part of the package."""
    (job,) = plan("table1", Selection(["lsun"], (0,), 1, ["md"], ["complete-linkage"]))
    assert run_one(job)["origin"] == "own shape"
    with pytest.raises(InputError, match="--data-dir"):
        plan("table1", Selection(["glass"]))


def test_a_table_that_changed_is_refused(folder):
    """A run planned on other values is not computed silently on these."""
    (job, *_) = plan("table1", Selection(["iris"], (0,), 1, ["md"], ["cart"], 30, Source(str(folder))))
    with pytest.raises(InputError, match="not the same table"):
        run_one(job | {"data_hash": "another"})


def test_the_figure_becomes_a_page_of_its_own(folder, tmp_path, capsys):
    """`figure --output` writes one HTML file that needs no network; the numbers are printed."""
    out = tmp_path / "figure.html"
    given = words(folder, tmp_path / "runs.db", "--output", str(out), "--kappa", "0.25", "--seeds", "1")
    assert main(["figure", *given[1:]]) == 0
    assert "| tree   | [MD, MS]  | 0.25 |" in capsys.readouterr().out
    assert "Tree, [MD, MS]" in out.read_text() and 'src="http' not in out.read_text()


def no_network(id: int) -> None:
    raise ConnectionError("no route to host")


@pytest.mark.parametrize(
    ("client", "sentence"),
    [(None, "needs the package ucimlrepo"), (SimpleNamespace(fetch_ucirepo=no_network), "cannot be reached for glass")],
)
def test_without_network_or_client_the_uci_repository_is_named(monkeypatch, tmp_path, capsys, client, sentence):
    """One sentence with the way out, and no file."""
    monkeypatch.setitem(sys.modules, "ucimlrepo", client)
    given = ["table1", "--datasets", "glass", "--uci", "--results", str(tmp_path / "no.db")]
    assert main(given) == 2
    said = capsys.readouterr().err
    assert sentence in said and "--data-dir" in said and not (tmp_path / "no.db").exists()
