"""Every type of request, in the calling process: partial results, final results, and stopping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from treeclust.ask.solve import solve, solve_question
from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.rules import TreeRules
from treeclust.core.soft_links import SoftLink
from treeclust.core.stop import Stop, never
from treeclust.core.wishes import Wishes
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import (
    Explain,
    FillMap,
    FindAlternatives,
    FindFront,
    PartialResult,
    PriceLinks,
    ProgressReport,
    Request,
    Solve,
    SuggestPair,
)
from treeclust.jobs.price_requests import PriceLeaves, PriceRules
from treeclust.jobs.wire import Message, decode, encode
from treeclust.jobs.worker import handle

LINE = Dataset.from_array(np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [30.0], [31.0]]))

EVEN = Dataset.from_array(np.arange(8.0)[:, None])
SOFT = (SoftLink(Link(0, 5, Kind.MUST), 3.0), SoftLink(Link(0, 3, Kind.CANNOT), 1.0))


def ask(request: Request, rule: Stop = never) -> tuple[Any, list[Message]]:
    """(final result in JSON, everything sent before it)."""
    sent: list[Message] = []
    travelled = decode(encode(request))
    return to_json(handle(travelled, Channel(rule, sent.append))), sent


def partials(sent: list[Message]) -> list[Any]:
    return [message.result for message in sent if isinstance(message, PartialResult)]


def test_the_front_streams_and_is_complete():
    """Points come as they are found, in the form of the final front, which is proved complete."""
    final, sent = ask(FindFront(Question(Problem(LINE, 3, 2))))
    assert final["complete"] and final["front"]
    partial = partials(sent)
    assert partial and not partial[0]["complete"]
    assert partial[0]["front"][0] in final["front"]


def test_an_infeasible_problem_is_explained():
    """One split cannot put 0 and 12 together apart from 10: two links clash, and every repair was solved."""
    links = Links.from_pairs(must=[(0, 5)], cannot=[(0, 3)])
    problem = Problem(LINE, 2, 1, links)
    final, _ = ask(Explain(Question(problem)))
    assert final["finished"] and final["minimal"]
    assert {(link["a"], link["b"]) for link in final["conflict"]} == {(0, 5), (0, 3)}
    actions = {repair["action"]: repair for repair in final["repairs"]}
    assert actions["depth"]["depth"] == 2
    assert len(actions["drop_links"]["links"]) == 1
    deeper = solve(problem.with_(depth=2))
    assert actions["depth"]["result"]["md"] == pytest.approx(deeper.md)


def test_the_map_answers_every_possible_cell():
    """Each depth and each k that fits into it, with the value that a solve finds."""
    final, sent = ask(FillMap(Question(Problem(LINE, 2, 1)), (1, 2), (2, 3, 4), 30))
    cells = {(cell["depth"], cell["k"]): cell["result"] for cell in final["cells"]}
    assert set(cells) == {(1, 2), (2, 2), (2, 3), (2, 4)}
    assert cells[2, 3]["md"] == pytest.approx(solve(Problem(LINE, 3, 2)).md)
    assert any(isinstance(message, ProgressReport) for message in sent)


def test_the_map_has_sizes_of_its_own_for_each_k_and_calls_what_cannot_be_asked_impossible():
    """Three rows each leave no room for three clusters of eight rows; the usual size may change with k."""
    question = Question(Problem(LINE, 2, 2, min_rows=3), "md")
    final, _ = ask(FillMap(question, (2,), (2, 3), 30))
    assert [cell["result"]["status"] for cell in final["cells"]] == ["optimal", "infeasible"]
    assert "3 clusters share 8 rows" in final["cells"][1]["result"]["message"]
    final, _ = ask(FillMap(question, (2,), (2, 3), 30, (3, 1)))
    assert [cell["result"]["status"] for cell in final["cells"]] == ["optimal", "optimal"]
    assert final["cells"][1]["result"]["leaves_proved"]


def test_leaves_have_prices_that_stream():
    """From the answer's leaves down to one for each cluster, in the form of the final result."""
    problem = Problem(Dataset.from_array(np.random.default_rng(4).random((30, 3))), 3, 3)
    question = Question(problem, "md", wishes=Wishes("first"))
    final, sent = ask(PriceLeaves(question, seconds_each=30))
    leaves = [price["leaves"] for price in final["prices"]]
    assert final["finished"] and leaves == list(range(leaves[0], 2, -1))
    assert [price["leaves"] for price in partials(sent)[0]["prices"]] == leaves[:1]
    start = solve(problem, "md")
    again, _ = ask(PriceLeaves(question, start, 30))
    assert again["prices"][0]["result"]["labels"] == start.labels.tolist()


