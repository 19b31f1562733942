"""While a solve runs: the best answer that it has found, shown as if it were the answer."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from treeclust.core.codec import from_json
from treeclust.core.relabel import keep_identity
from treeclust.core.result import Result
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.store.runs import RunRequest

_SEEN: WeakKeyDictionary[Project, tuple[dict[str, Any], Answer | None]] = WeakKeyDictionary()


def answer_on_screen(project: Project) -> Answer | None:
    """The best so far of a running solve once there is one, else the answer to the question on the screen."""
    with project.lock:
        asked, best = project.asked, project.kept
        if project.job is None or asked is None or best is None:
            return project.current_answer
        seen = _SEEN.get(project)
        if seen is None or seen[0] is not best:
            seen = _SEEN[project] = best, answer_of(project, asked, best)
        return seen[1] or project.current_answer


def answer_drawn(project: Project) -> Answer | None:
    """Whose clusters colour the plot: those of the answer on the screen, or, where it has none, of the last that had,
    so that one still knows the rows."""
    answer = answer_on_screen(project)
    if answer is None or answer.labels is not None:
        return answer
    earlier = (one for one in reversed(project.answers) if one.problem.dataset is answer.problem.dataset)
    return next((one for one in earlier if one.labels is not None), answer)


def answer_of(project: Project, asked: RunRequest, best: dict[str, Any]) -> Answer | None:
    """With the cluster numbers that the rows have on the screen; its id tells it from those before it."""
    result = from_json(Result, best, asked.question)
    dataset, before = asked.question.problem.dataset, project.identity
    if result.solution is None or project.work.dataset is not dataset:
        return None
    old = before[1] if before is not None and before[0] is dataset else None
    shown = result.solution.relabelled(keep_identity(old, result.solution.labels))
    name = fingerprint(asked.id, shown.labels.tobytes(), repr(shown.tree))
    return Answer(name, asked.question, result, shown.labels, shown.tree)
