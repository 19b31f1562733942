"""Explanations with repairs, through the library and the command line."""

from __future__ import annotations

import json

import numpy as np

from tests.each import each
from tests.oracle import clusterings, random_problem
from treeclust.__main__ import main
from treeclust.ask.repairs import explain
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question

# a checkerboard: rows of one colour belong together, which no single split can do
BOARD = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
LINKS = Links.from_pairs(must=[(0, 1), (2, 3)], cannot=[(0, 2)])


def feasible(problem: Problem) -> bool:
    return next(iter(clusterings(problem)), None) is not None


def test_the_checkerboard():
    """Depth 1 cannot part it; one link too many, or one level too few."""
    explanation = explain(Question(Problem(Dataset.from_array(BOARD), 2, 1, LINKS)))
    assert explanation.status == "infeasible"
    assert explanation.conflict is not None and explanation.conflict.minimal
    assert {repair.action for repair in explanation.repairs} == {"drop_links", "depth", "soft"}
    assert all(repair.least for repair in explanation.repairs)
    depth = next(repair for repair in explanation.repairs if repair.action == "depth")
    assert depth.question.problem.depth == 2


@each(120)
def test_repairs_are_real_and_least(seed):
    """Brute force confirms that each repaired problem has an answer and that a smaller change has none."""
    problem = random_problem(seed, most_depth=2, flat=False)
    explanation = explain(Question(problem))
    assert (explanation.status == "infeasible") == (not feasible(problem))
    for repair in explanation.repairs:
        assert feasible(repair.question.problem)
        if repair.action == "depth":
            assert not any(
                feasible(problem.with_(depth=d)) for d in range(problem.depth, repair.question.problem.depth)
            )
        if repair.action == "soft":
            assert set(repair.result.labels.tolist()) and len(repair.question.soft) == len(problem.links)
            assert len(repair.dropped) == len(next(r for r in explanation.repairs if r.action == "drop_links").dropped)
        if repair.action == "k":
            assert not any(feasible(problem.with_(k=k)) for k in range(problem.k, repair.question.problem.k))


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
    explanation = explain(Question(Problem(Dataset.from_array(BOARD), 2, 2, LINKS)))
    assert (explanation.status, explanation.conflict, explanation.repairs) == ("optimal", None, ())


def test_conflicts_and_repairs_come_one_by_one():
    """What the callbacks got is what the explanation holds, in the same order."""
    conflicts, repairs = [], []
    problem = Problem(Dataset.from_array(BOARD), 2, 1, LINKS)
    explanation = explain(Question(problem, "md"), conflicts=5, on_conflict=conflicts.append, on_repair=repairs.append)
    assert tuple(conflicts) == explanation.conflicts and tuple(repairs) == explanation.repairs
    assert [repair.action for repair in repairs] == ["depth", "drop_links", "soft"]


def test_stopped_after_the_first_conflict_it_keeps_what_it_has():
    """A stop while explaining leaves the status and the conflict, and claims no repair."""
    found = []
    problem = Problem(Dataset.from_array(BOARD), 2, 1, LINKS)
    explanation = explain(Question(problem, "md"), stop=lambda: bool(found), on_conflict=found.append)
    assert explanation.status == "infeasible" and explanation.conflict == found[0]
    assert explanation.repairs == ()


def test_soft_from_the_command_line(tmp_path, capsys):
    """`solve --soft`: without a column certainty every link may break; with it a sure link never does."""
    data, links = tmp_path / "board.csv", tmp_path / "links.csv"
    np.savetxt(data, BOARD, delimiter=",", header="u,v", comments="")
    links.write_text(LINKS.to_csv())
    command = ["solve", str(data), "-k", "2", "-d", "1", "--links", str(links), "--soft", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["links_kept"], found["links_broken"]) == ("optimal", 1, 2)
    assert (found["broken_weight"], found["least_broken_weight"]) == (2.0, 2.0)
    links.write_text("a,b,kind,certainty\n0,1,must,fairly sure\n0,3,must,unsure\n0,2,cannot,\n")
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["links_kept"], found["broken_weight"]) == ("optimal", 2, 3.0)
    assert [link["weight"] for link in found["broken"]] == [3.0]
    links.write_text("a,b,kind,certainty\n0,1,must,maybe\n")
    assert main(command) == 2
    assert 'Link 0–1 must is "maybe"' in capsys.readouterr().err
