"""The command line: `python -m treeclust.experiments table1 --datasets iris,wine --kappa 0,0.25 --seeds 20 …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from treeclust.commands.bench import listed
from treeclust.commands.guard import INTERRUPT, RUNNING, STOPPED, guarded
from treeclust.commands.options import at_least_one, seconds
from treeclust.commands.parser import Parser
from treeclust.core.errors import InputError
from treeclust.lab.experiments import paper
from treeclust.lab.experiments.cells import Cell, cells
from treeclust.lab.experiments.datasets import QUICK, Source
from treeclust.lab.experiments.figure import curves, figure_lines, write_figure
from treeclust.lab.experiments.plan import METHODS, TABLES, Job, Selection, key, plan
from treeclust.lab.experiments.progress_bar import Bar
from treeclust.lab.experiments.results import Results, default_path
from treeclust.lab.experiments.running import run_all
from treeclust.lab.experiments.tables import as_csv, lines, markdown


def parser() -> Parser:
    made = Parser(prog="treeclust.experiments", description=__doc__)
    made.add_argument("what", choices=[*TABLES, "figure"], help="figure takes the runs of table1")
    made.add_argument(
        "--datasets", type=listed(str), default=list(QUICK), metavar="A,B,…", help="default: the seven quick ones"
    )
    made.add_argument("--kappa", type=listed(float), default=list(paper.KAPPAS), metavar="X,Y,…", help="links per row")
    made.add_argument("--seeds", type=at_least_one, default=paper.RUNS, metavar="N", help="sets of random links")
    made.add_argument("--objectives", type=listed(str), default=list(paper.OBJECTIVES), metavar="md,md-ms")
    made.add_argument(
        "--methods", type=listed(str), default=["tree", "flat"], metavar="A,B,…", help=f"of {', '.join(METHODS)}"
    )
    made.add_argument(
        "--time-limit",
        type=seconds,
        default=paper.TIME_LIMIT,
        metavar="SECONDS",
        help="processor time of each run (default 1800)",
    )
    made.add_argument("--data-dir", type=Path, metavar="DIR", help="CSV files with a column label, one per dataset")
    made.add_argument("--uci", action="store_true", help="fetch datasets of the UCI repository (needs a network)")
    made.add_argument("--results", type=Path, metavar="PATH", help=f"the results file (default {default_path()})")
    made.add_argument(
        "--workers", type=at_least_one, default=1, metavar="N", help="processes at a time on this machine"
    )
    made.add_argument(
        "--output", type=Path, metavar="FILE", help="write the table to a .md or .csv file, the figure to .html"
    )
    made.add_argument("--show", action="store_true", help="run nothing, print what is there")
    return made


def main(given: Sequence[str] | None = None) -> int:
    """0 when all is done, 2 for bad input with one line on stderr, 130 when stopped by Ctrl-C."""
    return guarded(lambda: run(given), "treeclust.experiments")


def run(given: Sequence[str] | None) -> int:
    chosen = parser().parse_args(given)
    INTERRUPT.state = RUNNING
    path: Path = chosen.results or default_path()
    try:
        jobs = plan(TABLES[0] if chosen.what == "figure" else chosen.what, selection(chosen))
        with Results(path) as results:
            if not chosen.show:
                run_missing(jobs, results, chosen.workers)
            found = cells(results.rows(map(key, jobs)))
        print(report(chosen.what, found, chosen.output))
    except KeyboardInterrupt:
        print(f"\nStopped. Every finished run is in {path}; the same command goes on from there.", file=sys.stderr)
        return STOPPED
    return 0


def selection(chosen: argparse.Namespace) -> Selection:
    folder = None if chosen.data_dir is None else str(chosen.data_dir.resolve())
    return Selection(
        chosen.datasets, chosen.kappa, chosen.seeds, chosen.objectives, chosen.methods, chosen.time_limit,
        Source(folder, chosen.uci),
    )  # fmt: skip


def run_missing(jobs: Sequence[Job], results: Results, workers: int) -> None:
    """Only what is not in the file yet; each run is on disk before the bar moves."""
    there = results.finished()
    missing = [job for job in jobs if key(job) not in there]
    print(f"{len(jobs)} runs, {len(jobs) - len(missing)} of them in {results.path} already.", file=sys.stderr)
    if not missing:
        return
    bar = Bar(missing, sys.stderr)

    def keep(row: dict[str, Any]) -> None:
        results.keep(row)
        bar.advance(row)

    try:
        run_all(missing, workers, keep)
    finally:
        bar.close()


def report(what: str, found: Sequence[Cell], output: Path | None) -> str:
    """The table or the figure's numbers; also written where it was asked for."""
    if what == "figure":
        numbers = curves(found)
        if output is not None:
            write(output, write_figure(numbers))
        return markdown(figure_lines(numbers))
    table = lines(found, what)
    if output is not None:
        write(output, as_csv(table) if output.suffix == ".csv" else markdown(table) + "\n")
    return markdown(table)


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f'"{path}" cannot be written: {error.strerror}.') from None
