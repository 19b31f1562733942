"""`solve`: one table, one question, one proven tree."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from treeclust.commands.question import add_question, links_of, load_table, problem_of, soft_links_of, stop_of
from treeclust.dataset import Dataset
from treeclust.engine import Engine, engine_named
from treeclust.engine.fast import FastEngine
from treeclust.engine.reference import ReferenceEngine
from treeclust.errors import InputError
from treeclust.placing import Recipe
from treeclust.progress import OnProgress, Progress
from treeclust.result import Result, Status
from treeclust.run import solve
from treeclust.soft import SoftResult, solve_soft
from treeclust.solvers.maxsat import MaxSatCommand

HELP = "cluster a table by a small decision tree that obeys the links"
WORDS = {
    Status.OPTIMAL: "Optimal within ε",
    Status.FEASIBLE: "Best so far, not proved optimal",
    Status.INFEASIBLE: "No such clustering exists",
    Status.UNKNOWN: "Nothing found or proved in the time given",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--engine", default="fast", help="fast (default) or reference, the paper's MaxSAT formula")
    parser.add_argument(
        "--soft",
        action="store_true",
        help="links may break: keep most weight (column certainty), then optimise",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    group = parser.add_argument_group("reference engine only")
    group.add_argument("--plain-pairs", action="store_true", help="encode every pair, without smart pairs")
    group.add_argument("--wcnf-out", type=Path, metavar="FILE", help="also write the formula to FILE")
    group.add_argument("--maxsat-command", metavar="COMMAND", help="solve the formula with this MaxSAT program")


def run(arguments: argparse.Namespace) -> int:
    dataset = load_table(arguments)
    if arguments.soft:
        found = run_soft(arguments, dataset)
        answer, words = found.to_json(), soft_in_words(found)
    else:
        problem = problem_of(arguments, dataset, links_of(arguments, dataset))
        with reporting() as report:
            result = solve(problem, arguments.objective, chosen_engine(arguments), stop_of(arguments), report)
        answer, words = result.to_json(), in_words(result)
    if arguments.json:
        rows = None if len(dataset.rows) == dataset.rows[-1] + 1 else dataset.rows.tolist()
        extra = {"rows": rows, "notes": list(dataset.notes), **Recipe.of(dataset).to_json()}
        print(json.dumps(answer | extra, allow_nan=False))
    else:
        print("\n".join([words, *dataset.notes]))
    return 0


def run_soft(arguments: argparse.Namespace, dataset: Dataset) -> SoftResult:
    if not isinstance(chosen_engine(arguments), FastEngine):
        raise InputError("--soft needs the fast engine; leave out --engine and the options of the reference engine.")
    hard, soft = soft_links_of(arguments, dataset)
    problem = problem_of(arguments, dataset, hard)
    with reporting() as report:
        return solve_soft(problem, soft, arguments.objective, stop_of(arguments), report)


def chosen_engine(arguments: argparse.Namespace) -> Engine:
    special = arguments.plain_pairs or arguments.wcnf_out or arguments.maxsat_command
    if not special:
        return engine_named(arguments.engine)
    if arguments.engine != ReferenceEngine.name:
        raise InputError("--plain-pairs, --wcnf-out and --maxsat-command need --engine reference.")
    command = MaxSatCommand(arguments.maxsat_command) if arguments.maxsat_command else None
    return ReferenceEngine(command, not arguments.plain_pairs, arguments.wcnf_out)


@contextmanager
def reporting() -> Iterator[OnProgress | None]:
    """Progress for people: a line on stderr while the block runs, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    yield progress_line
    print("\r\033[K", end="", file=sys.stderr)


def progress_line(progress: Progress) -> None:
    """One line on the terminal, written over itself."""
    parts = [f"{progress.seconds:5.1f} s", progress.phase]
    if progress.md is not None:
        parts.append(f"MD {progress.md:.3f}")
    if progress.md_lower_bound is not None:
        parts.append(f"proved ≥ {progress.md_lower_bound:.3f}")
    print("\r\033[K" + "  ".join(parts), end="", file=sys.stderr, flush=True)


def in_words(result: Result) -> str:
    """The answer for a person at a terminal."""
    lines = [f"{WORDS[result.status]}  ({result.engine} engine, {result.seconds:.2f} s)"]
    if result.message:
        lines.append(result.message)
    if result.measures is not None and result.labels is not None:
        measures = result.measures
        lines.append(f"Maximum diameter  {number(measures.md)}   proved ≥ {number(result.md_lower_bound)}")
        lines.append(f"Minimum split     {number(measures.ms)}")
        lines.append(
            f"Links kept        {len(measures.links_kept)} of {len(measures.links_kept + measures.links_broken)}"
        )
        if result.tree is not None:
            lines += [f"{rule}  ({rule.size} rows)" for rule in result.tree.rules()]
    return "\n".join(lines)


def soft_in_words(found: SoftResult) -> str:
    """The answer, and what it broke."""
    lines = [in_words(found.result)]
    if found.result.solution is not None:
        proved = "no tree breaks less" if found.weight_proved else f"proved ≥ {found.least_broken_weight:g}"
        lines.append(f"Soft links broken {len(found.broken)}, weight {found.broken_weight:g} ({proved})")
        lines += [f"  {one.link} (weight {one.weight:g})" for one in found.broken]
    return "\n".join(lines)


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
