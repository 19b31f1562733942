"""The lazy search watched through a SAT solver that answers by script."""

from __future__ import annotations

import pytest

from tests.solvers.scripted import ScriptedBackend
from treeclust.core.dataset import Dataset
from treeclust.core.decision import UNDECIDED
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent
from treeclust.core.stop import never
from treeclust.engine.bounds.incumbent import Incumbent, OutOfTime
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.objectives import objective_named


def lazy_tree(sat: ScriptedBackend, stop=never) -> LazyTree:
    """Four rows on a line, two clusters, one test; nothing is active yet."""
    instance = prepare(Problem(Dataset.from_array([[0.0], [1.0], [8.0], [10.0]]), 2, 1, epsilon=0.0))
    formula = TreeFormula(instance, sat, 0, instance.levels.count, False)
    return LazyTree(formula, Incumbent(instance, objective_named("md"), Silent(stop)))


def test_no_answer_within_the_effort_is_undecided_and_costs_the_effort():
    """The solver is given what is left of the budget, and the question stays open."""
    sat = ScriptedBackend([None])
    assert lazy_tree(sat).search(0, 0, 500) is UNDECIDED
    assert [most for _, most in sat.asked] == [500]


def test_a_refutation_that_names_no_level_holds_for_every_level():
    """A core without a guard of the diameter: no diameter would have helped."""
    sat = ScriptedBackend([frozenset()])
    search = lazy_tree(sat)
    assert search.search(0, 0, 500) is None and search.whatever_level


def test_a_refutation_that_rests_on_the_level_says_so():
    """The guard that was assumed is in the core."""
    sat = ScriptedBackend([])
    search = lazy_tree(sat)
    search.formula.activate([0, 3])
    (guard,) = search.formula.assume(0, 0)
    sat.script = [frozenset([guard])]
    assert search.search(0, 0, 500) is None and not search.whatever_level


def test_a_tree_that_fails_on_other_rows_makes_them_active_and_is_asked_again():
    """The model knows no row, so its tree puts all rows into one cluster; rows that break something come into play."""
    sat = ScriptedBackend([])
    search = lazy_tree(sat)
    everything_left = [-(v + 1) for v in range(search.formula.variables)]
    sat.script = [everything_left, frozenset()]
    before = len(search.formula.active)
    assert search.search(0, 0, 500) is None
    assert len(sat.asked) == 2 and len(search.formula.active) > before


def test_a_stop_leaves_at_once():
    """What was found stays with the incumbent; the search unwinds."""
    with pytest.raises(OutOfTime):
        lazy_tree(ScriptedBackend([None]), stop=lambda: True).search(0, 0, 500)
