"""The most links that can hold, against brute force."""

from __future__ import annotations

import json
import time
from functools import cache
from itertools import chain, repeat

import numpy as np
import pytest

from tests.each import each
from tests.oracle import clusterings, obeys, random_problem, value
from treeclust.__main__ import main
from treeclust.ask import soft as steps
from treeclust.ask.soft import keep_most, solve_soft
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.soft_links import SoftLink
from treeclust.engine.link_sets import link_oracle as choosing


def least_broken(problem: Problem, weights: np.ndarray) -> float:
    """The smallest weight of broken links over every clustering that the tree allows."""
    free = problem.with_(links=Links())
    return min(
        sum(
            weight
            for link, weight in zip(problem.links, weights, strict=True)
            if (labels[link.a] == labels[link.b]) != (link.kind is Kind.MUST)
        )
        for labels in clusterings(free)
    )


@cache
def problems() -> list[Problem]:
    found = [random_problem(seed, most_depth=2, flat=False) for seed in range(700)]
    free = [p for p in found if len(p.links) >= 2 and next(iter(clusterings(p.with_(links=Links()))), None)]
    return free[:250]


@each(250, problems)
def test_no_tree_keeps_more(problem):
    """Unit weights and random ones: the broken weight equals the smallest that brute force finds."""
    rng = np.random.default_rng(len(problem.links))
    for weights in (np.ones(len(problem.links)), rng.integers(1, 4, len(problem.links)).astype(float)):
        found = keep_most(problem, weights)
        assert found is not None and found.proved
        assert found.weight == least_broken(problem, weights)
        assert len(found.kept) + len(found.dropped) == len(problem.links)


def test_stopped_at_once_nothing_is_claimed():
    """No tree, no bound, no error."""
    assert keep_most(random_problem(3, flat=False), stop=lambda: True) is None


def soft_problem(seed: int) -> tuple[Problem, tuple[SoftLink, ...]]:
    """Some links stay hard; the others, and a few more that may contradict anything, get weights."""
    rng = np.random.default_rng([seed, 5])
    problem = random_problem(seed, most_depth=2, flat=False)
    hard = [link for link in problem.links if rng.random() < 0.3]
    free = [link for link in problem.links if link not in hard]
    for _ in range(int(rng.integers(1, 5))):
        a, b = (int(i) for i in rng.choice(problem.n, 2, replace=False))
        free.append(Link(a, b, Kind.MUST if rng.random() < 0.5 else Kind.CANNOT))
    weights = rng.choice([0.1, 0.5, 1.0, 3.0], len(free)) if rng.random() < 0.8 else np.ones(len(free))
    return problem.with_(links=Links.of(hard)), tuple(
        SoftLink(link, float(weight)) for link, weight in zip(Links.of(free), weights, strict=False)
    )


def broken_weight(soft: tuple[SoftLink, ...], labels: tuple[int, ...]) -> float:
    return round(sum(one.weight for one in soft if not obeys(Links((one.link,)), labels)), 9)


@each(240)
def test_weight_first_then_the_objective(seed):
    """Broken weight, then value, equal the smallest that brute force finds over all clusterings of the hard links."""
    problem, soft = soft_problem(seed)
    for objective in ("md", "md-ms"):
        best_of_all(problem, soft, objective)


def best_of_all(problem: Problem, soft: tuple[SoftLink, ...], objective: str) -> None:
    ways = [(broken_weight(soft, labels), value(problem, labels, objective)) for labels in clusterings(problem)]
    found = solve_soft(Question(problem, objective, soft))
    if not ways:
        assert found.result.status == "infeasible"
        return
    assert found.result.status == "optimal" and found.weight_proved
    assert (round(found.broken_weight, 9), found.result.measures.value) == min(ways)
    assert round(found.least_broken_weight, 9) == min(ways)[0]
    assert broken_weight(soft, found.result.labels) == round(sum(one.weight for one in found.broken), 9)


@pytest.mark.parametrize("seed", range(40))
def test_cut_into_single_roots_the_answer_is_the_same(seed, monkeypatch):
    """Without any patience every question is cut down to single splits of the root: same weight, same value."""
    problem, soft = soft_problem(seed)
    whole = [solve_soft(Question(problem, objective, soft)) for objective in ("md", "md-ms")]
    monkeypatch.setattr(choosing, "CONFLICTS_BEFORE_CUT", 0)
    parts = [solve_soft(Question(problem, objective, soft)) for objective in ("md", "md-ms")]
    assert [(one.result.status, round(one.broken_weight, 9)) for one in parts] == [
        (one.result.status, round(one.broken_weight, 9)) for one in whole
    ]
    assert [one.result.measures and one.result.measures.value for one in parts] == [
        one.result.measures and one.result.measures.value for one in whole
    ]


