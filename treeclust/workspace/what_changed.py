"""The sentence above the plot: what to do, what is found, and after another solve who moved from where to where."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treeclust.views.palette import cluster_name
from treeclust.views.rules import asked_columns
from treeclust.workspace.best_so_far import answer_drawn
from treeclust.workspace.project import Answer, Project

MOST_MOVES = 2
ALIKE = 0.005
MOST_SIZES, MOST_COLUMNS = 6, 3
"""So many are listed."""


def state_words(project: Project) -> str:
    """There is always one, so that nothing below it moves."""
    answer, dataset = project.current_answer, project.work.dataset
    if dataset is None:
        return ""
    if project.job is not None:
        return "Solving: the best tree so far is drawn as it comes."
    if answer is None:
        features = f"{len(dataset.features)} feature{'' if len(dataset.features) == 1 else 's'}"
        return f"{dataset.n} rows × {features}. Press Solve for a first tree, or link rows that you know first."
    if answer.labels is None:
        drawn = answer_drawn(project)
        kept = drawn is not None and drawn.labels is not None
        return "No tree was found for this question" + ("; the colours are of the tree before." if kept else ".")
    return what_changed(project) or what_is_found(answer)


def what_is_found(answer: Answer) -> str:
    """Of the first answer: how large its clusters are, and what the tree asks about."""
    assert answer.labels is not None
    sizes = sorted(np.unique(answer.labels, return_counts=True)[1].tolist(), reverse=True)
    listed = and_list([f"{size:,}" for size in sizes[:MOST_SIZES]] + ["fewer"] * (len(sizes) > MOST_SIZES))
    columns = [] if answer.tree is None else list(asked_columns(answer.tree))
    more = [f"{len(columns) - MOST_COLUMNS} more"] if len(columns) > MOST_COLUMNS else []
    asked = f", told apart by {and_list(columns[:MOST_COLUMNS] + more)}" if columns else ""
    return f"{len(sizes)} clusters of {listed} rows{asked}."


def and_list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def what_changed(project: Project) -> str | None:
    """The answer on the screen against the one before it about the same rows; None where there is nothing to say."""
    answer = project.current_answer
    if answer is None or answer.labels is None or answer not in project.answers:
        return None
    earlier = project.answers[: project.answers.index(answer)]
    same = (one for one in reversed(earlier) if one.problem.dataset is answer.problem.dataset)
    before = next((one for one in same if one.labels is not None), None)
    return None if before is None else difference(before, answer, project.work.names)


def difference(before: Answer, after: Answer, names: Mapping[int, str]) -> str:
    assert before.labels is not None and after.labels is not None
    moved = before.labels != after.labels
    said = [cause(before, after)]
    if not moved.any():
        said.append("no row changed its cluster")
    else:
        ways, counts = np.unique(np.column_stack([before.labels, after.labels])[moved], axis=0, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        first = order[:MOST_MOVES]
        listed = [f"{counts[i]} from {name(ways[i][0], names)} to {name(ways[i][1], names)}" for i in first]
        rest = int(counts[order[MOST_MOVES:]].sum())
        total = int(moved.sum())
        more = [f"{rest} otherwise"] if rest else []
        said.append(f"{total} {'row' if total == 1 else 'rows'} moved ({', '.join(listed + more)})")
    said.append(diameter_words(before.result.md, after.result.md))
    return f"Since the answer before{said[0]}: {said[1]}; {said[2]}."


def name(cluster: int, names: Mapping[int, str]) -> str:
    return cluster_name(int(cluster), names)


def cause(before: Answer, after: Answer) -> str:
    new = len(set(after.problem.links.items) - set(before.problem.links.items))
    return "" if not new else ", with 1 more link" if new == 1 else f", with {new} more links"


def diameter_words(before: float | None, after: float | None) -> str:
    if before is None or after is None or abs(after - before) <= ALIKE:
        return "the diameter is the same"
    return f"the diameter {'grew' if after > before else 'fell'} from {before:.1f} to {after:.1f}"
