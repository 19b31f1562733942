"""What people are told when a job ends without an answer, for each way in which it can."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EndWords:
    """`memory` has a place for the limit, {gb:g}; `stop` is for a job that was ended, be it by its time limit, before
    there was anything."""

    memory: str
    stop: str
    crash: str
    no_worker: str
    full_queue: str
    full_share: str

    def out_of_memory(self, memory_mb: int) -> str:
        return self.memory.format(gb=round(memory_mb / 1024, 1))


SOLVE_WORDS = EndWords(
    memory="This solve needs more than the {gb:g} GB of memory it may use; "
    "take fewer rows, a smaller depth or a larger ε.",
    stop="Stopped before an answer was found.",
    crash="The solver stopped unexpectedly; please solve again.",
    no_worker="The server could not start a solver just now; try again in a minute.",
    full_queue="Too many solves are waiting on this server; try again in a minute.",
    full_share="As many of your questions as may are waiting already; wait for an answer, or cancel one.",
)
