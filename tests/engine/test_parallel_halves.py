"""Roots of halves and join shared with helpers: the answers of brute force, whoever is slow or lost."""

from __future__ import annotations

import pytest

from tests import oracle, tree_oracle
from tests.engine.crew_here import CrewHere
from tests.engine.reluctant import reluctant
from treeclust.ask.solve import solve
from treeclust.core.decision import UNDECIDED
from treeclust.core.stop import never
from treeclust.engine.halves.halves_and_join import HalvesAndJoin
from treeclust.engine.instance.checks import check_tree
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search import parallel_halves
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.parallel_halves import ParallelHalves, RootsWorker
from treeclust.engine.search.pieces import Outcome, RootsPiece, RootsResult, Work


@pytest.fixture
def spread_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers are called at once and get one root at a time; descent finds nothing."""
    monkeypatch.setattr(parallel_halves, "CALL_FROM", 0)
    monkeypatch.setattr(parallel_halves, "STEPS_PER_PIECE", 1)
    monkeypatch.setattr(parallel_halves, "SECONDS_BETWEEN_LOOKS", 0.0)
    monkeypatch.setattr(LazyTree, "raise_level", lambda tree, low, high, effort: low)
    monkeypatch.setattr(LazyTree, "improve", lambda tree, low: None)


@pytest.mark.usefixtures("spread_everything")
@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_shared_roots_have_the_answers_of_brute_force(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With SAT switched off and helpers lost in the middle: same status and value as the enumeration."""
    monkeypatch.setattr(LazyTree, "search", lambda *question: UNDECIDED)
    settled = lost = 0
    for seed in range(150):
        problem = oracle.random_problem(seed, most_k=2, flat=False).with_(depth=3)
        helpers = CrewHere(problem, objective, seed)
        result = solve(problem, objective, FastEngine(helpers=helpers))
        value = None if result.measures is None else result.measures.value
        assert (str(result.status), value) == oracle.best(problem, objective), f"seed {seed}"
        settled, lost = settled + helpers.settled, lost + helpers.lost
    assert settled > 100 and lost > 30


@pytest.mark.usefixtures("spread_everything")
def test_shared_roots_obey_sizes_rules_and_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that breaks one is no answer, whoever found it; SAT, which comes later here, finds what is left."""
    monkeypatch.setattr(LazyTree, "search", reluctant(LazyTree.search))
    settled = 0
    for seed in range(40):
        problem = tree_oracle.limited_problem(seed, "all")
        if problem.k == 2:
            helpers = CrewHere(problem, "md", seed)
            result = solve(problem, "md", FastEngine(helpers=helpers))
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == tree_oracle.best(problem, "md"), f"seed {seed}"
            settled += helpers.settled
    assert settled > 0


class OneHelper:
    """Settles a piece when it is asked for results; with `deaf`, never. Notes what it was sent."""

    def __init__(self, worker: RootsWorker, deaf: bool) -> None:
        self.worker, self.deaf = worker, deaf
        self.waiting: list[RootsPiece] = []
        self.sent: list[RootsPiece] = []
        self.drops = 0

    def call(self) -> None: ...

    def names(self) -> list[str]:
        return ["helper"]

    def free(self) -> list[str]:
        return ["helper"] if len(self.waiting) < 2 else []

    def send(self, helper: str, piece: Work) -> None:
        assert isinstance(piece, RootsPiece)
        self.waiting.append(piece)
        self.sent.append(piece)

    def heard(self, seconds: float) -> list[Outcome]:
        return list(self.results())

    def results(self) -> list[RootsResult]:
        return [] if self.deaf or not self.waiting else [self.worker.settle(self.waiting.pop(0), never)]

    def drop(self) -> None:
        self.drops += 1


@pytest.mark.usefixtures("spread_everything")
@pytest.mark.parametrize("deaf", [False, True])
def test_nobody_waits_for_a_helper_that_never_answers(deaf: bool) -> None:
    """Every question is decided as by one process; what a deaf helper was sent is settled here, and dropped there."""
    sent = drops = 0
    for seed in range(60):
        instance = prepare(oracle.random_problem(seed, most_k=2, flat=False).with_(depth=3))
        if instance.contradiction:
            continue
        helper = OneHelper(RootsWorker(instance), deaf)
        shared, alone = ParallelHalves(instance, helper, helper.results), HalvesAndJoin(instance)
        for level in range(instance.levels.count - 1, -2, -1):
            found, other = shared.ask(level, 0, 10**9), alone.ask(level, 0, 10**9)
            assert (found is None) == (other is None), f"seed {seed} level {level}"
            assert found is None or check_tree(instance, found, False, 1).keeps(level, 0)
        sent, drops = sent + len(helper.sent), drops + helper.drops
    assert sent > 50 and drops > 0


@pytest.mark.usefixtures("spread_everything")
def test_shared_work_that_runs_out_is_taken_up_again() -> None:
    """With few steps at a time the answer comes later, and is the same."""
    later = 0
    for seed in range(60):
        instance = prepare(oracle.random_problem(seed, most_k=2, flat=False).with_(depth=3))
        if instance.contradiction:
            continue
        helper = OneHelper(RootsWorker(instance), deaf=seed % 2 == 0)
        shared, level, steps = ParallelHalves(instance, helper, helper.results), instance.levels.count // 2, 20
        while (found := shared.ask(level, 0, steps)) is UNDECIDED:
            steps, later = 2 * steps, later + 1
        assert (found is None) == (HalvesAndJoin(instance).ask(level, 0, 10**9) is None), seed
    assert later > 20
