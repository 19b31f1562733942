"""How one of the equally good answers was chosen: what is proved about it, and what is only preferred."""

from __future__ import annotations

from treeclust.core.limits import plural
from treeclust.core.result import Choice, Result, Status


def wider_words(result: Result) -> str:
    """For an answer whose diameter is, as allowed, above the best."""
    assert result.choice is not None
    return f"Within {result.choice.slack:g} % of the proved best diameter {result.choice.best_md or 0.0:.2f}"


def choice_badge(result: Result) -> str:
    """In short; empty where nothing was chosen."""
    choice = result.choice
    return "" if choice is None else " · ".join(short for short, _ in parts(choice, result.status is Status.OPTIMAL))


def choice_sentences(result: Result) -> list[str]:
    """One sentence for each thing."""
    choice = result.choice
    return [] if choice is None else [long for _, long in parts(choice, result.status is Status.OPTIMAL)]


def parts(choice: Choice, optimal: bool) -> list[tuple[str, str]]:
    """(in short, as a sentence); among equally good clusters is chosen only once the best value is proved."""
    found = [leaf_part(choice)]
    if optimal and choice.prefer == "compact":
        squares = f"sum of squares {choice.sum_of_squares:,.0f} in scaled units"
        found.append(
            (
                "most compact found",
                f"Of the answers as good as this that were found, it has the most compact clusters ({squares}): "
                "preferred, not proved.",
            )
        )
    if optimal and choice.prefer == "first":
        found.append(("first found", "Of the answers as good as this, it is the first that the search met."))
    return found


def leaf_part(choice: Choice) -> tuple[str, str]:
    leaves = f"{choice.leaves} {plural('leaf', choice.leaves)}"
    if choice.simplest:
        sentence = f"No tree as good as this has fewer than {leaves}, whatever its clusters: proved."
        return "simplest tree, proved", sentence
    if choice.leaves_proved:
        sentence = f"No tree of this depth or less with fewer than {leaves} gives these clusters: proved."
        return "fewest leaves, proved", sentence
    return f"{leaves}, perhaps fewer do", f"The tree has {leaves}; it is not proved that these clusters need so many."
