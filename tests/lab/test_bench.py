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
from treeclust.core.tree import Leaf, Split
from treeclust.jobs.dask import DaskJobs
from treeclust.lab.bench.churn import changed_tests, moved_rows
from treeclust.lab.bench.wanted import changed_values


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

    monkeypatch.setattr("treeclust.lab.bench.parallel.cluster_of", ours)
    where = ["bench", "--data-dir", str(folder), "--datasets", "iris", "--kappa", "0.2", "--seeds", "1"]
    assert main([*where, "--objective", "md", "--spread", "1,2"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("outcome tree found") == 2
    assert printed.count("2 workers against 1:") == 1
    monkeypatch.setattr("treeclust.lab.bench.workers.cluster_of", ours)
    monkeypatch.setattr("treeclust.lab.bench.workers.HARD_FROM", 0.0)
    monkeypatch.setattr("treeclust.lab.bench.two_clusters.WIDER", {"made_40x3": (0.2,)})
    where = ["bench", "--two-clusters", "--seeds", "1", "--objective", "md", "--spread", "1,2", "--csv"]
    assert main([*where, str(folder / "workers.csv")]) == 0
    printed = capsys.readouterr().out
    assert printed.count("status") == 2 and "1 questions above 0 s, 1 the same answer" in printed
    assert main([*where, str(folder / "workers.csv")]) == 0
    printed = capsys.readouterr().out
    assert not printed.count("status") and "1 questions above 0 s, 1 the same answer" in printed


def test_every_preference_keeps_the_proved_value(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six rows per problem, tables at the end; a second run with the same file solves nothing again."""
    out = folder / "wanted.csv"
    where = ["bench", "--wanted", "ari", "--data-dir", str(folder), "--datasets", "iris", "--seeds", "1"]
    assert main([*where, "--kappa", "0,0.1", "--csv", str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("| iris | 1 |") == printed.count("| iris | 10 % |") == 4
    assert "changed: none" in printed
    rows = list(csv.DictReader(out.open()))
    assert len(rows) == 2 * 2 * 2 * 6
    assert all(row["leaves_proved"] == "True" for row in rows if row["prefer"] != "as found" and row["leaves"])
    assert main([*where, "--kappa", "0,0.1", "--csv", str(out)]) == 0
    assert list(csv.DictReader(out.open())) == rows
    assert capsys.readouterr().out.count("optimal") == 0


def test_a_changed_value_is_found() -> None:
    """One preference with another value than the rest, without slack."""
    one = {"dataset": "iris", "kappa": "0.0", "seed": "1", "objective": "md", "min_rows": "1", "status": "optimal"}
    rows = [one | {"slack": "0.0", "value": "7"}, one | {"slack": "5.0", "value": "8"}]
    assert changed_values(rows) == []
    assert changed_values([*rows, one | {"slack": "0.0", "value": "8"}]) == ["iris 0.0 1 md 1"]


def test_leaves_before_and_after(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The fewest leaves are never more than those of the tree as it was found, and the simplest tree has the fewest."""
    out = folder / "leaves.csv"
    where = ["bench", "--wanted", "leaves", "--data-dir", str(folder), "--datasets", "iris,cars-like"]
    assert main([*where, "--csv", str(out)]) == 0
    rows = list(csv.DictReader(out.open()))
    assert len(rows) == 4 == capsys.readouterr().out.count("| md")
    for row in rows:
        assert int(row["simple"]) <= int(row["first"]) <= int(row["as found"])


def test_churn_counts_rows_and_tests() -> None:
    """Clusters may change their names; of three tests two are old."""
    assert moved_rows(np.array([0, 0, 1, 1, 2]), np.array([2, 2, 0, 1, 1])) == 1
    leaf = Leaf(0, 1)
    old = Split(0, 1.0, Split(1, 2.0, leaf, leaf, 2), leaf, 3)
    new = Split(1, 2.0, Split(0, 1.0, leaf, leaf, 2), Split(0, 1.5, leaf, leaf, 2), 4)
    assert changed_tests(old, new) == pytest.approx(1 / 3)
    assert changed_tests(old, leaf) == 0


def test_churn_of_random_links(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each objective; every link is looked at before and after."""
    out = folder / "churn.csv"
    where = ["bench", "--wanted", "churn", "--data-dir", str(folder), "--datasets", "iris", "--kappa", "0"]
    assert main([*where, "--csv", str(out)]) == 0
    assert capsys.readouterr().out.count("all links") == 6
    assert {row["objective"] for row in csv.DictReader(out.open())} == {"md", "md-ms"}


def test_what_the_choice_costs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Median and worst ratio, and when the first tree came."""
    where = ["bench", "--wanted", "cost", "--data-dir", str(folder), "--datasets", "iris", "--kappa", "0"]
    assert main([*where, "--seeds", "1"]) == 0
    printed = capsys.readouterr().out
    assert "2 problems, compact over first: median ratio" in printed
    assert "first tree: median" in printed


def test_the_same_question_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four answers by the command line, two of them on a busy machine, and none differs."""
    for name in ("data", "reference/links"):
        (folder / name).mkdir(parents=True)
    (folder / "iris.csv").rename(folder / "data" / "iris.csv")
    (folder / "reference" / "links" / "some.csv").write_text("a,b,kind\n0,1,cannot\n")
    run = {"dataset": "iris", "kappa": "0.1", "seed": "1", "links": "some.csv", "k": "3", "depth": "3"}
    run |= {"epsilon": "0.1", "objective": "md"}
    (folder / "reference" / "runs.csv").write_text(f"{','.join(run)}\n{','.join(run.values())}\n")
    out = folder / "repeat.csv"
    again = ["bench", "--repeat", str(folder), "--every", "60", "--csv", str(out)]
    assert main(again) == 0 == main(again)
    assert capsys.readouterr().out.count("1 questions, 1 proved optimal each time, of these different: 0") == 2
    assert [row["question"] for row in csv.DictReader(out.open())] == ["iris-0.1-1-md"]
