"""MaxSAT: what is asked, what is answered, and how an outside solver is asked through files."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.stop import Stop
from treeclust.core.system import stop_group

POLL_SECONDS = 0.05
PATIENCE_SECONDS = 0.4
Block = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class MaxSatAnswer:
    """`model[v]` is the value of variable v. Neither optimal nor unsatisfiable means: stopped before the end.
    `cost` is that of the model, `lower_bound` is proved."""

    optimal: bool = False
    unsatisfiable: bool = False
    model: NDArray[np.bool_] | None = None
    cost: int | None = None
    lower_bound: int = 0


class MaxSat(Protocol):
    """A solver for hard clauses and unit soft clauses of weight one."""

    def __call__(self, variables: int, hard: Sequence[Block], soft: Block, stopped: Stop) -> MaxSatAnswer:
        """Violate as few soft clauses as possible."""


def model_of(literals: Sequence[int], variables: int) -> NDArray[np.bool_]:
    """Truth values by variable number (index 0 unused)."""
    model = np.zeros(variables + 1, dtype=bool)
    values = np.asarray(literals, dtype=np.int64)
    values = values[np.abs(values) <= variables]
    model[np.abs(values)] = values > 0
    return model


def write_wcnf(out: IO[str], variables: int, hard: Sequence[Block], soft: Block) -> None:
    """The formula in DIMACS WCNF with a `p` line, the form that every MaxSAT solver reads."""
    top = len(soft) + 1
    out.write(f"p wcnf {variables} {sum(map(len, hard)) + len(soft)} {top}\n")
    for weight, blocks in ((top, hard), (1, [soft])):
        for block in blocks:
            out.writelines(f"{weight} {' '.join(map(str, clause))} 0\n" for clause in block.tolist())


class MaxSatCommand:
    """Any MaxSAT solver that takes a WCNF file as its last argument and prints `o`, `s` and `v` lines."""

    def __init__(self, command: str) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError:
            raise InputError("The MaxSAT command has a quotation mark without a second one; add it.") from None
        if not self.command:
            raise InputError("The MaxSAT command is empty; give a program and its options.")

    def __call__(self, variables: int, hard: Sequence[Block], soft: Block, stopped: Stop) -> MaxSatAnswer:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "problem.wcnf"
            with path.open("w", encoding="ascii") as out:
                write_wcnf(out, variables, hard, soft)
            text = self._run(path, Path(folder) / "answer.txt", stopped)
        try:
            return read_answer(text, variables, soft)
        except (ValueError, OverflowError):
            raise InputError(
                f'The MaxSAT command "{self.command[0]}" printed something that is no answer; give a solver that reads '
                "WCNF files and prints lines that begin with o, s and v."
            ) from None

    def _run(self, problem: Path, answer: Path, stopped: Stop) -> str:
        """Run the command; when the time is up ask it to end (anytime solvers then print their best answer)."""
        with answer.open("w") as out:
            try:
                process = subprocess.Popen(
                    [*self.command, str(problem)],
                    stdout=out,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError as error:
                raise InputError(f'The MaxSAT command "{self.command[0]}" cannot be run: {error.strerror}.') from None
            try:
                while process.poll() is None:
                    if stopped():
                        stop_group(process, PATIENCE_SECONDS)
                    time.sleep(POLL_SECONDS)
            finally:
                if process.poll() is None:  # Ctrl-C, which a process in a session of its own does not get
                    stop_group(process, PATIENCE_SECONDS)
        return answer.read_text(encoding="utf-8", errors="replace")


def read_answer(text: str, variables: int, soft: Block) -> MaxSatAnswer:
    """Read `s` and `v` lines; `v` lines hold literals (v 1 -2 3) or one digit per variable (v 101)."""
    status = ""
    words: list[str] = []
    for line in text.splitlines():
        if line.startswith("s "):
            status = line[2:].strip().upper()
        elif line.startswith("v "):
            words += line[2:].split()
    if status == "UNSATISFIABLE":
        return MaxSatAnswer(unsatisfiable=True)
    if not words:
        return MaxSatAnswer()
    model = model_of(_literals(words), variables)
    cost = int(np.sum(~holds(soft, model)))
    optimal = status == "OPTIMUM FOUND"
    return MaxSatAnswer(optimal, model=model, cost=cost, lower_bound=cost if optimal else 0)


def holds(unit_clauses: Block, model: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which unit clauses the model satisfies."""
    literals = unit_clauses[:, 0]
    truth: NDArray[np.bool_] = model[np.abs(literals)] == (literals > 0)
    return truth


def _literals(words: list[str]) -> list[int]:
    """Literals from either form of the `v` line: one long word of 0s and 1s is the short form."""
    if len(words) == 1 and set(words[0]) <= {"0", "1"} and words[0] not in ("0", "1"):
        return [v if bit == "1" else -v for v, bit in enumerate(words[0], 1)]
    return [int(word) for word in words if word != "0"]
