"""Answers of outside MaxSAT solvers, in all their forms."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest

from treeclust.core.errors import InputError
from treeclust.core.stop import Deadline, never
from treeclust.solvers.maxsat import MaxSatCommand, read_answer, write_wcnf
from treeclust.solvers.pysat_backend import PysatMaxSat

SOFT = np.array([[-1], [-2], [3]], dtype=np.int32)
HARD = [np.array([[1, 2]], dtype=np.int32)]


@pytest.mark.parametrize("lines", ["v 1 -2 3 0", "v 1 -2\nv 3 0", "v 101"])
def test_both_forms_of_the_value_line_are_read(lines):
    """Literals over one or several lines, or one digit per variable."""
    answer = read_answer(f"c hello\no 2\no 1\ns OPTIMUM FOUND\n{lines}\n", 3, SOFT)
    assert answer.optimal and answer.cost == 1 and answer.lower_bound == 1
    assert answer.model is not None and answer.model[1:].tolist() == [True, False, True]


def test_an_answer_without_proof_has_no_bound():
    """`s SATISFIABLE` or no status line: a model, not an optimum."""
    for status in ("s SATISFIABLE\n", "s UNKNOWN\n", ""):
        answer = read_answer(f"{status}v 1 -2 -3 0\n", 3, SOFT)
        assert (answer.optimal, answer.cost, answer.lower_bound) == (False, 2, 0)


def test_unsatisfiable_and_nothing_are_told_apart():
    """`s UNSATISFIABLE` is a proof; silence is not."""
    assert read_answer("s UNSATISFIABLE\n", 3, SOFT).unsatisfiable
    silent = read_answer("c out of memory\n", 3, SOFT)
    assert not silent.unsatisfiable and silent.model is None


def test_the_file_names_its_sizes_and_weights():
    """Hard clauses carry the top weight, soft ones weight 1."""
    out = io.StringIO()
    write_wcnf(out, 3, HARD, SOFT)
    assert out.getvalue() == "p wcnf 3 4 4\n4 1 2 0\n1 -1 0\n1 -2 0\n1 3 0\n"


def test_rc2_finds_the_optimum_and_the_contradiction():
    """One of 1 and 2 must hold, so one soft clause fails; with both forbidden there is no model."""
    answer = PysatMaxSat()(3, HARD, SOFT, never)
    assert answer.optimal and answer.cost == 1
    forbid = np.array([[-1], [-2]], dtype=np.int32)
    assert PysatMaxSat()(3, [*HARD, forbid], SOFT, never).unsatisfiable


def test_a_command_that_does_not_end_is_ended(tmp_path):
    """When the time is up the program is stopped and what it printed so far is used."""
    script = tmp_path / "slow.py"
    script.write_text("import time\nprint('o 2\\nv 1 1 3 0', flush=True)\ntime.sleep(600)\n")
    answer = MaxSatCommand(f"{sys.executable} {script}")(3, HARD, SOFT, Deadline(1.0))
    assert not answer.optimal and answer.cost == 1


def test_a_missing_command_is_an_input_error():
    """One sentence that names the program."""
    with pytest.raises(InputError, match="no-such-solver"):
        MaxSatCommand("no-such-solver")(3, HARD, SOFT, never)
    with pytest.raises(InputError, match="empty"):
        MaxSatCommand("  ")
    with pytest.raises(InputError, match="quotation mark"):
        MaxSatCommand("solver 'of one")
