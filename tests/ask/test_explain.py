"""Sets of clashing links against brute force."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from tests.each import each
from tests.oracle import clusterings, random_problem
from treeclust.ask.conflict_words import conflict_words, reason
from treeclust.ask.explain import find_conflict, find_conflicts
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.engine.link_sets import link_oracle as choosing


def feasible(problem: Problem, links: Links) -> bool:
    return next(iter(clusterings(problem.with_(links=links))), None) is not None


@cache
def infeasible_problems() -> list[Problem]:
    found: list[Problem] = []
    seed = 0
    while len(found) < 200:
        problem = random_problem(seed, most_depth=2, flat=False)
        if feasible(problem, Links()) and not feasible(problem, problem.links):
            found.append(problem)
        seed += 1
    return found


@each(200, infeasible_problems)
def test_a_conflict_is_one_and_nothing_in_it_is_idle(problem):
    """The set cannot hold; without any one of its links it can."""
    conflict = find_conflict(problem)
    assert conflict is not None and conflict.minimal
    assert set(conflict.links) <= set(problem.links)
    assert not feasible(problem, Links(conflict.links))
    for link in conflict.links:
        assert feasible(problem, Links(tuple(other for other in conflict.links if other != link)))


def test_cut_into_single_roots_a_conflict_is_minimal_too(monkeypatch):
    """Without any patience every question is cut down to single splits of the root; brute force still agrees."""
    monkeypatch.setattr(choosing, "CONFLICTS_BEFORE_CUT", 0)
    for problem in infeasible_problems()[:40]:
        conflict = find_conflict(problem)
        assert conflict is not None and conflict.minimal
        assert frozenset(conflict.links) in all_conflicts(problem)


def test_links_that_can_hold_have_no_conflict():
    """None, when brute force finds a clustering."""
    problem = next(
        p for p in (random_problem(s, flat=False) for s in range(99)) if len(p.links) and feasible(p, p.links)
    )
    assert find_conflict(problem) is None


def test_out_of_time_is_not_called_minimal():
    """Stopped ever later: first nothing, then sets that clash but are not called minimal, in the end a minimal one."""
    problem = max(infeasible_problems()[:40], key=lambda problem: len(problem.links))
    states = []
    for polls in range(1, 200):
        left = iter([False] * polls + [True] * 10_000)
        conflict = find_conflict(problem, stop=lambda left=left: next(left))
        assert conflict is None or not feasible(problem, Links(conflict.links))
        states.append("nothing" if conflict is None else "minimal" if conflict.minimal else "smaller")
    assert list(dict.fromkeys(states)) == ["nothing", "smaller", "minimal"]


def all_conflicts(problem: Problem) -> set[frozenset]:
    """Every minimal clashing set, by looking at every set, small ones first."""
    found: list[frozenset] = []
    for size in range(len(problem.links) + 1):
        for links in combinations(problem.links, size):
            if not any(clash <= set(links) for clash in found) and not feasible(problem, Links(links)):
                found.append(frozenset(links))
    return set(found)


@each(60, infeasible_problems)
def test_every_conflict_is_found_once(problem):
    """Asked for more than there are, the sets are all minimal clashing sets of brute force, streamed one by one."""
    streamed = []
    found = find_conflicts(problem, 1000, on_found=streamed.append)
    assert list(found) == streamed and all(conflict.minimal for conflict in found)
    assert len(found) == len({frozenset(conflict.links) for conflict in found})
    assert {frozenset(conflict.links) for conflict in found} == all_conflicts(problem)


def test_no_more_conflicts_than_asked_for():
    """Two, where there are at least three."""
    problem = next(p for p in infeasible_problems()[:60] if len(all_conflicts(p)) > 2)
    assert len(find_conflicts(problem, 2)) == 2


def test_another_conflict_is_a_new_one():
    """Asked with what is known already, one at a time, the sets are the same as all at once."""
    problem = max(infeasible_problems()[:60], key=lambda p: len(find_conflicts(p, 1000)))
    known = ()
    while fresh := find_conflicts(problem, 1, known=known):
        known += fresh
    assert len(known) == len({frozenset(conflict.links) for conflict in known}) > 2
    assert {frozenset(conflict.links) for conflict in known} == all_conflicts(problem)


def test_a_conflict_in_words():
    """The links by name, what they ask for, and which tree cannot do that."""
    problem = max(infeasible_problems()[:20], key=lambda problem: len(find_conflict(problem).links))
    conflict = find_conflict(problem)
    words = conflict_words(conflict, problem)
    assert all(str(link) in words for link in conflict.links) and f"these {len(conflict.links)} links" in words
    assert f"{problem.k} clusters" in words and "No tree with" in words


LINE = Dataset.from_array(np.arange(9.0)[:, None])


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (
            Problem(LINE, 2, 2, Links.from_pairs(must=[(0, 4)], cannot=[(4, 8), (8, 2), (2, 0)])),
            "Rows 0, 2, 8 must all be apart (2–0 cannot; 0–4 must and 4–8 cannot; 8–2 cannot), "
            "which takes 3 clusters; there are 2.",
        ),
        (
            Problem(LINE, 2, 1, Links.from_pairs(must=[(0, 8)], cannot=[(0, 4)])),
            "They ask for {0, 8} together, and {0, 8} apart from 4. "
            "No tree with one test and 2 clusters does all of that.",
        ),
        (
            Problem(Dataset.from_array(np.array([[0.0], [0.0], [1.0]])), 2, 2, Links.from_pairs(cannot=[(0, 1)])),
            "Rows 0 and 1 are equal in every feature, so no test parts them.",
        ),
    ],
    ids=["too many apart", "too few tests", "equal rows"],
)
def test_why_links_clash(problem, words):
    """The chain that shows it where there is one; what the links ask for where only the depth is to blame."""
    assert reason(problem, problem.links.items) == words
