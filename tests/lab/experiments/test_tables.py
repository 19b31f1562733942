"""Tables from a known results file."""

from __future__ import annotations

import csv
import io
import sqlite3

import pytest

from tests.lab.experiments.made import infeasible, row
from treeclust.core.errors import InputError
from treeclust.lab.experiments.cells import cells, reason
from treeclust.lab.experiments.figure import curves, figure_lines
from treeclust.lab.experiments.plan import key
from treeclust.lab.experiments.results import Results
from treeclust.lab.experiments.tables import as_csv, lines, markdown


@pytest.fixture
def results(tmp_path):
    with Results(tmp_path / "below" / "runs.db") as made:
        yield made


def test_a_table_has_the_means_of_the_file(results):
    """Mean ARI and NMI over the runs with a tree, feasible runs, mean seconds over all, beside the paper's."""
    for made in (
        row(1, ari=0.8, nmi=0.7),
        row(2, ari=0.7, nmi=0.6, processor_seconds=4.0),
        infeasible(3, processor_seconds=0.4),
    ):
        results.keep(made)
    (line,) = lines(cells(results.rows()), "table1")
    wanted = {
        "Dataset": "iris", "κ": 0.5, "Objective": "[MD, MS]", "Method": "tree", "ARI": 0.75, "Paper ARI": 0.91,
        "Difference": -0.16, "NMI": 0.65, "Paper NMI": 0.89, "Feasible": 2, "Runs": 3, "Paper feasible": 20,
        "Seconds": 1.8, "Paper s": 0.8, "Broken links": 0, "Not proved": 0, "Limit s": None,
        "Differs because": "mean of 2 feasible runs",
    }  # fmt: skip
    assert {name: round(value, 9) if isinstance(value, float) else value for name, value in line.items()} == wanted


def test_a_row_comes_back_as_it_was_kept(results):
    """All columns, phases included; the same run kept twice is one row."""
    results.keep(row(1, smart=True))
    results.keep(row(1, smart=True, ari=0.5))
    assert results.rows() == [row(1, smart=True, ari=0.5)]
    assert results.finished() == {key(row(1, smart=True))}


def test_only_the_asked_runs_are_in_the_table(results):
    """A run with another time limit is another run."""
    results.keep(row(1))
    results.keep(row(1, time_limit=60.0))
    assert results.rows([key(row(1))]) == [row(1)]


def test_the_newest_of_equal_settings_counts(results):
    """The page shows all runs of a file: of two versions the one that finished last."""
    results.keep(row(1, version="2", ari=0.5, finished="2026-02-01T00:00:00+00:00"))
    results.keep(row(1, ari=0.9))
    (cell,) = cells(results.rows())
    assert (cell.runs, cell.ari, cell.versions) == (1, 0.5, ("2",))


def test_a_shape_of_our_own_is_another_dataset():
    """Its runs neither replace nor join those on the paper's table, and it goes by another name."""
    runs = [row(1, dataset="lsun", ari=1.0), row(1, dataset="lsun", ari=0.4, origin="own shape")]
    assert [(line["Dataset"], line["ARI"], line["Runs"]) for line in lines(cells(runs), "table1")] == [
        ("lsun", 1.0, 1), ("lsun (own shape)", 0.4, 1)
    ]  # fmt: skip


def test_every_notable_difference_has_a_reason():
    """Fewer than 0.08: none. More: data, time, ties, few runs, random links, in this order."""
    many = range(1, 21)

    def why(**changes):
        return reason(cells([row(seed, **changes) for seed in many])[0])

    assert why(ari=0.90) == ""
    assert why(ari=0.8, origin="own shape") == "other data: our own shape"
    assert why(ari=0.8, status="feasible", time_limit=60.0) == "20 of 20 runs not proved in 60 s"
    assert why(ari=0.8, kappa=0.0).startswith("ties")
    assert why(ari=0.8) == "ties between optima, and other random links"
    spread = [row(seed, ari=0.5 + 0.4 * (seed % 2), kappa=0.25, objective="md") for seed in many]
    assert reason(cells(spread)[0]).startswith("other random links (means of 20 vary by ±")
    assert reason(cells(spread[:8])[0]) == "8 sets of random links, the paper had 20"


def test_a_method_without_proof_is_never_called_unproved():
    """k-means proves nothing, so nothing is missing; broken links make a run infeasible."""
    runs = [row(seed, method="cart", objective=None, status="feasible", links_broken=3) for seed in (1, 2)]
    (cell,) = cells(runs)
    assert (cell.undecided, cell.feasible, cell.broken, cell.paper.ari) == (0, 0, 3, None)


def test_markdown_and_csv_hold_the_same_lines():
    """Markdown for people drops empty columns; CSV keeps every column and full precision."""
    table = lines(cells([row(1, ari=1 / 3)]), "table1")
    text = markdown(table)
    assert text.count("\n") == 2 and "| 0.333 |" in text and "Limit s" not in text
    (back,) = csv.DictReader(io.StringIO(as_csv(table)))
    assert float(back["ARI"]) == 1 / 3 and back["Limit s"] == ""
    assert markdown([]) == "No runs yet."


def test_the_ablation_table_counts_clauses():
    """Table 3: smart pairs and ε tell its rows apart."""
    settings = ((True, 0.1, 100), (False, 0.1, 900), (False, 0.0, 2000))
    runs = [
        row(1, dataset="wingnut", method="reference", smart=smart, epsilon=epsilon, clauses=count)
        for smart, epsilon, count in settings
    ]
    table = lines(cells(runs), "table3")
    assert [(line["Smart pairs"], line["ε"], line["Clauses"]) for line in table] == [
        ("yes", 0.1, 100), ("no", 0.1, 900), ("no", 0.0, 2000)
    ]  # fmt: skip
    assert table[0]["Paper clauses"] == 95879.25


def test_the_figure_averages_datasets_not_runs():
    """Two datasets, one with three runs and one with one: each counts once; the paper's mean is over the same two."""
    runs = [row(seed, ari=0.5) for seed in (1, 2, 3)] + [row(1, dataset="wine", ari=0.9)]
    runs += [infeasible(2, dataset="wine"), row(1, dataset="wine", depth=4, ari=0.0)]
    (curve,) = curves(cells(runs))
    assert curve.aris == (pytest.approx(0.7),)
    assert curve.paper_aris == (pytest.approx((0.91 + 0.82) / 2),)
    assert curve.feasible == (4 / 5,)
    (line,) = figure_lines([curve])
    assert line["Feasible"] == "80%" and line["Datasets"] == 2


def test_a_file_of_another_kind_is_refused(tmp_path):
    """A database with other columns, and a file that is none: one sentence each."""
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE runs (key TEXT)")
    other.commit()
    other.close()
    with pytest.raises(InputError, match="another version"):
        Results(tmp_path / "other.db")
    (tmp_path / "text.db").write_text("no database at all, only words, long enough to be looked at" * 20)
    with pytest.raises(InputError, match="cannot be opened"):
        Results(tmp_path / "text.db")
