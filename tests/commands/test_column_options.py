"""What a command line says about columns: names, roles, weights, and notes in its own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treeclust.__main__ import main
from treeclust.commands.column_options import names_of, weight

BIRDS = """species,island,bill,"depth, mm",sex
Adelie,Dream,1,2,m
Adelie,Biscoe,1,3,f
Gentoo,Biscoe,9,7,m
Gentoo,Dream,8,9,f
"""


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    path = tmp_path / "birds.csv"
    path.write_text(BIRDS)
    return path


def features(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[dict[str, str], list[str]]:
    """The features by name with their roles, and the notes."""
    assert main([*map(str, arguments), "-k", "2", "-d", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    roles = {one["name"]: f"{one['weight']:g}{' split' if one['split'] else ''}" for one in found["features"]}
    return roles, found["notes"]


def test_text_is_set_aside_and_the_command_line_says_how_to_include_it(birds, capsys):
    """By options, not by names of a program; and then it is included."""
    found, notes = features(capsys, "solve", birds)
    assert found == {"bill": "1 split", "depth, mm": "1 split"}
    assert notes == [
        'Text columns "island", "sex" are shown, not clustered by, because there are numeric ones; to include them, '
        "name them in --text.",
        'Column "species" may hold known labels, so it is not clustered by; give it as --label-column if it does, or '
        "name it in --text to cluster by it.",
    ]
    found, notes = features(capsys, "solve", birds, "--text", "island,sex", "--label-column", "species")
    assert set(found) == {"bill", "depth, mm", "island = Biscoe", "island = Dream", "sex = f", "sex = m"}
    assert notes == []


def test_roles_and_weights_reach_the_features(birds, capsys):
    """Measured by these, explained by those; a name with a comma stands in quotation marks."""
    options = ("--measure", '"depth, mm",sex', "--split", "bill", "--weight", "sex=0.5", "--weight", "depth, mm=3")
    assert features(capsys, "solve", birds, *options)[0] == {
        "bill": "0 split", "depth, mm": "3", "sex = f": "0.5", "sex = m": "0.5",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--weight", "bill"], "bill is no COLUMN=WEIGHT, such as height=2"),
        (["--weight", "bill=heavy"], "bill=heavy is no COLUMN=WEIGHT"),
        (["--weight", "bill=11"], 'Column "bill" cannot weigh 11.0; choose a number from 0 to 10.'),
        (["--weight", "wing=1"], 'There is no column "wing"'),
        (["--measure", "wing"], 'There is no column "wing"'),
        (["--split", "wing"], 'There is no column "wing"'),
        (["--split", ""], "Tests may ask about no column"),
        (["--measure", ""], "No column is measured"),
        (["--weight", "bill=0", "--features", "bill"], "No column is measured"),
    ],
)
def test_what_cannot_be_asked_is_one_line(birds, capsys, options, words):
    """Exit code 2, nothing on stdout."""
    try:
        code = main(["solve", str(birds), "-k", "2", *options])
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_names_are_read_as_a_line_of_csv():
    """Quotation marks around commas, spaces around names; equals signs belong to the name but for the last."""
    assert names_of(None) is None and names_of("") == ()
    assert names_of('a b , "c, d","say ""x"""\n') == ("a b", "c, d", 'say "x"')
    assert weight("a = b=2") == ("a = b", 2.0)
