"""The Experiments page: the paper's tables and figure from the results file, and a card to run more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from treeclust.core.limits import plural
from treeclust.lab.experiments.cells import NOTABLE, Cell, belongs, cells
from treeclust.lab.experiments.figure import curves
from treeclust.lab.experiments.measured_tables import TABLES, measured_lines
from treeclust.lab.experiments.plan import METHODS
from treeclust.lab.experiments.results import Results, default_path
from treeclust.lab.experiments.tables import Line, as_csv, lines, markdown
from treeclust.ui.experiments.experiment_run_card import follow_runs, run_card
from treeclust.ui.shared.chart import show_chart
from treeclust.ui.shared.session import jobs, watcher
from treeclust.views.escape import markdown_text
from treeclust.views.experiment_figure import ari_figure, feasibility_figure, time_figure
from treeclust.workspace import experiment_jobs
from treeclust.workspace.project import Project

VIEWS = {"table1": "Links", "table2": "Depth", "table3": "Formula", "figure": "Figure"}
ABOUT = {
    "table1": "More links per row (κ): how close the clusters come to the known classes, with a tree and without "
    "(Tables 1 and 4 of the paper).",
    "table2": "The same links, trees of other depths: a deeper tree can obey links that a shallow one cannot "
    "(Tables 2 and 5).",
    "table3": "What smart pairs and ε save: clauses and time of the paper's own formula (Table 3).",
    "figure": "Means over the datasets, as in the paper's figure. Dotted: the paper's, over the same datasets.",
}
TEACHING = """
The paper measures its method on eleven datasets: it draws κ·n random links from the known classes, solves, and scores
how well the clusters agree with those classes (**ARI** and **NMI**; 1 is perfect). Below is what we have measured,
beside the paper's own numbers.

There are no runs of your own yet. Begin with a few of them here, or run whole tables from the command line, where they
can be stopped and gone on with at any time:
"""
MEASURED = "Measured with version 0.1 on two cores; κ·n links are drawn anew for each run."
COMMAND = "python -m treeclust.experiments table1 --datasets iris,wine --seeds 20 --workers 2"
HELP = {
    "κ": "Links per row, drawn at random from the known classes",
    "ARI": "Adjusted Rand index, mean over the runs that found a clustering; 1 is perfect, 0 is chance",
    "NMI": "Normalised mutual information; 1 is perfect",
    "Difference": "Our mean ARI less the paper's",
    "Feasible": "Runs whose clustering obeys every link",
    "Seconds": "Mean processor time of a run; a busy machine changes nothing",
    "Paper s": "Mean time in the paper, on its server",
    "Broken links": "Mean number of links that the clustering does not keep",
    "Not proved": "Runs that the time limit ended before the proof",
    "Limit s": "Time limit of a run in seconds, where it is not the paper's 30 minutes",
    "Differs because": f"Where our mean ARI differs by more than {NOTABLE}",
}
SILENT = {"Broken links": (None, 0), "Not proved": (0,)}
"""Values that need no column, where they are not those of every column."""
FORMATS = {
    "Limit s": "%g",
    "Broken links": "%.1f",
    "Seconds": "%.2f",
    "Paper s": "%.1f",
    "Clauses": "%d",
    "Paper clauses": "%d",
    "κ": "%g",
    "ε": "%g",
}


def experiments_panel(project: Project) -> None:
    path = default_path()
    job = experiment_jobs.look(project, jobs(), watcher(), path)  # first: it writes to the file that is read next
    drawn = experiment_jobs.state_of(job)
    rows = rows_of(path)
    if not rows:
        st.markdown(TEACHING)
        st.code(COMMAND, language=None)
    with st.expander("Run some here", expanded=not rows, icon=":material/play_arrow:"):
        run_card(project, path)
    follow_runs(project, path, drawn)
    if rows:
        results_view(rows, path)
    else:
        measured_view()


def measured_view() -> None:
    """Our own tables, for who has run nothing yet."""
    names = {table: VIEWS[table] for table in TABLES}
    view = st.segmented_control(
        "Show", list(names), format_func=names.__getitem__, default="table1", required=True, key="measured-view"
    )
    st.caption(f"{ABOUT[view]} {MEASURED}")
    made = measured_lines(view)
    sets = st.multiselect(
        "Datasets", list(dict.fromkeys(line["Dataset"] for line in made)), placeholder="all", key="measured-datasets"
    )
    show_lines([line for line in made if not sets or line["Dataset"] in sets], view)


def results_view(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """One of the tables, or the figure, of the results file."""
    st.caption(markdown_text(file_words(rows, path)))
    view = st.segmented_control(
        "Show", list(VIEWS), format_func=VIEWS.__getitem__, default="table1", key="experiments-view"
    )
    chosen = filtered(cells(rows), view or "table1")
    st.caption(ABOUT[view or "table1"])
    if view == "figure":
        figures(chosen)
    else:
        table(chosen, view or "table1")


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Read again only when the file has changed."""
    if not path.exists():
        return []
    state = path.stat()
    return read_rows(str(path), state.st_mtime_ns, state.st_size)


