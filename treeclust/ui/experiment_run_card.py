"""A small selection of runs, chosen and run on the page, with a bar and Cancel."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from treeclust.baselines import BASELINES
from treeclust.experiments import paper
from treeclust.experiments.datasets import FROM_SCIKIT_LEARN, OWN_SHAPES
from treeclust.experiments.plan import Job, Selection, plan
from treeclust.ui import experiment_jobs
from treeclust.ui.project import Project
from treeclust.ui.session import jobs, obey, watcher
from treeclust.views.escape import markdown_text

POLL_SECONDS = 0.7
DATASETS = (*FROM_SCIKIT_LEARN, *OWN_SHAPES)
TABLES = {"table1": "links (Table 1)", "table2": "depths (Table 2)"}
METHODS = ("tree", "flat", *BASELINES)


def run_card(project: Project, path: Path) -> None:
    """What to run, how much of it is missing, and the button."""
    one, two, three, four = st.columns([1, 2, 2, 2])
    table = one.selectbox("Vary", list(TABLES), format_func=TABLES.__getitem__, key="run-table")
    two.multiselect("Datasets", DATASETS, ["iris"], key="run-datasets", help=dataset_help())
    depths = table == "table2"
    three.multiselect("κ, links per row", paper.KAPPAS, [0.0, 0.25, 0.5], key="run-kappa", disabled=depths)
    four.multiselect("Methods", METHODS, ["tree", "flat"], key="run-methods", disabled=depths)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input("Sets of random links", 1, paper.RUNS, 3, key="run-seeds", width=180)
        st.number_input("Time limit of a run (s)", 1, 300, 10, key="run-limit", width=180, help="Processor time")
        buttons(project, path)


def chosen_runs() -> list[Job]:
    """As the fields stand now."""
    names = ("table", "datasets", "kappa", "methods", "seeds", "limit")
    table, datasets, kappas, methods, seeds, limit = (st.session_state[f"run-{name}"] for name in names)
    if not datasets or (table == "table1" and not (kappas and methods)):
        return []
    chosen = Selection(datasets, sorted(kappas), int(seeds), methods=methods, time_limit=float(limit))
    return plan(table, chosen)


def dataset_help() -> str:
    return (
        "Iris and Wine are the paper's. The four shapes are our own tables that resemble the paper's, so their numbers "
        "are not comparable; the command line reads the real ones from a folder."
    )


def buttons(project: Project, path: Path) -> None:
    planned = chosen_runs()
    todo = experiment_jobs.missing(planned, path)
    job = experiment_jobs.look(project, jobs(), watcher(), path)
    busy = job is not None and job.running
    st.button(
        "Run",
        key="run-begin",
        type="primary",
        disabled=busy or not todo,
        on_click=obey,
        args=(begin, project, path),
    )
    there = len(planned) - len(todo)
    words = f"{len(planned)} runs, {there} of them there already." if there else f"{len(planned)} runs."
    st.caption(words if planned else "Choose at least one dataset, κ and method.")


def begin(project: Project, path: Path) -> None:
    experiment_jobs.start(project, jobs(), watcher(), experiment_jobs.missing(chosen_runs(), path))


def follow_runs(project: Project, path: Path, drawn: tuple[int, bool] | None) -> None:
    """While a job runs: the bar, what it does, and Cancel. When rows have come since the tables were `drawn`, all is
    drawn again."""
    if drawn is None:
        return

    @st.fragment(run_every=POLL_SECONDS if drawn[1] else None)
    def piece() -> None:
        now = experiment_jobs.look(project, jobs(), watcher(), path)
        assert now is not None
        if experiment_jobs.state_of(now) != drawn:
            st.rerun()
        if now.running:
            bar, button = st.columns([6, 1], vertical_alignment="center")
            bar.progress(now.saved / now.total, markdown_text(f"{now.saved} of {now.total} finished; {now.phase}"))
            button.button(
                "Cancel", key="run-cancel", on_click=stop, args=(project,), help="Keep the runs that are finished"
            )
        elif now.message or now.saved < now.total:
            kept = f"{now.saved} of {now.total} runs were finished and are kept."
            st.caption(markdown_text(f"{now.message or 'Stopped.'} {kept}"))

    piece()


def stop(project: Project) -> None:
    experiment_jobs.cancel(project, jobs())
