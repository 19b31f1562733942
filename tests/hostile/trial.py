"""One case is sent, and what became of it is noted: opened, refused in a sentence, stopped by a limit, or a finding."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile.case import Case
from tests.hostile.command_process import run_case
from tests.hostile.server import HostileServer
from treeclust.core.errors import InputError
from treeclust.workspace.uploads.requests import FILE_WORDS, LIMITS

MOST_SECONDS, MOST_MB, LONGEST = 20.0, 1024, 300
STOPPED = (FILE_WORDS.stop, FILE_WORDS.out_of_memory(LIMITS.memory_mb))


@dataclass(frozen=True)
class Outcome:
    """`seconds` are of the processor and `mb` the most memory, both in the server or the command, not in a reader."""

    kind: str
    trick: str
    end: str
    said: str
    seconds: float
    mb: int
    wall: float

    @property
    def finding(self) -> str | None:
        if self.end == "trouble":
            return self.said
        if self.seconds > MOST_SECONDS or self.mb > MOST_MB:
            return f"{self.seconds:.1f} s, {self.mb} MB"
        if self.end != "opened" and (len(self.said) > LONGEST or len(self.said.splitlines()) > 1):
            return f"{len(self.said)} characters in {len(self.said.splitlines())} lines: {self.said[:80]!r}"
        return None


@dataclass
class Report:
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def findings(self) -> list[Outcome]:
        return [one for one in self.outcomes if one.finding is not None]

    def lines(self) -> list[str]:
        ends = ("opened", "refused", "stopped by a limit", "trouble")
        counts = Counter((one.kind, one.end) for one in self.outcomes)
        found = [f"{'sent as':<10}" + "".join(f"{end:>20}" for end in ends)]
        for kind in sorted({one.kind for one in self.outcomes}):
            found.append(f"{kind:<10}" + "".join(f"{counts[kind, end]:>20}" for end in ends))
        worst = [max(getattr(one, name) for one in self.outcomes) for name in ("seconds", "mb", "wall")]
        longest = max((len(one.said) for one in self.outcomes if one.end != "opened"), default=0)
        found.append(f"{len(self.outcomes)} cases, {len(self.findings)} findings")
        found.append(
            f"most in one process: {worst[0]:.1f} processor seconds, {worst[1]} MB; longest wait {worst[2]:.1f} s"
        )
        found.append(f"longest message: {longest} characters")
        return found + [f"FINDING {one.kind} | {one.trick} | {one.finding}" for one in self.findings]


def try_all(cases: Iterable[Case]) -> Report:
    report, server = Report(), HostileServer()
    try:
        for case in cases:
            report.outcomes.append(try_command(case) if case.kind == "command" else try_file(case, server))
    finally:
        server.close()
    return report


def try_file(case: Case, server: HostileServer) -> Outcome:
    forget_peak()
    before, wall = time.process_time(), time.monotonic()
    try:
        end, said = "opened", server.receive(case)
    except InputError as error:
        said = str(error)
        end = "stopped by a limit" if said in STOPPED else "trouble" if said == FILE_WORDS.crash else "refused"
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        end, said = (
            "trouble",
            f"{type(error).__name__}: {str(error)[:200]} ({Path(where.filename).name}:{where.lineno})",
        )
    return Outcome(case.kind, case.trick, end, said, time.process_time() - before, peak_mb(), time.monotonic() - wall)


def try_command(case: Case) -> Outcome:
    wall = time.monotonic()
    found = run_case(case)
    end = "trouble" if found["trouble"] or found["code"] not in (0, 2) else "refused" if found["code"] else "opened"
    said = found["trouble"] or found["err"].strip("\n")
    if end == "trouble":
        said = f"exit code {found['code']}, {said[-200:]} {case.arguments!r:.300}"
    return Outcome(case.kind, case.trick, end, said, found["seconds"], found["mb"], time.monotonic() - wall)


def forget_peak() -> None:
    """From now on the most memory is counted anew, where the system can."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def peak_mb() -> int:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))
