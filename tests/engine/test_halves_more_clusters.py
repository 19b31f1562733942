"""Halves and join with three or more clusters, against brute force."""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests import oracle, tree_oracle
from tests.engine.reluctant import reluctant
from treeclust.ask.solve import solve
from treeclust.core.decision import UNDECIDED
from treeclust.core.problem import Problem
from treeclust.engine.halves import coloured, coloured_sets
from treeclust.engine.halves.halves_and_join import HalvesAndJoin
from treeclust.engine.instance.checks import check_tree
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.halves_stage import HalvesStage
from treeclust.engine.search.lazy_tree import LazyTree

PROBLEMS = int(os.environ.get("TREECLUST_MORE_CLUSTERS_PROBLEMS", "300"))
"""All 2,000 take some 20 s of processor time: set the variable."""
ENOUGH = 10**9


def some_problems(count: int) -> list[Problem]:
    """With three or four clusters."""
    found: list[Problem] = []
    seed = 0
    while len(found) < count:
        problem = oracle.random_problem(seed, flat=False)
        if problem.k > 2:
            found.append(problem)
        seed += 1
    return found


def oracle_levels(problem: Problem, labels: tuple[int, ...]) -> tuple[int, int]:
    return oracle.value(problem, labels, "md") - 1, -oracle.value(problem, labels, "ms")


def test_every_refutation_and_every_tree_is_right() -> None:
    """Questions in any order, without SAT: a refutation means that no clustering of brute force keeps the levels; a
    tree keeps them, links included, unless a cluster is empty, which is not its matter."""
    refuted = found = short = 0
    for number, problem in enumerate(some_problems(PROBLEMS)):
        instance = prepare(problem)
        if instance.contradiction:
            continue
        halves = HalvesAndJoin(instance)
        known = [oracle_levels(problem, labels) for labels in oracle.clusterings(problem)]
        questions = [(md, ms) for md in range(-1, instance.levels.count + 1) for ms in instance.split_levels]
        for place in np.random.default_rng(number).permutation(len(questions))[:8].tolist():
            md_level, ms_level = questions[place]
            tree = halves.ask(md_level, ms_level, ENOUGH)
            exists = any(md <= md_level and ms >= ms_level for md, ms in known)
            assert tree is not UNDECIDED
            if tree is None:
                assert not exists, f"problem {number}, {md_level}, {ms_level}"
                refuted += 1
                continue
            check = check_tree(instance, tree, True, 1)
            assert not len(check.torn) and not len(check.clashing)
            short += bool(check.missing)
            if not check.missing:
                assert exists and check.keeps(md_level, ms_level), f"problem {number}, {md_level}, {ms_level}"
                found += 1
    assert refuted > PROBLEMS and found > PROBLEMS // 3 and short > 0


def test_few_steps_and_small_sets_prove_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that runs out is taken up again; a set that is full leaves its root undecided, and refutes nothing."""
    later = full = 0
    for number, problem in enumerate(some_problems(60)):
        instance = prepare(problem)
        if instance.contradiction:
            continue
        level = instance.levels.count // 2
        alone = HalvesAndJoin(instance).ask(level, 0, ENOUGH)
        halves, steps = HalvesAndJoin(instance), 20
        while (found := halves.ask(level, 0, steps)) is UNDECIDED:
            steps, later = 2 * steps, later + 1
        assert (found is None) == (alone is None), number
        with monkeypatch.context() as patched:
            patched.setattr(coloured, "MOST", 1)
            patched.setattr(coloured, "new_coloured_set", lambda words: coloured_sets.new_coloured_set(words, 1))
            found = HalvesAndJoin(instance).ask(level, 0, ENOUGH)
        full += found is UNDECIDED
        assert found is UNDECIDED or (found is None) == (alone is None), number
    assert later > 20 and full > 5


@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_with_sat_that_is_slow_to_answer(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a stage of the search: the answers of brute force, some of them its own."""
    monkeypatch.setattr(LazyTree, "search", reluctant(LazyTree.search))
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)
    decided = 0.0
    for number, problem in enumerate(some_problems(120)):
        result = solve(problem, objective)
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective), f"problem {number}"
        decided += result.figures.get("decided_by_halves", 0)
    assert decided > 40


@pytest.mark.parametrize("kind", ["sizes", "bounds", "rules", "roles", "all"])
def test_rules_sizes_and_bounds_are_never_broken(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where every level is asked about: it only refutes what cannot be, and takes no tree that breaks a rule."""
    monkeypatch.setattr(LazyTree, "search", reluctant(LazyTree.search))
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)
    every = property(lambda stage: True, lambda stage, value: None)
    monkeypatch.setattr(HalvesStage, "for_every_level", every, raising=False)
    decided = 0.0
    for seed in range(60):
        problem = tree_oracle.limited_problem(seed, kind)
        if problem.k > 2:
            result = solve(problem, "md")
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == tree_oracle.best(problem, "md"), f"{kind} {seed}"
            decided += result.figures.get("decided_by_halves", 0)
    assert decided > 0
