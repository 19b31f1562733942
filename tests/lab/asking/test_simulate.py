"""Simulated interviews: that they end, what the ways to ask may ask, and the file that goes on where it ends."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from tests.shared import dataset_of
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link
from treeclust.core.problem import Problem
from treeclust.core.stop import never
from treeclust.lab.asking import study
from treeclust.lab.asking.conversation import Conversation
from treeclust.lab.asking.forced import count_forced
from treeclust.lab.asking.simulate import simulate
from treeclust.lab.asking.ways import WAYS


def test_a_simulated_expert_is_heard():
    """On wine the interview reaches an ARI of 0.9 with few answers, and the trace has one entry per answer."""
    run = simulate(Problem(dataset_of("wine"), 3, 3), seed=0, most=6)
    assert run.reached and run.ari[-1] >= 0.9 and len(run.ari) == run.answers + 1
    few = simulate(Problem(dataset_of("iris"), 3, 3), "md", "random", seed=0, most=2)
    assert (few.answers, few.reached) == (2, False)


def test_a_simulation_needs_labels():
    """Without them nobody can answer."""
    table = Dataset.from_array(np.random.default_rng(0).random((20, 2)))
    with pytest.raises(InputError, match="known labels"):
        simulate(Problem(table, 2, 1))


def test_an_unknown_way_is_refused():
    """By name, with those that there are."""
    with pytest.raises(InputError, match="min-max"):
        simulate(Problem(dataset_of("iris"), 3, 3), way="guess")


@pytest.mark.parametrize("way", ["npu", "min-max", "cobras", "random"])
def test_every_way_asks_only_what_is_open(way: str):
    """Twelve questions: none that was asked, or that follows from the answers."""
    talk = Conversation(Problem(dataset_of("iris"), 3, 3), "md", never, False, 0, 0.0)
    choose = WAYS[way](0)
    for _ in range(12):
        pair = choose(talk)
        assert pair is not None and talk.is_open(pair)
        talk.answer(pair)


def test_an_expert_who_errs_is_wrong_as_often_as_was_asked():
    """And says the same about the same pair again."""
    talk = Conversation(Problem(dataset_of("iris"), 3, 3), "md", never, False, 0, 0.2)
    pairs = [(a, b) for a in range(0, 150, 3) for b in range(a + 1, 150, 7)]
    wrong = [talk.same(pair) != (talk.known[pair[0]] == talk.known[pair[1]]) for pair in pairs]
    assert 0.15 < np.mean(wrong) < 0.25
    assert [talk.same(pair) for pair in pairs[:50]] == [talk.same((b, a)) for a, b in pairs[:50]]


def test_a_study_goes_on_where_its_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A second run adds what is missing only, and the tables count all."""
    monkeypatch.setattr(study, "MOST", 1)
    said: list[str] = []
    file = tmp_path / "runs.csv"
    study.run_study(["penguins-like"], ["random"], [0], [0.0], None, file, said.append)
    rows = study.run_study(["penguins-like"], ["random"], [0, 1], [0.0], None, file, said.append)
    assert len(said) == len(rows) == 2 and len(file.read_text().splitlines()) == 3
    assert any(line.startswith("| penguins-like | random | 2 |") for line in study.study_tables(rows))


def test_no_question_is_forced():
    """Of the first questions on small tables each can be answered either way; two solves say so. With
    TREECLUST_QUESTIONS=1000 of so many."""
    questions = int(os.environ.get("TREECLUST_QUESTIONS", "6"))
    assert count_forced(questions, lambda line: None) == (questions, 0)


def test_an_expert_who_errs_is_not_believed_everything():
    """A wrong answer that everything else speaks against is set apart, and the tree does without it."""
    talk = Conversation(Problem(dataset_of("iris"), 3, 3), "md", never, True, 0, 0.05)
    for link in (Link(0, 60, Kind.CANNOT), Link(60, 120, Kind.CANNOT), Link(0, 10, Kind.MUST)):
        talk.links.append(link)
    assert talk.trusted([*talk.links, Link(10, 120, Kind.MUST)]).items == tuple(talk.links)
