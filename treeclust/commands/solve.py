"""`solve`: one table, one question, one proven tree."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from treeclust.ask.soft import count_broken
from treeclust.ask.solve import solve_question
from treeclust.commands.options import (
    add_question,
    add_wishes,
    links_of,
    load_table,
    problem_of,
    soft_links_of,
    stop_of,
    wishes_of,
)
from treeclust.core.answers import SoftResult
from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError, one_line
from treeclust.core.progress import OnProgress, Progress
from treeclust.core.question import Question
from treeclust.core.result import Choice, Result, Status
from treeclust.engine import Engine, engine_named
from treeclust.engine.search.fast import FastEngine
from treeclust.paper.reference import ReferenceEngine
from treeclust.solvers.maxsat import MaxSatCommand
from treeclust.tables.new_rows import Recipe
from treeclust.workspace.parameters import BEGIN, usual_min_rows

WORDS = {
    Status.OPTIMAL: "Optimal within ε",
    Status.FEASIBLE: "Best so far, not proved optimal",
    Status.INFEASIBLE: "No such clustering exists",
    Status.UNKNOWN: "Nothing found or proved in the time given",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    add_wishes(parser)
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
    question, engine = question_of(arguments, dataset), chosen_engine(arguments)
    if arguments.soft and engine.name != FastEngine.name:
        raise InputError("--soft needs the fast engine; leave out --engine and the options of the reference engine.")
    with reporting() as report:
        found = solve_question(question, engine, stop_of(arguments), report)
    if arguments.soft and isinstance(found, Result):
        found = count_broken(found, (), 0.0)
    answer, words = to_json(found), in_words(found) if isinstance(found, Result) else soft_in_words(found)
    if arguments.json:
        rows = None if len(dataset.rows) == dataset.rows[-1] + 1 else dataset.rows.tolist()
        extra = {"rows": rows, "notes": list(dataset.notes), **to_json(Recipe.of(dataset))}
        print(json.dumps(answer | extra, allow_nan=False))
    else:
        print("\n".join([words, *small_clusters(question, found), *map(one_line, dataset.notes)]))
    return 0


def question_of(arguments: argparse.Namespace, dataset: Dataset) -> Question:
    """With --soft the column certainty says which links may break."""
    hard, soft = soft_links_of(arguments, dataset) if arguments.soft else (links_of(arguments, dataset), ())
    return Question(problem_of(arguments, dataset, hard), arguments.objective, soft, wishes_of(arguments, dataset.n))


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
    try:
        yield progress_line
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


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
        lines.append(f"Maximum diameter  {number(measures.md)}{bound_words(result)}")
        lines.append(f"Minimum split     {number(measures.ms)}")
        if hard := measures.links_kept + measures.links_broken:
            lines.append(f"Links kept        {len(measures.links_kept)} of {len(hard)}")
        if result.assumed:
            lines.append(f"Links assumed     {len(result.assumed)} (by agreement of the committee, said by nobody)")
        if result.choice is not None:
            lines.append(choice_words(result.choice))
        if result.tree is not None:
            lines += [f"{rule}  ({rule.size} rows)" for rule in result.tree.rules()]
    return "\n".join(lines)


def bound_words(result: Result) -> str:
    """What is proved about the diameter; with [MD, MS] even the best answer may be wider than that."""
    if result.md_lower_bound is None:
        return ""
    anything = "clustering" if result.tree is None else "tree"
    return f" (proved: no {anything} has less than {number(result.md_lower_bound)})"


def small_clusters(question: Question, found: Result | SoftResult) -> tuple[str, ...]:
    """Says that the optimum cuts off a few rows, where nobody asked for clusters of some size, and what to do."""
    result = found if isinstance(found, Result) else found.result
    sizes = Counter([] if result.labels is None else result.labels)
    usual_objective = BEGIN["objective"]
    usual = usual_min_rows(question.problem.n, question.problem.k)
    few = sum(size < usual for size in sizes.values())
    if not few or question.problem.min_rows > 1:
        return ()
    have = "cluster has" if few == 1 else "clusters have"
    other = "" if question.objective == usual_objective else f", and --objective {usual_objective} often does"
    remedy = f"--min-rows {usual} asks for larger ones{other}"
    return (f"{few} {have} fewer than {usual} rows, a tenth of an even share; {remedy}.",)


def choice_words(choice: Choice) -> str:
    """What is proved about the tree, and what is only preferred."""
    fewest = "no tree with fewer gives these clusters" if choice.leaves_proved else "fewer may do"
    if choice.simplest:
        fewest = "no tree as good has fewer"
    words = f"Leaves            {choice.leaves} ({fewest})"
    if choice.prefer == "compact":
        words += f"\nSum of squares    {choice.sum_of_squares:.0f} (the most compact of those found)"
    return words


def soft_in_words(found: SoftResult) -> str:
    """The answer, and what it broke."""
    lines = [in_words(found.result)]
    if found.result.solution is not None:
        proved = "no tree breaks less" if found.weight_proved else f"proved ≥ {found.least_broken_weight:g}"
        lines.append(f"Soft links kept   {found.kept} of {found.kept + len(found.broken)}")
        lines.append(f"Soft links broken {len(found.broken)}, weight {found.broken_weight:g} ({proved})")
        lines += [f"  {one.link} (weight {one.weight:g})" for one in found.broken]
    return "\n".join(lines)


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
