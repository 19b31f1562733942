"""Cubes on the root split: together they are the whole question."""

from __future__ import annotations

from tests import oracle
from tests.each import each
from treeclust.engine.checks import Check
from treeclust.engine.conquest import Conquest
from treeclust.engine.cubes import Cube, halves, root_cubes
from treeclust.engine.ground import prepare
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.start import lower_level
from treeclust.engine.tree_formula import TreeFormula
from treeclust.objectives import objective_named
from treeclust.progress import Silent
from treeclust.solvers.pysat_backend import PysatBackend
from treeclust.stop import never

PLENTY = 10**6


@each(120)
def test_pieces_together_answer_the_question(seed: int) -> None:
    """At the optimal level some piece has a clustering, one level below none has, as brute force says."""
    problem = oracle.random_problem(seed, flat=False)
    status, value = oracle.best(problem, "md")
    ground = prepare(problem)
    if ground.contradiction or not len(ground.features):
        assert status == "infeasible" or ground.points == 1
        return
    top, low = ground.levels.count, lower_level(ground, -1.0)
    asker = Conquest(
        TreeFormula(ground, PysatBackend(), low, top, False), Incumbent(ground, objective_named("md"), Silent(never))
    )
    asker.formula.activate([0])
    if status == "infeasible":
        assert asker.conquer(top, 0, PLENTY) is None
        return
    assert value is not None
    assert isinstance(asker.conquer(value - 1, 0, PLENTY), Check)
    if value - 2 >= low:
        assert asker.conquer(value - 2, 0, PLENTY) is None


def test_pieces_and_their_halves_leave_no_split_out() -> None:
    """Every threshold of every feature lies in exactly one piece, however often pieces are halved."""
    ground = prepare(oracle.random_problem(3, flat=False))
    pieces = root_cubes(ground)
    for _ in range(4):
        splits = [(cube.feature, rank) for cube in pieces for rank in range(cube.lowest, cube.highest + 1)]
        assert sorted(splits) == [(j, r) for j, most in enumerate(ground.ranks.max(axis=0)) for r in range(most)]
        pieces = [half for cube in pieces for half in halves(cube)]
    assert halves(Cube(0, 2, 2)) == [Cube(0, 2, 2)]