def test_stopped_between_the_steps_is_not_called_optimal():
    """Stopped ever later: whatever has a solution before the end says feasible, and its bounds hold."""
    problem, soft = next(
        (p, s) for p, s in map(soft_problem, range(99)) if solve_soft(Question(p, "md", s)).broken_weight > 0
    )
    best = min((broken_weight(soft, labels), value(problem, labels, "md")) for labels in clusterings(problem))
    states = []
    for polls in sorted({int(1.15**step) for step in range(80)}):
        left = chain(repeat(False, polls), repeat(True))
        found = solve_soft(Question(problem, "md", soft), stop=lambda left=left: next(left))
        assert found.least_broken_weight <= best[0] + 1e-9
        if found.result.status == "optimal":
            assert (round(found.broken_weight, 9), found.result.measures.value) == best
        states.append(str(found.result.status))
    assert states[0] == "unknown" and states[-1] == "optimal"


def test_while_links_are_chosen_people_hear_what_breaks_at_best_and_at_least():
    """The first step says both weights, and no answer that is handed out breaks less than the last one."""
    problem = Problem(Dataset.from_array(np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]])), 2, 1)
    soft = (SoftLink(Link(0, 5, Kind.MUST), 3.0), SoftLink(Link(0, 3, Kind.CANNOT), 1.0))
    heard, handed = [], []
    found = solve_soft(
        Question(problem, "md", soft), on_progress=heard.append, on_better=lambda answer: handed.append(answer())
    )
    assert {"3 broken, at least 0 must be", "3 broken, at least 3 must be"} <= {
        progress.phase.removeprefix("choosing links: ") for progress in heard
    }
    assert handed and all(one.broken_weight >= found.broken_weight == 3.0 for one in handed)


def test_flat_clusters_have_no_soft_links():
    """One sentence says what to do instead."""
    problem = random_problem(1, flat=True).with_(links=Links())
    with pytest.raises(InputError, match="choose a depth"):
        Question(problem, soft=(SoftLink(Link(0, 1, Kind.MUST), 1.0),))


def test_a_weight_is_above_zero():
    """Nothing and less than nothing are refused."""
    with pytest.raises(InputError, match="above 0"):
        SoftLink(Link(0, 1, Kind.MUST), 0.0)


def test_a_soft_answer_that_is_stopped_has_a_bound():
    """Whenever it is stopped: what no clustering goes below is known before anything else is tried."""
    problem = random_problem(7)
    soft = tuple(SoftLink(Link(0, row, Kind.MUST if row % 2 else Kind.CANNOT), 1.0) for row in range(1, 5))
    for asked in range(1, 40, 6):
        after = chain(repeat(False, asked), repeat(True))
        found = solve_soft(Question(problem.with_(links=Links()), "md", soft), stop=lambda after=after: next(after))
        if found.result.solution is not None:
            assert found.result.md_lower_bound is not None
            assert found.result.md_lower_bound <= found.result.md


def test_links_are_counted_once(tmp_path, capsys):
    """Soft links that all hold are kept links, each one of them; hard ones beside them too."""
    data, links = tmp_path / "data.csv", tmp_path / "links.csv"
    data.write_text("x,y\n0,0\n0,1\n9,9\n9,8\n")
    links.write_text("a,b,kind,certainty\n0,1,must,unsure\n2,3,must,sure\n0,2,cannot,fairly sure\n")
    assert main(["solve", str(data), "-k", "2", "-d", "2", "--links", str(links), "--soft", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["links_kept"], answer["links_broken"], answer["broken_weight"]) == (3, 0, 0)


def test_the_time_of_a_soft_answer_is_that_of_both_steps(monkeypatch):
    """Choosing the links takes time, too; here 100 seconds by a clock that is put forward."""
    ahead = [0.0]
    monkeypatch.setattr(steps.time, "perf_counter", lambda: time.monotonic() + ahead[0])

    def slowly(*given):
        ahead[0] += 100
        return keep_most(*given)

    keep_most = steps.keeping.keep_most
    monkeypatch.setattr(steps.keeping, "keep_most", slowly)
    problem = random_problem(3)
    link = SoftLink(Link(0, 1, Kind.MUST), 1.0)
    found = solve_soft(Question(problem, "md", (link,)))
    assert found.result.solution is not None
    assert 100 <= found.result.first_solution_seconds <= found.result.seconds
