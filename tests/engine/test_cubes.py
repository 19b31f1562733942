"""Cubes on the root split: together they are the whole question."""

from __future__ import annotations

import pytest

from tests import oracle
from treeclust.engine.cubes import conquer, root_cubes
from treeclust.engine.ground import prepare
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.lazy import LazyTree
from treeclust.engine.start import lower_level
from treeclust.engine.tree_formula import TreeFormula
from treeclust.objectives import objective_named
from treeclust.progress import Silent
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import never


@pytest.mark.parametrize("seed", range(120))
def test_pieces_together_answer_the_question(seed: int) -> None:
    """At the optimal level some piece has a clustering, one level below none has, as brute force says."""
    problem = oracle.random_problem(seed, flat=False)
    status, value = oracle.best(problem, "md")
    ground = prepare(problem)
    if ground.contradiction or not len(ground.features):
        assert status == "infeasible" or ground.points == 1
        return
    top, low = ground.levels.count, lower_level(ground, -1.0)
    asker = LazyTree(
        TreeFormula(ground, PysatBackend(), low, top, False), Incumbent(ground, objective_named("md"), Silent(never))
    )
    asker.formula.activate([0])
    cubes = root_cubes(ground, pieces=2)
    if status == "infeasible":
        assert conquer(asker, cubes, top, 0) is None
        return
    assert value is not None
    assert conquer(asker, cubes, value - 1, 0) is not None
    if value - 2 >= low:
        assert conquer(asker, cubes, value - 2, 0) is None