@st.cache_data(max_entries=4, show_spinner=False)
def read_rows(path: str, changed: int, size: int) -> list[dict[str, Any]]:
    with Results(Path(path)) as results:
        return results.rows()


def file_words(rows: Sequence[dict[str, Any]], path: Path) -> str:
    """How many runs, from when, where and by which version."""
    last = max(rows, key=lambda row: str(row["finished"]))
    versions = ", ".join(sorted({row["version"] for row in rows}))
    many = f"{len(rows):,} {plural('run', len(rows))}"
    return f"{many}, version {versions}; the last on {last['finished'][:10]} ({last['machine']}). File: {path}"


def filtered(found: Sequence[Cell], view: str) -> list[Cell]:
    """The cells of this view that the person wants to see."""
    here = [cell for cell in found if belongs(cell, "table1" if view == "figure" else view)]
    names = list(dict.fromkeys(cell.dataset for cell in here))
    methods = [method for method in METHODS if any(cell.method == method for cell in here)]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sets = st.multiselect("Datasets", names, placeholder="all", key=f"{view}-datasets")
        wanted = (
            st.multiselect("Methods", methods, placeholder="all", key=f"{view}-methods") if len(methods) > 1 else []
        )
    return [c for c in here if (not sets or c.dataset in sets) and (not wanted or c.method in wanted)]


def table(chosen: Sequence[Cell], view: str) -> None:
    notable = sum(cell.notable for cell in chosen)
    words = f"Only where the ARI differs by more than {NOTABLE} ({notable})"
    if notable and st.toggle(words, key=f"{view}-notable"):
        chosen = [cell for cell in chosen if cell.notable]
    made = lines(chosen, view)
    if made:
        show_lines(made, view)
    else:
        st.info("No runs of this table yet.")


def show_lines(made: Sequence[Line], view: str) -> None:
    height = min(38 + 35 * len(made), 620)
    st.dataframe(
        frame(made), hide_index=True, width="stretch", height=height, column_config=columns(made), placeholder="–"
    )
    with st.container(horizontal=True):
        st.download_button("Table (CSV)", lambda: as_csv(made), f"{view}.csv", "text/csv", key=f"{view}-csv")
        st.download_button(
            "Table (Markdown)", lambda: markdown(made) + "\n", f"{view}.md", "text/markdown", key=f"{view}-md"
        )


def frame(made: Sequence[Line]) -> pd.DataFrame:
    """Without the columns that are empty for these lines."""
    kept = [name for name in made[0] if any(line[name] not in SILENT.get(name, (None, "")) for line in made)]
    return pd.DataFrame([{name: line[name] for name in kept} for line in made])


def columns(made: Sequence[Line]) -> dict[str, Any]:
    numbers = [name for name in made[0] if any(isinstance(line[name], float) for line in made)]
    config: dict[str, Any] = {
        name: st.column_config.NumberColumn(format=FORMATS.get(name, "%.3f"), help=HELP.get(name)) for name in numbers
    }
    words = {name: st.column_config.Column(help=text) for name, text in HELP.items() if name not in config}
    return (
        config | words | {"Differs because": st.column_config.TextColumn(width="large", help=HELP["Differs because"])}
    )


def figures(chosen: Sequence[Cell]) -> None:
    found = curves(chosen)
    if not found:
        st.info("The figure needs runs of the methods tree or flat.")
        return
    st.caption(f"Over {', '.join(found[0].datasets)}. Circles: trees. Squares: flat clusters. Bars: runs with a tree.")
    show_chart(ari_figure(found), "figure-ari")
    left, right = st.columns(2, gap="medium")
    with left:
        show_chart(feasibility_figure(found), "figure-feasible")
    with right:
        show_chart(time_figure(found), "figure-time")
