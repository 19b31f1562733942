"""Several experts in words: how far they agree, and where they contradict each other."""

from __future__ import annotations

from treeclust.core.experts import agreements, disputes, experts_of
from treeclust.core.remembering import remembered
from treeclust.workspace.document import Work
from treeclust.workspace.edits import row_label

MOST_DISPUTES = 5


@remembered
def expert_words(work: Work) -> tuple[str, ...]:
    """One sentence for every two experts, then the pairs that they dispute."""
    dataset = work.dataset
    if dataset is None or len(experts_of(work.said)) < 2:
        return ()
    found = [one.words for one in agreements(work.said, dataset.n)]
    disputed = disputes(work.said)
    for one in disputed[:MOST_DISPUTES]:
        a, b = (row_label(dataset, row) for row in one.pair)
        found.append(one.words(f"Rows {a}", b))
    more = len(disputed) - MOST_DISPUTES
    return (*found, *([f"And {more} more."] if more > 0 else []))
