"""The committee: its members, what weighs them, what it agrees on, and what may be assumed."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from tests.shared import dataset_of
from treeclust.ask.interview.answers import Answers
from treeclust.ask.interview.assume import about, assume, consistent, solve_assuming, without_refused
from treeclust.ask.interview.committee import Room, committee_of, rand_indices, room_for
from treeclust.ask.interview.consensus import consensus_of
from treeclust.ask.interview.question import candidates_of
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.engine.descent.label_descent import LabelDescent
from treeclust.engine.instance.candidate import Candidate
from treeclust.lab.random_links import random_links

SAID = Links.from_pairs(must=[(60, 70), (60, 80)], cannot=[(0, 60), (60, 120)])


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Problem(dataset_of("iris"), 3, 3)


def test_the_same_answers_give_the_same_committee(problem):
    """Whatever was asked in between, and in a room of its own."""
    linked = problem.with_(links=SAID)
    one = committee_of(room_for(problem), linked)
    committee_of(room_for(problem), problem.with_(links=Links.from_pairs(must=[(0, 149)])))
    two = committee_of(Room(problem), linked)
    assert np.array_equal(one.labels, two.labels) and np.array_equal(one.weights, two.weights)
    assert candidates_of(one).pairs == candidates_of(two).pairs


def test_who_foretold_the_answers_counts_for_more(problem):
    """Members that break answers have less weight than those of their view that keep them, and weights sum to 1."""
    committee = committee_of(room_for(problem), problem.with_(links=SAID))
    assert committee.weights.sum() == pytest.approx(1) and sum(committee.views.values()) == pytest.approx(1)
    for view in committee.views:
        own = np.array([member.view == view for member in committee.members])
        right, wrong = own & (committee.broken == 0), own & (committee.broken > 0)
        if right.any() and wrong.any():
            assert committee.weights[right].min() > committee.weights[wrong].max()


def test_a_thousand_answers_that_no_view_foretold(problem):
    """Shares that are too small for numbers do not leave the committee without weights."""
    said = np.random.default_rng(0).integers(0, 3, problem.n)
    links = random_links([str(one) for one in said], 7.0, 1)
    committee = committee_of(room_for(problem), problem.with_(links=links))
    assert len(links) > 1_000 and np.isfinite(committee.weights).all() and committee.weights.sum() == pytest.approx(1)


def test_answers_join_and_part_groups():
    """Groups follow the must-links; those that exclude each other are anchors, and binding keeps them apart."""
    answers = Answers(SAID, 150)
    assert sorted(answers.groups[0][1].tolist()) == [60, 70, 80] and len(answers.anchors(3)) == 2
    bound = answers.bind(np.zeros((150, 3))).argmin(axis=1)
    assert answers.broken(bound) == 0 and bound[0] != bound[60] != bound[120]


def test_the_nearest_tree_to_labels_of_a_tree_is_that_tree():
    """Descent from a random tree comes near to it; from the tree itself it does not leave."""
    rng = np.random.default_rng(0)
    ranks = np.argsort(np.argsort(rng.random((200, 3)), axis=0), axis=0)
    tree = Candidate(2, np.array([0, 0, 1, 2]), np.array([0, 99, 60, 120]), np.array([0, 1, 2, 0]))
    cost = 1.0 - np.eye(3)[tree.labels(ranks)]
    descent = LabelDescent(ranks, 2)
    assert descent.descend(tree, cost, rng)[0] == 0
    start = Candidate(2, np.zeros(4, dtype=np.int64), np.full(4, 50), np.array([0, 1, 2, 0]))
    total, found = descent.descend(start, cost, rng)
    assert (
        total
        == (found.labels(ranks) != tree.labels(ranks)).sum()
        < 0.5 * (start.labels(ranks) != tree.labels(ranks)).sum()
    )


def test_rand_indices_are_those_of_scikit_learn():
    """For random labels, line by line."""
    labels = np.random.default_rng(0).integers(0, 3, (5, 80))
    expected = [[adjusted_rand_score(one, two) for two in labels] for one in labels]
    assert np.allclose(rand_indices(labels, 3), expected)


def test_assumed_links_are_kept_and_are_not_the_experts(problem):
    """The answer keeps both, is proved under both, and its measures speak of the expert's links only."""
    linked = problem.with_(links=SAID)
    result, assumed = solve_assuming(linked)
    assert len(assumed) > 50 and not {link.pair for link in assumed} & {link.pair for link in SAID}
    shown = about(linked, result, assumed)
    assert shown.status is Status.OPTIMAL and shown.assumed == assumed.items
    assert all(link.holds(shown.labels) for link in [*SAID, *assumed])
    assert set(shown.measures.links_kept) == set(SAID.items)


def test_the_expert_is_never_set_aside(problem):
    """Against answers that contradict every good clustering, what clashes with them is not assumed."""
    odd = Links.from_pairs(must=[(0, 60), (1, 120)], cannot=[(0, 2), (60, 61)])
    result, assumed = solve_assuming(problem.with_(links=odd))
    assert result.labels is not None and all(link.holds(result.labels) for link in [*odd, *assumed])


def test_what_is_taken_away_is_not_assumed_again(problem):
    """Nothing is assumed about the row of a refused pair that is no head; between heads only their own link goes."""
    committee = committee_of(room_for(problem), problem)
    consensus = consensus_of(committee)
    all_of_them = assume(committee, consensus, Links(), (), 0.65)
    must, cannot = all_of_them.must[0], all_of_them.cannot[0]
    fewer = assume(committee, consensus, Links(), [must.pair], 0.65)
    assert set(all_of_them.items) - set(fewer.items) == {must}
    assert set(all_of_them.items) - set(without_refused(all_of_them, [cannot.pair])) == {cannot}


def test_only_assumed_links_give_way():
    """Where said and assumed links contradict, the assumed ones of the chain go."""
    said = Links.from_pairs(cannot=[(0, 2)])
    kept = consistent(said, [Link(0, 1, Kind.MUST), Link(1, 2, Kind.MUST), Link(3, 4, Kind.MUST)], 5)
    assert kept.items == (Link(3, 4, Kind.MUST),)
