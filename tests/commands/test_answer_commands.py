"""alternatives, suggest, price and why as outside scripts use them."""

from __future__ import annotations

import pytest

from tests.commands.test_command_line import IRIS, answer, treeclust, write
from treeclust.__main__ import main

QUESTION = (IRIS, "-k", 3, "-d", 3, "--label-column", "label")


def test_alternatives_differ_and_have_one_quality():
    """Four partitions of iris with the MD of the best, within ε, and counts of all pairs."""
    found = answer("alternatives", *QUESTION, "--objective", "md", "--limit", 4)
    assert len(found["alternatives"]) == 4 and found["proved"] and not found["complete"]
    assert len({tuple(one["labels"]) for one in found["alternatives"]}) == 4
    assert len({one["value"] for one in found["alternatives"]}) == 1
    assert sum(found["agreement"]["pairs"].values()) == 150 * 149 // 2


def test_suggest_asks_about_two_rows_and_heeds_what_was_skipped():
    """The pair that is skipped is not asked again."""
    asked = answer("suggest", *QUESTION)["question"]
    skip = f"{asked['a']}-{asked['b']}"
    again = answer("suggest", *QUESTION, "--skip", skip)["question"]
    assert {again["a"], again["b"]} != {asked["a"], asked["b"]}
    assert 0 <= again["share"] <= 1


def test_simulate_compares_with_random_pairs():
    """One run each, with the trace of ARI."""
    found = answer("suggest", *QUESTION, "--simulate", 1, "--most", 3)
    assert [run["way"] for run in found["runs"]] == ["suggest", "random"]
    assert all(len(run["ari"]) == run["answers"] + 1 <= 4 for run in found["runs"])


def test_price_names_each_link(tmp_path):
    """One price per link, in order; in words too."""
    links = write(tmp_path / "links.csv", "a,b,kind\n0,1,must\n0,60,cannot\n50,100,cannot\n")
    found = answer("price", *QUESTION, "--links", links)
    assert [(price["a"], price["b"]) for price in found["prices"]] == [(0, 1), (0, 60), (50, 100)]
    assert found["complete"]
    words = treeclust("price", *QUESTION, "--links", links).stdout
    assert words.count("free") + words.count("binding") == 3


def test_why_follows_two_rows():
    """A path for each, and the test that parts them."""
    found = answer("why", *QUESTION, "--row", 3, "--row", 120)
    assert [path["row"] for path in found["paths"]] == [3, 120]
    assert found["parting"]["together"] is (found["paths"][0]["cluster"] == found["paths"][1]["cluster"])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("suggest", *QUESTION, "--skip", "1-2-3"), "1-2-3"),
        (("suggest", *QUESTION[:3], "--simulate", 1), "known labels"),
        (("why", *QUESTION, "--row", 999), "999"),
        (("why", *QUESTION, "--row", 1, "--row", 2, "--row", 3), "once or twice"),
        (("alternatives", *QUESTION, "--limit", 0), "from 1"),
    ],
)
def test_bad_input_is_one_line(arguments, word):
    """Exit code 2 and a sentence that names the trouble."""
    run = treeclust(*arguments)
    assert run.returncode == 2 and run.stdout == ""
    assert word in run.stderr and run.stderr.count("\n") == 1


def test_a_long_name_with_commands_for_the_terminal_is_one_plain_line(tmp_path, capsys):
    """Name of the program and all, it has 300 characters at most, and nothing in it moves the cursor."""
    path = tmp_path / "table.csv"
    path.write_text("a,b\n1,2\n2,3\n3,5\n")
    asked = ["solve", str(path), "-k", "2", "-d", "1", "--features", "x\x1b[2J" * 200]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert len(said) <= 301 and said.count("\n") == 1 and said[:-1].isprintable(), said


@pytest.mark.parametrize(
    ("verb", "links", "words"),
    [
        ("price", "0,3,cannot", ["0–3 cannot: "]),
        ("explain", "0,3,cannot\n3,4,cannot\n0,4,cannot", ["Rows 0, 3, 4 are", "0–4 cannot", "Helps: drop 3–4 cannot"]),
        ("solve", "0,3,cannot\n3,4,cannot\n0,4,cannot", ["Rows 0, 3, 4 are"]),
    ],
)
def test_words_name_rows_by_their_numbers_in_the_file(verb, links, words, tmp_path):
    """Where rows were dropped, the words say the numbers that the links file has."""
    data = write(tmp_path / "d.csv", "u,v\n1,1\n,2\n2,1\n9,9\n8,9\n")
    links = write(tmp_path / "l.csv", f"a,b,kind\n{links}\n")
    run = treeclust(verb, data, "-k", 2, "-d", 1, "--missing", "drop", "--links", links)
    assert run.returncode == 0 and [one for one in words if one not in run.stdout] == []


def test_words_count_soft_links_beside_hard_ones(tmp_path):
    """Every link is soft here, and one breaks."""
    data = write(tmp_path / "d.csv", "u,v\n1,1\n1,2\n2,1\n9,9\n8,9\n")
    links = write(tmp_path / "l.csv", "a,b,kind\n0,3,cannot\n0,1,must\n0,3,must\n")
    run = treeclust("solve", data, "-k", 2, "-d", 1, "--soft", "--links", links)
    assert "Soft links kept   2 of 3" in run.stdout and "Soft links broken 1" in run.stdout
