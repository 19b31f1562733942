"""The bench runs engines on the same problems and says how they compare."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.dask_cluster import DaskCluster
from treeclust.__main__ import main
from treeclust.jobs.dask import DaskJobs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small table under the name of a dataset that the bench knows."""
    rng = np.random.default_rng(0)
    known = rng.integers(0, 3, 40)
    table = rng.uniform(0, 9, (3, 2))[known] + rng.normal(0, 1, (40, 2))
    with (tmp_path / "iris.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["a", "b", "label"])
        writer.writerows([*row, label] for row, label in zip(table.tolist(), known.tolist(), strict=True))
    return tmp_path


def test_both_engines_are_compared_on_the_same_problems(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line per engine, the ratio, the median, and a CSV with a row per run."""
    out = folder / "runs.csv"
    where = ["bench", "--data-dir", str(folder), "--datasets", "iris", "--kappa", "0,0.2", "--seeds", "1"]
    assert main([*where, "--against", "reference", "--profile", "--csv", str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("same answer") == 4
    assert "different answers: 0" in printed
    assert "where: relaxation" in printed
    rows = list(csv.DictReader(out.open()))
    assert [row["engine"] for row in rows] == ["fast", "reference"] * 4
    assert all(row["value"] for row in rows if row["status"] == "optimal")


def test_warm_against_cold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """New links on a solved problem: the session's answers are those of a cold engine."""
    assert main(["bench", "--data-dir", str(folder), "--datasets", "iris", "--warm", "5"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("5 new links") == 2
    assert printed.count("different answers 0") == 2


def test_the_hard_set_goes_on_where_it_stopped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run with the same file runs only what the file does not hold, and keeps what it holds."""
    (folder / "iris.csv").rename(folder / "glass.csv")
    out = folder / "hard.csv"
    where = ["bench", "--hard", "--data-dir", str(folder), "--datasets", "glass", "--csv", str(out)]
    assert main([*where, "--kappa", "0.5", "--seeds", "1"]) == 0
    first = out.read_text()
    assert capsys.readouterr().out.count("seed 1") == 2
    assert main([*where, "--kappa", "0.25,0.5", "--seeds", "1"]) == 0
    assert capsys.readouterr().out.count("seed 1") == 2
    assert out.read_text().startswith(first)
    rows = list(csv.DictReader(out.open()))
    assert [(row["kappa"], row["objective"]) for row in rows] == [
        ("0.5", "md"), ("0.5", "md-ms"), ("0.25", "md"), ("0.25", "md-ms"),
    ]  # fmt: skip
    assert all(row["processor_seconds"] and row["seconds"] for row in rows)


def test_an_unknown_dataset_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bench says which datasets it knows."""
    assert main(["bench", "--data-dir", str(folder), "--datasets", "nosuch"]) == 2
    assert "nosuch" in capsys.readouterr().err


def test_spread_over_more_and_more_workers(
    folder: Path, cluster: DaskCluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each number of workers, and how much faster more of them are; the cluster here is the tests' own."""

    @contextmanager
    def ours(workers: int) -> Iterator[DaskJobs]:
        jobs = DaskJobs(cluster.address)
        cluster.wait_for_room(jobs, workers)
        yield jobs
        jobs.close()

    monkeypatch.setattr("treeclust.bench.spread.cluster_of", ours)
    where = ["bench", "--data-dir", str(folder), "--datasets", "iris", "--kappa", "0.2", "--seeds", "1"]
    assert main([*where, "--objective", "md", "--spread", "1,2"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("outcome tree found") == 2
    assert printed.count("2 workers against 1:") == 1
