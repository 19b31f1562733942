"""Explanations with repairs, through the library and the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.oracle import clusterings, random_problem
from treeclust.__main__ import main
from treeclust.dataset import Dataset
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.repairs import explain

# a checkerboard: rows of one colour belong together, which no single split can do
BOARD = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
LINKS = Links.from_pairs(must=[(0, 1), (2, 3)], cannot=[(0, 2)])


def feasible(problem: Problem) -> bool:
    return next(iter(clusterings(problem)), None) is not None


def test_the_checkerboard():
    """Depth 1 cannot part it; one link too many, or one level too few."""
    explanation = explain(Problem(Dataset.from_array(BOARD), 2, 1, LINKS))
    assert explanation.status == "infeasible"
    assert explanation.conflict is not None and explanation.conflict.minimal
    assert {repair.action for repair in explanation.repairs} == {"drop_links", "depth", "soft"}
    assert all(repair.least for repair in explanation.repairs)
    depth = next(repair for repair in explanation.repairs if repair.action == "depth")
    assert depth.problem.depth == 2


@pytest.mark.parametrize("seed", range(120))
def test_repairs_are_real_and_least(seed):
    """Brute force confirms that each repaired problem has an answer and that a smaller change has none."""
    problem = random_problem(seed, most_depth=2, flat=False)
    explanation = explain(problem)
    assert (explanation.status == "infeasible") == (not feasible(problem))
    for repair in explanation.repairs:
        assert feasible(repair.problem)
        if repair.action == "depth":
            assert not any(feasible(problem.with_(depth=d)) for d in range(problem.depth, repair.problem.depth))
        if repair.action == "k":
            assert not any(feasible(problem.with_(k=k)) for k in range(problem.k, repair.problem.k))


def test_the_command_prints_the_promised_object(tmp_path, capsys):
    """`explain --json`: status, conflict, minimal, repairs with MD and MS."""
    data, links = tmp_path / "board.csv", tmp_path / "links.csv"
    np.savetxt(data, BOARD, delimiter=",", header="u,v", comments="")
    links.write_text(LINKS.to_csv())
    assert main(["explain", str(data), "-k", "2", "-d", "1", "--links", str(links), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "infeasible" and found["minimal"]
    assert set(found["conflict"][0]) == {"a", "b", "kind"}
    assert {repair["action"] for repair in found["repairs"]} == {"drop_links", "depth", "soft"}
    assert all(repair["md"] is not None for repair in found["repairs"])


def test_a_problem_with_an_answer_needs_no_repair(tmp_path, capsys):
    """Status optimal, no conflict; in words too."""
    explanation = explain(Problem(Dataset.from_array(BOARD), 2, 2, LINKS))
    assert (explanation.status, explanation.conflict, explanation.repairs) == ("optimal", None, ())
