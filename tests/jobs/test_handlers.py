"""Every type of request, in the calling process: partial results, final results, and stopping."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.dataset import Dataset
from treeclust.jobs.desk import Desk
from treeclust.jobs.handlers import HANDLERS
from treeclust.jobs.messages import problem_to_json
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.run import solve
from treeclust.stop import never

LINE = Dataset.from_array(np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [30.0], [31.0]]))

EVEN = Dataset.from_array(np.arange(8.0)[:, None])


def ask(kind: str, problem: Problem, objective: str = "md-ms", rule=never, **more):
    """(final result, everything sent before it)."""
    sent: list[dict] = []
    request = {"type": kind, "problem": problem_to_json(problem), "objective": objective, **more}
    return HANDLERS[kind](request, Desk(rule, sent.append)), sent


def test_the_front_streams_and_is_complete():
    """Points come as they are found, in the form of the final front, which is proved complete."""
    final, sent = ask("pareto", Problem(LINE, 3, 2))
    assert final["complete"] and final["front"]
    partial = [m["result"] for m in sent if m["type"] == "incumbent"]
    assert partial and not partial[0]["complete"]
    assert partial[0]["front"][0] in final["front"]


def test_an_infeasible_problem_is_explained():
    """One split cannot put 0 and 12 together apart from 10: two links clash, and every repair was solved."""
    links = Links.from_pairs(must=[(0, 5)], cannot=[(0, 3)])
    problem = Problem(LINE, 2, 1, links)
    final, _ = ask("explain", problem)
    assert final["finished"] and final["minimal"]
    assert {(link["a"], link["b"]) for link in final["conflict"]} == {(0, 5), (0, 3)}
    actions = {repair["action"]: repair for repair in final["repairs"]}
    assert actions["depth"]["depth"] == 2
    assert len(actions["drop_links"]["links"]) == 1
    deeper = solve(problem.with_(depth=2))
    assert actions["depth"]["result"]["md"] == pytest.approx(deeper.md)


def test_the_map_answers_every_possible_cell():
    """Each depth and each k that fits into it, with the value that a solve finds."""
    final, sent = ask("map", Problem(LINE, 2, 1), depths=[1, 2], ks=[2, 3, 4], cell_seconds=30)
    cells = {(cell["depth"], cell["k"]): cell["result"] for cell in final["cells"]}
    assert set(cells) == {(1, 2), (2, 2), (2, 3), (2, 4)}
    assert cells[2, 3]["md"] == pytest.approx(solve(Problem(LINE, 3, 2)).md)
    assert any(m["type"] == "progress" for m in sent)


def test_alternatives_start_from_a_known_answer():
    """The known answer comes first, and all have its value."""
    problem = Problem(EVEN, 3, 2)
    start = solve(problem, "md")
    final, _ = ask("alternatives", problem, "md", start=start.to_json(), limit=3)
    assert final["alternatives"][0]["labels"] == start.labels.tolist()
    assert len(final["alternatives"]) == 3
    assert {one["value"] for one in final["alternatives"]} == {start.measures.value}


def test_a_question_is_about_rows_that_no_link_settles():
    """Good trees disagree: the pair asked is one of theirs, and a pair to skip is not asked."""
    problem = Problem(EVEN, 3, 2)
    first, _ = ask("suggest", problem, "md", skip=[])
    pair = (first["question"]["a"], first["question"]["b"])
    again, _ = ask("suggest", problem, "md", skip=[pair])
    assert again["question"] is None or (again["question"]["a"], again["question"]["b"]) != pair


def test_every_link_gets_a_price():
    """A link that the best tree keeps anyway is free; one that forces a wide cluster is binding."""
    problem = Problem(LINE, 3, 2, Links.from_pairs(must=[(0, 1), (5, 6)]))
    final, _ = ask("prices", problem, "md")
    forces = {(price["a"], price["b"]): price["force"] for price in final["prices"]}
    assert forces == {(0, 1): "free", (5, 6): "binding"}


def test_soft_links_go_into_a_solve():
    """Two soft links that clash: the heavier one is kept."""
    soft = [{"a": 0, "b": 5, "kind": "must", "weight": 3.0}, {"a": 0, "b": 3, "kind": "cannot", "weight": 1.0}]
    final, _ = ask("solve", Problem(LINE, 2, 1), "md", soft=soft)
    assert final["labels"][0] == final["labels"][5]
    assert [(link["a"], link["b"]) for link in final["broken"]] == [(0, 3)]


def test_a_soft_solve_hands_in_answers_before_the_end():
    """Each keeps the hard link and says what it breaks and what must break."""
    soft = [{"a": 0, "b": 5, "kind": "must", "weight": 3.0}, {"a": 0, "b": 3, "kind": "cannot", "weight": 1.0}]
    problem = Problem(LINE, 2, 1, Links.from_pairs(must=[(0, 1)]))
    final, sent = ask("solve", problem, "md", soft=soft)
    partial = [message["result"] for message in sent if message["type"] == "incumbent"]
    assert partial and all(one["labels"][0] == one["labels"][1] for one in partial)
    assert all(one["broken_weight"] >= final["broken_weight"] == 1.0 for one in partial)
    assert final["figures"]["broken_weight"] == final["figures"]["least_broken_weight"] == 1.0


@pytest.mark.parametrize("kind", ["pareto", "explain", "map"])
def test_a_stop_is_obeyed_with_what_there_is(kind):
    """Stopped from the start, each returns at once, in its form, and calls nothing complete."""
    more = {"depths": [1, 2], "ks": [2], "cell_seconds": 5} if kind == "map" else {}
    final, _ = ask(kind, Problem(LINE, 2, 1, Links.from_pairs(cannot=[(0, 1)])), rule=lambda: True, **more)
    assert not final.get("complete") and not final.get("finished")
