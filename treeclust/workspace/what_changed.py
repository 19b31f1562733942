"""What a solve changed, in one sentence: who moved from where to where, and what that did to the diameter."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treeclust.views.palette import cluster_name
from treeclust.workspace.project import Answer, Project

MOST_MOVES = 2
ALIKE = 0.005


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
