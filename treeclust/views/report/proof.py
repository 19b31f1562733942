"""What is proved about an answer, in words; nothing that is not."""

from __future__ import annotations

from treeclust.core.limits import limits_of
from treeclust.core.result import Status
from treeclust.objectives import objective_named
from treeclust.views.choice_words import choice_sentences, wider_words
from treeclust.views.report.subject import Subject

TITLES = {
    Status.OPTIMAL: "Proved optimal within ε",
    Status.FEASIBLE: "Best found, not proved optimal",
    Status.INFEASIBLE: "Proved: no such tree exists",
    Status.UNKNOWN: "Nothing found in the time given",
}
UNITS = (
    "Every feature is scaled so that its lowest value is 0 and its highest 100. The diameter (MD) is the longest "
    "distance between two rows of one cluster, smaller is better; the split (MS) is the shortest distance between "
    "two rows of different clusters, larger is better."
)
ASSUMED = (
    "This holds under {own} links of yours and {count} that were assumed: a committee of clusterings agrees on them, "
    "and nobody said them. Without them another tree may be better."
)
CHECKED = (
    "Before it was shown, the labels, the diameter, the split, the links and the depth were computed again from the "
    "tree and the table alone, by code that is no part of the search."
)


def title(subject: Subject) -> str:
    if subject.origin is None and subject.result.is_wider:
        return wider_words(subject.result)
    return subject.origin or TITLES[subject.result.status]


def trees(subject: Subject) -> str:
    """The trees that were compared, in words."""
    p = subject.problem
    count = f"{p.k} clusters" if p.least_clusters == p.k else f"{p.least_clusters} to {p.k} clusters"
    shape = "clustering" if p.depth is None else f"tree of depth {p.depth} or less"
    assumed = subject.result.assumed
    obeyed = ["the links"] * bool(len(p.links)) + [f"the {len(assumed)} assumed links"] * bool(assumed)
    obeyed += ["the limits asked for"] * bool(limits_of(p))
    obeying = f" that obeys {' and '.join(obeyed)}" if obeyed else ""
    return f"{shape} with {count}{obeying}"


def proved(subject: Subject) -> list[str]:
    """One sentence for each thing that is proved, or that is not."""
    result, epsilon = subject.result, f"ε = {subject.problem.epsilon:g}"
    said = []
    if result.status is Status.INFEASIBLE:
        said.append(f"No {trees(subject)} exists: every possibility was ruled out.")
    elif result.is_wider:
        said.append(wider_sentence(subject))
    elif result.status is Status.OPTIMAL:
        said.append(objective_named(subject.objective).proof.format(trees=trees(subject), epsilon=epsilon))
    elif result.status is Status.FEASIBLE and subject.origin is None:
        said.append("The search was stopped before its proof was complete: a better tree may exist.")
    elif result.status is Status.UNKNOWN:
        said.append("The search was stopped before it found a tree or a proof that there is none.")
    if result.md_lower_bound is not None and result.md is not None:
        bound = f"No {trees(subject)} has a diameter below {result.md_lower_bound:.4g}"
        said.append(f"{bound}; this one has {result.md:.4g}.")
    if subject.soft and result.solution is not None:
        broken = sum(fact.kept is False for fact in subject.links())
        said.append(f"Of the {len(subject.soft)} links that were not sure, {broken} had to be broken.")
    if result.assumed:
        said.append(ASSUMED.format(count=len(result.assumed), own=len(subject.problem.links)))
    if subject.origin is None:
        said += choice_sentences(result)
    if result.solution is not None:
        said.append(CHECKED)
    return said


def wider_sentence(subject: Subject) -> str:
    """With a slack the best value is proved of another answer."""
    choice = subject.result.choice
    assert choice is not None
    proof = objective_named(subject.objective).proof
    best = proof.format(trees=trees(subject), epsilon=f"ε = {subject.problem.epsilon:g}")
    allowed = f"This one was allowed to be up to {choice.slack:g} % wider, for the sake of compact clusters."
    return f"Of the best answer, with diameter {choice.best_md or 0.0:.4g}, it is proved: {best} {allowed}"
