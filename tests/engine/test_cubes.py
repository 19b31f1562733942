"""Cubes on the root split: together they are the whole question."""

from __future__ import annotations

from tests import oracle as brute_force
from tests.each import each
from treeclust.core.progress import Silent
from treeclust.core.stop import never
from treeclust.engine.bounds.farthest_first import lower_level
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.cube_and_conquer import CubeAndConquer
from treeclust.engine.search.cubes import Cube, halves, root_cubes
from treeclust.objectives import objective_named
from treeclust.solvers import make_solver

PLENTY = 10**6


@each(120)
def test_pieces_together_answer_the_question(seed: int) -> None:
    """At the optimal level some piece has a clustering, one level below none has, as brute force says."""
    problem = brute_force.random_problem(seed, flat=False)
    status, value = brute_force.best(problem, "md")
    instance = prepare(problem)
    if instance.contradiction or not len(instance.features):
        assert status == "infeasible" or instance.points == 1
        return
    top, low = instance.levels.count, lower_level(instance, -1.0)
    oracle = CubeAndConquer(
        TreeFormula(instance, make_solver(), low, top, False),
        Incumbent(instance, objective_named("md"), Silent(never)),
    )
    oracle.formula.activate([0])
    if status == "infeasible":
        assert oracle.conquer(top, 0, PLENTY) is None
        return
    assert value is not None
    assert isinstance(oracle.conquer(value - 1, 0, PLENTY), Check)
    if value - 2 >= low:
        assert oracle.conquer(value - 2, 0, PLENTY) is None


def test_pieces_and_their_halves_leave_no_split_out() -> None:
    """Every threshold of every feature lies in exactly one piece, however often pieces are halved."""
    instance = prepare(brute_force.random_problem(3, flat=False))
    pieces = root_cubes(instance)
    for _ in range(4):
        splits = [(cube.feature, rank) for cube in pieces for rank in range(cube.lowest, cube.highest + 1)]
        assert sorted(splits) == [(j, r) for j, most in enumerate(instance.ranks.max(axis=0)) for r in range(most)]
        pieces = [half for cube in pieces for half in halves(cube)]
    assert halves(Cube(0, 2, 2)) == [Cube(0, 2, 2)]
