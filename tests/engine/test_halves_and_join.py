"""Halves and join: two clusters decided without SAT, against brute force."""

from __future__ import annotations

import os
from itertools import count

import numpy as np
import pytest

from tests import oracle, tree_oracle
from tests.engine.reluctant import reluctant
from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.pareto import pareto_front
from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.decision import UNDECIDED
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.engine.halves import roots
from treeclust.engine.halves.halves_and_join import HalvesAndJoin
from treeclust.engine.instance.checks import check_tree
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.lazy_tree import LazyTree

PROBLEMS, CHUNKS = int(os.environ.get("TREECLUST_TWO_CLUSTER_PROBLEMS", "600")), 4
"""All 2,000 take some 25 s of processor time: set the variable."""
ENOUGH = 10**9


@pytest.fixture
def without_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither SAT nor descent decides or finds anything."""
    monkeypatch.setattr(LazyTree, "search", lambda *_: UNDECIDED)
    monkeypatch.setattr(LazyTree, "raise_level", lambda tree, low, high, effort: low)
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)


def two_cluster_problem(seed: int) -> Problem:
    return oracle.random_problem(seed, most_k=2, flat=False)


@pytest.mark.usefixtures("without_sat")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_alone_it_gives_status_and_value_of_brute_force(chunk: int) -> None:
    """With SAT and descent switched off every answer and every proof is its own. Both objectives; links, duplicates
    and ties as they come."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = two_cluster_problem(seed)
        for objective in ("md", "md-ms"):
            result = solve(problem, objective)
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == oracle.best(problem, objective), f"seed {seed} {objective}"
            assert not result.figures.get("halves_undecided"), seed


def test_the_problems_cover_what_they_should() -> None:
    """All depths, no links and links of both kinds, duplicates, ties, infeasible ones, and one cluster allowed."""
    problems = [two_cluster_problem(seed) for seed in range(200)]
    assert {p.depth for p in problems} == {1, 2, 3}
    assert any(not p.links for p in problems) and any(len(p.links.must) and len(p.links.cannot) for p in problems)
    assert any(p.distances.min() == 0 for p in problems)
    assert any(p.least_clusters == 1 for p in problems)
    assert {oracle.best(p, "md")[0] for p in problems[:60]} == {"optimal", "infeasible"}


def test_it_ends_soon_after_it_is_told_to() -> None:
    """Also where nothing but must-links is known, so that there is a question for each group that may be apart from the
    first, and nearly every half tree is found at once. Without steps it does nothing."""
    rows = np.random.default_rng(1).normal(size=(120, 8))
    links = Links.from_pairs(must=[(i, i + 60) for i in range(60)])
    instance = prepare(Problem(Dataset.from_array(rows), 2, 3, links))
    level = instance.levels.count
    halves, looks = HalvesAndJoin(instance), count(1)
    assert halves.ask(level, 0, ENOUGH, lambda: next(looks) > 3) is UNDECIDED
    assert next(looks) < 100
    told = halves.steps
    assert halves.ask(level, 0, 0) is UNDECIDED and halves.steps == told
    freely = HalvesAndJoin(instance)
    freely.ask(level, 0, ENOUGH)
    assert freely.steps > 1.5 * told


def test_questions_in_any_order_with_what_earlier_ones_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roots refuted for one question stay refuted for stricter ones and for no others, also when every signature is
    looked up instead of tried."""
    for seed in range(150):
        monkeypatch.setattr(roots, "FEW", 0 if seed % 2 else 64)
        problem = two_cluster_problem(seed).with_(depth=3)
        instance = prepare(problem)
        if instance.contradiction:
            continue
        halves = HalvesAndJoin(instance)
        known = [oracle_levels(problem, labels) for labels in oracle.clusterings(problem)]
        questions = [(md, ms) for md in range(-1, instance.levels.count + 1) for ms in instance.split_levels]
        for place in np.random.default_rng(seed).permutation(len(questions))[:10].tolist():
            md_level, ms_level = questions[place]
            found = halves.ask(md_level, ms_level, ENOUGH)
            assert found is not UNDECIDED
            exists = any(md <= md_level and ms >= ms_level for md, ms in known)
            assert (found is not None) == exists, f"seed {seed}, {md_level}, {ms_level}"
            assert found is None or check_tree(instance, found, True, 1).keeps(md_level, ms_level)


def oracle_levels(problem: Problem, labels: tuple[int, ...]) -> tuple[int, int]:
    return oracle.value(problem, labels, "md") - 1, -oracle.value(problem, labels, "ms")


def test_work_that_runs_out_is_taken_up_again() -> None:
    """With few steps at a time the answer comes later, and is the same."""
    later = 0
    for seed in range(80):
        problem = two_cluster_problem(seed).with_(depth=3)
        instance = prepare(problem)
        if instance.contradiction:
            continue
        halves, level, steps = HalvesAndJoin(instance), instance.levels.count // 2, 20
        while (found := halves.ask(level, 0, steps)) is UNDECIDED:
            steps, later = 2 * steps, later + 1
        alone = HalvesAndJoin(instance).ask(level, 0, ENOUGH)
        assert (found is None) == (alone is None), seed
    assert later > 40


@pytest.mark.parametrize("kind", ["sizes", "bounds", "rules", "roles", "all"])
def test_rules_sizes_and_bounds_are_never_broken(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot obey a rule itself it only refutes; SAT, which comes later here, finds what is left."""
    monkeypatch.setattr(LazyTree, "search", reluctant(LazyTree.search))
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)
    decided = 0.0
    for seed in range(60):
        problem = tree_oracle.limited_problem(seed, kind)
        if problem.k != 2:
            continue
        for objective in ("md", "md-ms"):
            result = solve(problem, objective)
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == tree_oracle.best(problem, objective), f"{kind} {seed} {objective}"
            decided += result.figures.get("decided_by_halves", 0)
    assert decided > 0


def test_fronts_and_alternatives_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every compromise and every equal optimum of brute force, and no other, when SAT is slow to answer."""
    monkeypatch.setattr(LazyTree, "search", reluctant(LazyTree.search))
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)
    for seed in range(60):
        problem = two_cluster_problem(seed)
        values = {labels: oracle.value(problem, labels, "md-ms") for labels in oracle.clusterings(problem)}
        found = find_alternatives(problem, "md-ms", limit=10_000)
        best = {labels for labels, value in values.items() if value == min(values.values())}
        assert {tuple(one.solution.labels.tolist()) for one in found.found} == best and found.complete, seed
        pairs = {oracle_levels(problem, labels) for labels in values}
        steps = {a for a in pairs if not any(b != a and b[0] <= a[0] and b[1] >= a[1] for b in pairs)}
        front = pareto_front(problem)
        assert front.complete and len(front.points) == len(steps), seed