def test_limits_have_prices():
    """A size that the best tree has anyway is free; a rule that forces a wider cluster is binding."""
    problem = Problem(LINE, 3, 2, min_rows=2, rules=TreeRules(max_leaves=3), max_diameter=90.0)
    final, sent = ask(PriceRules(Question(problem, "md")))
    forces = {price["limit"]["name"]: price["force"] for price in final["prices"]}
    assert forces == {"min_rows": "free", "max_leaves": "free", "max_diameter": "free"} and final["complete"]
    assert partials(sent) and not partials(sent)[0]["complete"]
    binding, _ = ask(PriceRules(Question(Problem(LINE, 2, 2, min_rows=4), "md")))
    assert [price["force"] for price in binding["prices"]] == ["binding"]


def test_a_wider_answer_is_no_start():
    """With a slack the answer is not the best: prices and alternatives begin with one that is."""
    problem = Problem(Dataset.from_array(np.random.default_rng(5).random((30, 2))), 3, 3)
    wider = solve_question(Question(problem, "md", wishes=Wishes("compact", 60.0)))
    assert wider.is_wider
    linked = problem.with_(links=Links.from_pairs(must=[(0, 1)]))
    kept = solve_question(Question(linked, "md", wishes=Wishes("compact", 60.0)))
    final, _ = ask(PriceLinks(Question(linked, "md"), kept))
    assert final["md"] == pytest.approx(solve(linked, "md").md)


def test_alternatives_start_from_a_known_answer():
    """The known answer comes first, and all have its value."""
    problem = Problem(EVEN, 3, 2)
    start = solve(problem, "md")
    final, _ = ask(FindAlternatives(Question(problem, "md"), start, 3))
    assert final["alternatives"][0]["labels"] == start.labels.tolist()
    assert len(final["alternatives"]) == 3
    assert {one["value"] for one in final["alternatives"]} == {start.measures.value}


def test_a_question_is_about_rows_that_no_link_settles():
    """Good trees disagree: the pair asked is one of theirs, and a pair to skip is not asked."""
    problem = Problem(EVEN, 3, 2)
    first, _ = ask(SuggestPair(Question(problem, "md")))
    pair = (first["question"]["a"], first["question"]["b"])
    again, _ = ask(SuggestPair(Question(problem, "md"), skip=(pair,)))
    assert again["question"] is None or (again["question"]["a"], again["question"]["b"]) != pair


def test_every_link_gets_a_price():
    """A link that the best tree keeps anyway is free; one that forces a wide cluster is binding."""
    problem = Problem(LINE, 3, 2, Links.from_pairs(must=[(0, 1), (5, 6)]))
    final, _ = ask(PriceLinks(Question(problem, "md")))
    forces = {(price["a"], price["b"]): price["force"] for price in final["prices"]}
    assert forces == {(0, 1): "free", (5, 6): "binding"}


def test_soft_links_go_into_a_solve():
    """Two soft links that clash: the heavier one is kept."""
    final, _ = ask(Solve(Question(Problem(LINE, 2, 1), "md", SOFT)))
    assert final["labels"][0] == final["labels"][5]
    assert [(link["a"], link["b"]) for link in final["broken"]] == [(0, 3)]


def test_a_soft_solve_hands_in_answers_before_the_end():
    """Each keeps the hard link and says what it breaks and what must break."""
    problem = Problem(LINE, 2, 1, Links.from_pairs(must=[(0, 1)]))
    final, sent = ask(Solve(Question(problem, "md", SOFT)))
    partial = partials(sent)
    assert partial and all(one["labels"][0] == one["labels"][1] for one in partial)
    assert all(one["broken_weight"] >= final["broken_weight"] == 1.0 for one in partial)
    assert final["figures"]["broken_weight"] == final["figures"]["least_broken_weight"] == 1.0


@pytest.mark.parametrize("request_of", [FindFront, Explain, lambda question: FillMap(question, (1, 2), (2,), 5)])
def test_a_stop_is_obeyed_with_what_there_is(request_of):
    """Stopped from the start, each returns at once, in its form, and calls nothing complete."""
    question = Question(Problem(LINE, 2, 1, Links.from_pairs(cannot=[(0, 1)])))
    final, _ = ask(request_of(question), rule=lambda: True)
    assert not final.get("complete") and not final.get("finished")
