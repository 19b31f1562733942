"""The Experiments page: what it shows of a results file, and a small selection run on it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.lab.experiments.made import infeasible, row
from treeclust.jobs.local import LocalJobs
from treeclust.lab.experiments.results import VARIABLE, Results
from treeclust.workspace import experiment_jobs
from treeclust.workspace.project import Project

PAGE = str(Path(__file__).parents[2] / "pages" / "experiments.py")


@pytest.fixture
def results(tmp_path, monkeypatch) -> Path:
    path = tmp_path / "runs.db"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def open_page() -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=60).run()
    assert not app.exception
    return app


def keep(path: Path, *rows: dict) -> None:
    with Results(path) as file:
        for one in rows:
            file.keep(one)


def widget(app: AppTest, kind: str, key: str):
    return next(found for found in app.get(kind) if found.key == key)


def test_without_runs_the_page_teaches(results):
    """What is measured, how to begin, our own tables instead of nothing; and nothing is written by looking."""
    app = open_page()
    assert any("There are no runs of your own yet" in text.value for text in app.markdown)
    shown = app.dataframe[0].value
    assert {"ARI", "Paper ARI"} <= set(shown.columns) and len(set(shown["Dataset"])) == 11
    widget(app, "button_group", "measured-view").set_value("table3").run()
    assert "Clauses" in app.dataframe[0].value.columns and not app.exception
    assert "treeclust.experiments table1" in app.code[0].value
    assert widget(app, "button", "run-begin").label == "Run"
    assert not results.exists()


def test_a_known_file_becomes_the_table(results):
    """Means, the paper's numbers and the reason; the switch leaves only what differs."""
    keep(results, row(1, ari=0.7), row(2, ari=0.8), row(1, kappa=0.25, ari=0.86), infeasible(3))
    app = open_page()
    table = app.dataframe[0].value
    assert table[["κ", "ARI", "Paper ARI", "Feasible", "Runs"]].to_numpy().round(3).tolist() == [
        [0.25, 0.86, 0.86, 1, 1],
        [0.5, 0.75, 0.91, 2, 3],
    ]
    assert table["Differs because"].tolist() == ["", "mean of 2 feasible runs"]
    assert "Broken links" not in table and "Limit s" not in table
    widget(app, "toggle", "table1-notable").set_value(True).run()
    assert app.dataframe[0].value["κ"].tolist() == [0.5]
    assert {button.label for button in app.get("download_button")} == {"Table (CSV)", "Table (Markdown)"}


def test_depths_and_the_figure_have_their_views(results):
    """Table 2 takes trees at κ = 0.5; the figure needs no more than some runs of tree or flat."""
    keep(results, row(1), row(1, depth=4, ari=0.88), row(1, method="cart", objective=None))
    app = open_page()
    assert app.dataframe[0].value["Method"].tolist() == ["tree", "cart"]
    view = app.get("button_group")[0]
    view.set_value("table2").run()
    assert app.dataframe[0].value["Depth"].tolist() == [3, 4]
    app.get("button_group")[0].set_value("figure").run()
    assert not app.exception and len(app.get("plotly_chart")) == 3


def test_a_file_that_is_no_results_file_is_said(results):
    """One sentence instead of a page."""
    results.write_text("words, and more words, and nothing that a database would say" * 20)
    app = AppTest.from_file(PAGE, default_timeout=60).run()
    assert not app.exception and "cannot be opened" in app.error[0].value.replace("\\", "")


def finish(project: Project, runner: LocalJobs, path: Path, enough: int) -> experiment_jobs.ExperimentJob:
    """Look as the page does, until so many rows are saved or the job has ended."""
    for _ in range(1200):
        job = experiment_jobs.look(project, runner, "tester", path)
        assert job is not None
        if job.saved >= enough or not job.running:
            return job
        time.sleep(0.05)
    raise AssertionError("still running")


def test_a_selection_runs_in_a_worker_and_its_rows_are_kept(results):
    """Chosen on the page, run by a real worker, kept as they come; run again there is nothing left to do."""
    app = open_page()
    widget(app, "multiselect", "run-methods").set_value(["complete-linkage"])
    widget(app, "multiselect", "run-kappa").set_value([0.0, 0.25])
    app.run()
    assert any("6 runs" in caption.value for caption in app.caption)
    widget(app, "button", "run-begin").click().run()
    for _ in range(600):
        if results.exists() and not app.get("progress"):
            break
        time.sleep(0.2)
        app.run()
    assert app.dataframe[0].value[["κ", "Method", "Runs"]].to_numpy().tolist() == [
        [0.0, "complete-linkage", 3],
        [0.25, "complete-linkage", 3],
    ]
    assert any("6 of them there already" in caption.value for caption in app.caption)
    assert widget(app, "button", "run-begin").disabled


def test_cancel_keeps_what_is_finished(results):
    """Many runs, cancelled after the first: its row is in the file, the others are not, and no row is half a run."""
    from treeclust.lab.experiments.plan import Selection, plan

    project, runner = Project(), LocalJobs(running=1)
    try:
        planned = plan("table1", Selection(["iris"], seeds=20, methods=["tree"], time_limit=30))
        experiment_jobs.start(project, runner, "tester", planned)
        finish(project, runner, results, 1)
        experiment_jobs.cancel(project, runner)
        job = finish(project, runner, results, len(planned) + 1)
    finally:
        runner.close()
    with Results(results) as file:
        rows = file.rows()
    assert 1 <= len(rows) == job.saved < len(planned)
    assert {one["status"] for one in rows} == {"optimal"}
    assert len(experiment_jobs.missing(planned, results)) == len(planned) - len(rows)
