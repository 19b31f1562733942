"""Every numbered equation of the paper has a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from treeclust.__main__ import main
from treeclust.commands.where import load_all
from treeclust.core.equations import EQUATIONS, NOT_CODE

load_all()
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("number", range(1, 40))
def test_every_equation_is_code_or_has_a_reason(number):
    """(1)–(39): implemented where the registry says, or listed with the reason why not."""
    if number in NOT_CODE:
        assert NOT_CODE[number]
        return
    found = EQUATIONS[number]
    source = (ROOT / found.file).read_text().splitlines()
    assert f"@equation({number}," in source[found.line - 1] or source[found.line].strip().startswith(f"{number},")
    assert len(found.sentence.split()) >= 5


def test_where_prints_file_line_and_sentence(capsys):
    """`python -m treeclust where 27`."""
    assert main(["where", "27"]) == 0
    out = capsys.readouterr().out
    assert f"treeclust/paper/pair_clauses.py:{EQUATIONS[27].line}" in out
    assert "not both in the first cluster" in out


def test_where_says_where_we_follow_the_meaning(capsys):
    """Equation (1) is misprinted in the paper."""
    main(["where", "1"])
    assert "x₁ and x₂ are meant" in capsys.readouterr().out


def test_an_unknown_equation_is_an_input_error(capsys):
    """Exit code 2 and one line."""
    assert main(["where", "99"]) == 2
    assert capsys.readouterr().err.strip() == "treeclust: There is no equation 99; the paper's are numbered 1 to 39."
