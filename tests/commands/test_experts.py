"""`experts`, and several experts in `solve --soft`."""

from __future__ import annotations

import json

import pytest

from treeclust.__main__ import main

FILE = "a,b,kind,author\n0,1,must,Ann\n0,1,cannot,Bob\n2,3,must,Ann\n2,3,must,Bob\n"


def test_experts_prints_agreement_and_disputes(tmp_path, capsys):
    """In words and as JSON; one expert alone is refused."""
    path = tmp_path / "links.csv"
    path.write_text(FILE)
    assert main(["experts", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Ann and Bob agree on 1 of 2 pairs")
    assert main(["experts", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["disputes"][0]["apart"] == ["Bob"]
    path.write_text("a,b,kind\n0,1,must\n")
    assert main(["experts", str(path)]) == 2


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_what_experts_dispute_is_weighed(tmp_path, capsys, kind):
    """Two sure answers against one: the tree obeys the two."""
    table, links = tmp_path / "t.csv", tmp_path / "links.csv"
    table.write_text("x,y\n" + "\n".join(f"{i % 7},{i}" for i in range(12)) + "\n")
    other = {"must": "cannot", "cannot": "must"}[kind]
    links.write_text(f"a,b,kind,author\n0,1,{kind},Ann\n0,1,{kind},Cem\n0,1,{other},Bob\n")
    assert main(["solve", str(table), "-k", "2", "-d", "2", "--links", str(links), "--soft", "--json"]) == 0
    labels = json.loads(capsys.readouterr().out)["labels"]
    assert (labels[0] == labels[1]) is (kind == "must")
