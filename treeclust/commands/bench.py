"""`python -m treeclust bench`: engines side by side, warm against cold, growth with the rows, choosing among equals."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from treeclust.commands.options import at_least_one, seconds
from treeclust.core.errors import InputError
from treeclust.lab.bench.plan import SHAPES, SMALL, cases

KAPPAS, SEEDS = (0.0, 0.1, 0.25, 0.5, 1.0), (1, 2, 3)


def listed(kind: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    return lambda text: [kind(part) for part in text.split(",")]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data-dir", type=Path, default=Path("sample_data"), help="folder with DATASET.csv files")
    parser.add_argument("--datasets", type=listed(str), metavar="A,B,…", help="default: the seven small ones")
    parser.add_argument("--kappa", type=listed(float), metavar="X,Y,…", help="default: 0,0.1,0.25,0.5,1")
    parser.add_argument("--seeds", type=listed(int), metavar="N,M,…", help="default: 1,2,3; with --hard 1,2")
    parser.add_argument("--objective", type=listed(str), default=["md", "md-ms"], metavar="md,md-ms")
    parser.add_argument("--against", choices=["reference"], help="also run this engine on the same problems")
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="per problem and engine")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    parser.add_argument("--warm", type=at_least_one, metavar="N", help="instead: N random new links, warm against cold")
    parser.add_argument(
        "--rows",
        type=listed(at_least_one),
        metavar="N,M,…",
        help="instead: growth on tables with so many rows, in processor seconds (default limit 60); goes on where the "
        "CSV file ends",
    )
    parser.add_argument(
        "--hard",
        action="store_true",
        help="instead: the hard set (default limit 300 s); cases that the CSV file already holds are not run again",
    )
    parser.add_argument(
        "--two-clusters",
        action="store_true",
        help="instead: hard questions with two clusters (default limit 120 processor seconds); goes on as --hard does",
    )
    parser.add_argument(
        "--spread",
        type=listed(at_least_one),
        metavar="N,M,…",
        help="instead: until it is known whether there is a tree, on so many Dask workers (default limit 600 s); with "
        "--two-clusters to the end, wider tables too, what takes more than 5 s on one worker",
    )
    parser.add_argument(
        "--wanted",
        choices=["ari", "leaves", "churn", "cost"],
        help="instead: choosing among equals: agreement with known classes, leaves before and after, tests that change "
        "with a link, or what it costs; ari goes on where the CSV file ends",
    )
    parser.add_argument(
        "--repeat",
        type=Path,
        metavar="SHARED",
        help="instead: the authors' runs in this folder and 50 further questions, four times each, twice in a "
        "crowd (default limit 300 s); questions that the CSV file already holds are not asked again",
    )
    parser.add_argument(
        "--every", type=at_least_one, default=1, metavar="N", help="with --repeat, every N-th question only"
    )
    parser.add_argument(
        "--asking",
        choices=["ways", "ablation", "forced"],
        help="instead: simulated interviews, ways to choose the question side by side, or question and answer taken "
        "apart; goes on where the CSV file ends; or 1,000 questions, each checked whether its answer is forced",
    )
    parser.add_argument("--ways", type=listed(str), metavar="A,B,…", help="these only (--asking); default: all")
    parser.add_argument("--noise", type=listed(float), default=[0.0], metavar="X,Y,…", help="wrong answers (--asking)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every run to a CSV file")


def run(arguments: argparse.Namespace) -> int:
    # imported here because the engine loads compiled code, which other commands should not wait for
    from treeclust.lab.bench.hard import LIMIT, hard_cases, run_hard
    from treeclust.lab.bench.repeat import run_repeat
    from treeclust.lab.bench.scale import scale_cases, scale_rows
    from treeclust.lab.bench.warm import warm_rows

    if arguments.hard:
        chosen = hard_cases(arguments.datasets, arguments.kappa, arguments.seeds)
        limit = LIMIT if arguments.time_limit is None else arguments.time_limit
        run_hard(chosen, arguments.data_dir, limit, arguments.csv, arguments.profile, say)
        return 0
    if arguments.two_clusters:
        (on_workers if arguments.spread else hard_pairs)(arguments)
        return 0
    if arguments.repeat:
        run_repeat(arguments.repeat, arguments.every, arguments.time_limit, arguments.csv, say)
        return 0
    if arguments.asking:
        asking(arguments)
        return 0
    if arguments.wanted == "ari":
        agreement(arguments)
        return 0
    if arguments.wanted:
        rows = wanted(arguments)
    elif arguments.spread:
        rows = spread(arguments)
    elif arguments.rows:
        scale_rows(scale_cases(arguments.rows, arguments.objective), arguments.time_limit, arguments.csv, say)
        return 0
    elif arguments.warm:
        rows = warm_rows(arguments.data_dir, arguments.datasets or list(SMALL), arguments.warm, say)
    else:
        rows = compare(arguments)
    if arguments.csv is not None:
        write(arguments.csv, rows)
    return 0


def hard_pairs(arguments: argparse.Namespace) -> None:
    """The hard questions with two clusters; the CSV file is written line by line."""
    from treeclust.core.stop import ProcessorTime
    from treeclust.lab.bench.hard import run_hard
    from treeclust.lab.bench.two_clusters import LIMIT, two_cluster_cases

    chosen = two_cluster_cases(arguments.datasets, arguments.kappa, arguments.seeds, arguments.objective)
    limit = LIMIT if arguments.time_limit is None else arguments.time_limit
    run_hard(chosen, arguments.data_dir, limit, arguments.csv, arguments.profile, say, ProcessorTime)


def on_workers(arguments: argparse.Namespace) -> None:
    """The hardest questions with two clusters, by the number of workers."""
    try:
        from treeclust.lab.bench.workers import worker_rows
    except ImportError as error:
        raise InputError("--spread needs Dask; install the package distributed.") from error
    from treeclust.lab.bench.two_clusters import WIDER, two_cluster_cases

    chosen = two_cluster_cases(arguments.datasets, arguments.kappa, arguments.seeds, arguments.objective, WIDER)
    worker_rows(chosen, arguments.data_dir, arguments.spread, arguments.time_limit, arguments.csv, say)


def asking(arguments: argparse.Namespace) -> None:
    """Conversations with known labels as expert, and the tables of all that the file holds."""
    from treeclust.lab.asking import forced, study

    if arguments.asking == "forced":
        say("{} questions, {} forced".format(*forced.count_forced(1_000, say)))
        return
    ways = arguments.ways or (study.WAYS if arguments.asking == "ways" else study.ABLATION)
    tables, seeds = arguments.datasets or list(study.SHAPES), arguments.seeds or list(range(10))
    rows = study.run_study(tables, ways, seeds, arguments.noise, str(arguments.data_dir), arguments.csv, say)
    for line in study.study_tables(rows):
        say(line)


def agreement(arguments: argparse.Namespace) -> None:
    """Every preference against the known classes, as tables; the CSV file is written line by line."""
    from treeclust.lab.bench import wanted as choosing
    from treeclust.lab.bench.wanted_tables import ari_tables

    kappas, seeds = arguments.kappa or choosing.KAPPAS, arguments.seeds or choosing.SEEDS
    chosen = choosing.sized_cases(arguments.datasets or list(SHAPES), kappas, seeds)
    rows = choosing.run_wanted(chosen, arguments.data_dir, arguments.time_limit or choosing.LIMIT, arguments.csv, say)
    for line in ari_tables(rows, kappas):
        say(line)
    say(f"\nproved values that a preference without slack changed: {choosing.changed_values(rows) or 'none'}")


def wanted(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from treeclust.lab.bench import churn, leaves
    from treeclust.lab.bench.proof_cost import cost_rows

    folder = arguments.data_dir
    if arguments.wanted == "leaves":
        return leaves.leaves_rows(folder, arguments.datasets or list(leaves.TABLES), arguments.time_limit, say)
    if arguments.wanted == "churn":
        return churn.churn_rows(
            folder, arguments.datasets or list(churn.TABLES), arguments.kappa or [0.0, 0.1], 50, say
        )
    datasets, kappas = arguments.datasets or list(SMALL), arguments.kappa or list(KAPPAS)
    return cost_rows(cases(datasets, kappas, arguments.seeds or list(SEEDS), arguments.objective), folder, say)


def spread(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    try:
        from treeclust.lab.bench.parallel import spread_rows
    except ImportError as error:
        raise InputError("--spread needs Dask; install the package distributed.") from error

    datasets, seeds = arguments.datasets or ["ionosphere"], arguments.seeds or [1, 2]
    chosen = list(cases(datasets, arguments.kappa or [0.25], seeds, arguments.objective))
    return spread_rows(chosen, arguments.data_dir, arguments.spread, arguments.time_limit, say)


def compare(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    from treeclust.lab.bench.compare import Run, lines, run_case, summary

    engines = ["fast", *([arguments.against] if arguments.against else [])]
    done: list[list[Run]] = []
    datasets, seeds = arguments.datasets or list(SMALL), arguments.seeds or list(SEEDS)
    for case in cases(datasets, arguments.kappa or list(KAPPAS), seeds, arguments.objective):
        done.append([run_case(case, arguments.data_dir, engine, arguments.time_limit) for engine in engines])
        for line in lines(done[-1], arguments.profile):
            say(line)
    for line in summary(done):
        say(line)
    return [run.row() for runs in done for run in runs]


def say(line: str) -> None:
    """Shown at once, so that a long run can be followed."""
    print(line, flush=True)


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
