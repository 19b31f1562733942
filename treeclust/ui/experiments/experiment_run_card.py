"""A card to choose and run some of the experiments, with a progress bar and Cancel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import streamlit as st

from treeclust.lab.experiments import paper
from treeclust.lab.experiments.datasets import FROM_SCIKIT_LEARN, OWN_SHAPES
from treeclust.lab.experiments.plan import METHODS, Job, Selection, plan
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.session import jobs, watcher
from treeclust.ui.shared.state import widget_value
from treeclust.views.escape import markdown_text
from treeclust.workspace import experiment_jobs
from treeclust.workspace.project import Project

POLL_SECONDS = 0.7
DATASETS = (*FROM_SCIKIT_LEARN, *OWN_SHAPES)
TABLES = {"table1": "links (Table 1)", "table2": "depths (Table 2)"}
OFFERED = tuple(method for method in METHODS if method != "reference")
T = TypeVar("T")


def run_card(project: Project, path: Path) -> None:
    """Fields for what to run, and the button."""
    one, two, three, four = st.columns([1, 2, 2, 2])
    table = one.selectbox("Vary", list(TABLES), format_func=TABLES.__getitem__, key="run-table")
    two.multiselect("Datasets", DATASETS, ["iris"], key="run-datasets", help=dataset_help())
    depths = table == "table2"
    three.multiselect("κ, links per row", paper.KAPPAS, [0.0, 0.25, 0.5], key="run-kappa", disabled=depths)
    four.multiselect("Methods", OFFERED, ["tree", "flat"], key="run-methods", disabled=depths)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input("Sets of random links", 1, paper.RUNS, 3, key="run-seeds", width=180)
        st.number_input("Time limit of a run (s)", 1, 300, 10, key="run-limit", width=180, help="Processor time")
        buttons(project, path)


def chosen_runs() -> list[Job]:
    """What the fields say now. A browser may send other words than were offered, and each many times."""
    table, seeds, limit = (widget_value(f"run-{name}") for name in ("table", "seeds", "limit"))
    datasets, kappas = offered("run-datasets", DATASETS), offered("run-kappa", paper.KAPPAS)
    methods = offered("run-methods", OFFERED)
    if not datasets or (table == "table1" and not (kappas and methods)):
        return []
    chosen = Selection(datasets, kappas, int(seeds), methods=methods, time_limit=float(limit))
    return plan(table, chosen)


def offered(key: str, among: Sequence[T]) -> list[T]:
    """Those that are chosen, each once, in the order in which they are offered."""
    chosen = widget_value(key) or ()
    return [one for one in among if one in chosen]


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
        on_click=run_callback,
        args=(begin, project, path),
    )
    there = len(planned) - len(todo)
    words = f"{len(planned)} runs, {there} of them there already." if there else f"{len(planned)} runs."
    st.caption(words if planned else "Choose at least one dataset, κ and method.")


def begin(project: Project, path: Path) -> None:
    experiment_jobs.start(project, jobs(), watcher(), experiment_jobs.missing(chosen_runs(), path))


def follow_runs(project: Project, path: Path, drawn: tuple[int, bool] | None) -> None:
    """While a job runs: the progress bar and Cancel. When it has finished runs since the tables were `drawn`, the whole
    page is drawn again."""
    if drawn is None:
        return

    @st.fragment(run_every=POLL_SECONDS if drawn[1] else None)
    @guard("The run")
    def part() -> None:
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

    part()


def stop(project: Project) -> None:
    experiment_jobs.cancel(project, jobs())
