"""What one link did: the second of two runs, asked once more with that link as it was in the first."""

from __future__ import annotations

from dataclasses import dataclass

from treeclust.core.links import Links
from treeclust.core.question import Question
from treeclust.core.relabel import keep_identity, renumber
from treeclust.core.result import Result, Status
from treeclust.core.soft_links import CERTAINTY, SoftLink
from treeclust.jobs.messages import Solve
from treeclust.jobs.protocol import Jobs
from treeclust.views.flow import flow_of
from treeclust.workspace import side_jobs
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.runs import LinkChange
from treeclust.workspace.side_jobs import SideJob

KIND = Solve.kind


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

    def question(self) -> Question:
        """That of the second run, with the other links."""
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
        return self.answer.question.with_(soft=tuple(soft)).with_problem(links=Links.of(hard))


def start(project: Project, jobs: Jobs, watcher: str, asked: WhatIf) -> None:
    """In the background, beside the workspace's own solve."""
    side_jobs.start(project, jobs, watcher, asked.about, Solve(asked.question()))


def outcome(asked: WhatIf, job: SideJob) -> Result | None:
    found: Result | None = job.result
    return found


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
    renumbered = renumber(found.labels, keep_identity(shown, found.labels))
    return [*said, flow_of(shown, renumbered).words]


def difference(name: str, found: float | None, now: float | None) -> str:
    if found is None or now is None:
        return f"{name}: not measured."
    change = found - now
    return f"{name} {found:.2f}, {'as it was' if abs(change) < 0.005 else f'{change:+.2f}'}."
