"""What one link did: the second of two runs, asked once more with that link as it was in the first."""

from __future__ import annotations

from dataclasses import dataclass

from treeclust.jobs.messages import result_from_json
from treeclust.links import Links
from treeclust.result import Result, Status
from treeclust.soft import CERTAINTY, SoftLink
from treeclust.ui import side_jobs
from treeclust.ui.components import fingerprint
from treeclust.ui.project import Answer, Project
from treeclust.ui.runs import LinkChange
from treeclust.ui.session import jobs, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.flow import flow_of
from treeclust.views.palette import keep_identity

KIND = "solve"


@dataclass(frozen=True)
class WhatIf:
    """The second run with one pair as the first run had it; `words` say what is asked."""

    answer: Answer
    change: LinkChange

    @property
    def about(self) -> str:
        return fingerprint("what if", self.answer.id, self.change.pair, self.change.before, self.change.certainty[0])

    @property
    def words(self) -> str:
        return {
            "added": "without this link",
            "removed": "with this link again",
            "kind changed": "with the link as it was",
            "certainty changed": "as certain as it was",
        }[self.change.what]

    def links(self) -> tuple[Links, tuple[SoftLink, ...]]:
        """Hard and soft links of the question."""
        pair = self.change.pair
        hard = [link for link in self.answer.problem.links if link.pair != pair]
        soft = [one for one in self.answer.soft if one.link.pair != pair]
        if self.change.before is not None:
            link = type(self.change.before)(*pair, self.change.before.kind)
            weight = CERTAINTY[self.change.certainty[0]]
            if weight is None:
                hard.append(link)
            else:
                soft.append(SoftLink(link, weight))
        return Links.of(hard), tuple(soft)


def start(project: Project, asked: WhatIf) -> None:
    """In the background, beside the workspace's own solve."""
    hard, soft = asked.links()
    problem = asked.answer.problem.with_(links=hard)
    seconds = float(project.work.parameters.seconds)
    given = {"engine": None, "soft": [one.to_json() for one in soft]}
    objective = asked.answer.objective
    side_jobs.start(project, jobs(), watcher(), KIND, asked.about, problem, objective, seconds, **given)


def outcome(asked: WhatIf, job: SideJob) -> Result | None:
    return None if job.result is None else result_from_json(job.result, job.problem)


def outcome_words(asked: WhatIf, found: Result) -> list[str]:
    """What the second run would have been, against what it was."""
    now = asked.answer.result
    if found.status is Status.INFEASIBLE:
        return ["No such tree exists then: proved."]
    if found.labels is None:
        return ["Nothing was found in the time given."]
    said = [
        difference("Diameter", found.md, now.md),
        difference("Split", found.ms, now.ms),
        "Proved optimal within ε." if found.status is Status.OPTIMAL else "Best so far, not proved optimal.",
    ]
    shown = asked.answer.labels
    if shown is None:
        return [*said, "The run itself found no tree."]
    new = keep_identity(shown, found.labels)
    labels = found.labels.copy()
    for cluster, number in new.items():
        labels[found.labels == cluster] = number
    return [*said, flow_of(shown, labels).words]


def difference(name: str, found: float | None, now: float | None) -> str:
    if found is None or now is None:
        return f"{name}: not measured."
    change = found - now
    return f"{name} {found:.2f}, {'as it was' if abs(change) < 0.005 else f'{change:+.2f}'}."
