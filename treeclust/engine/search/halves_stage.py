"""Halves and join as a stage of the oracle: questions that a first effort of SAT leaves open."""

from __future__ import annotations

from treeclust.core.decision import THOROUGH, UNDECIDED, Undecided
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.halves.halves_and_join import HalvesAndJoin
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance

STEPS_PER_CONFLICT = 100_000
"""Steps for each conflict that SAT was given: a first effort takes about a second, and goes on where
it stopped when the question comes again."""
STEPS_WITH_MORE_CLUSTERS = 500
"""The same for three or more clusters, less than SAT takes. There it shows that there is no tree at all; for questions
about levels SAT is better."""
STEPS_PER_STEP = 3
"""Steps that take as long as one of the steps in which the search counts its work."""


class HalvesStage:
    """Keeps the work within the effort of a question, and remembers where it cannot help: a tree that breaks a rule or
    a size says nothing about weaker questions either."""

    def __init__(self, instance: Instance, incumbent: Incumbent) -> None:
        self.incumbent, self.levels = incumbent, instance.levels.count
        self.halves = HalvesAndJoin(instance)
        self.for_every_level = instance.k == 2
        self.steps_per_conflict = STEPS_PER_CONFLICT if instance.k == 2 else STEPS_WITH_MORE_CLUSTERS
        self.tree_known = False
        self._no_help: list[tuple[int, int]] = []

    def ask(self, md_level: int, ms_level: int, effort: int) -> Candidate | Undecided | None:
        """A tree within these levels that may break rules about the tree and sizes; None: there is none at all."""
        if any(md_level >= md and ms_level <= ms for md, ms in self._no_help):
            return UNDECIDED
        before = self.halves.steps
        with self.incumbent.timing("halves"):
            found = self.halves.ask(
                min(md_level, self.levels), ms_level, self.steps_per_conflict * effort, self.incumbent.watch.stopped,
                only_promising=not self.for_every_level and effort < THOROUGH,
            )  # fmt: skip
        self.incumbent.spend((self.halves.steps - before) // STEPS_PER_STEP)
        self.incumbent.stop_if_asked()
        self.incumbent.count("halves_undecided" if found is UNDECIDED else "decided_by_halves")
        self.tree_known |= isinstance(found, Candidate)
        return found

    def refuse(self, md_level: int, ms_level: int) -> None:
        """The tree that was found is not what is wanted."""
        self._no_help.append((md_level, ms_level))
