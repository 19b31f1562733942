"""The Pareto front against brute force."""

from __future__ import annotations

from tests.each import each
from tests.oracle import clusterings, random_problem, value
from treeclust.ask.pareto import pareto_front
from treeclust.core.problem import Problem

Pair = tuple[int, int]


def brute_force(problem: Problem) -> list[Pair]:
    """Every (λ⁻, λ⁺) that no other clustering beats in one and equals or beats in the other."""
    pairs = set()
    for labels in clusterings(problem):
        minus = value(problem, labels, "md")
        pairs.add((minus, minus - value(problem, labels, "md-ms")))
    return sorted(p for p in pairs if not any(q != p and q[0] <= p[0] and q[1] >= p[1] for q in pairs))


@each(400)
def test_equals_brute_force(seed):
    """Same pairs of classes, none missing and none too many, with links and without, trees and flat clusters."""
    problem = random_problem(seed, most_depth=2)
    front = pareto_front(problem)
    classes = problem.classes
    found = [(classes.lambda_minus(p.measures.md), classes.lambda_plus(p.measures.ms)) for p in front.points]
    assert front.complete
    assert found == brute_force(problem)


def test_points_arrive_as_they_are_found_and_a_stop_is_honest():
    """Stopping after the first point leaves a front that does not claim to be complete."""
    problem = next(p for p in map(random_problem, range(100)) if len(brute_force(p)) > 2)
    seen = []
    front = pareto_front(problem, stop=lambda: bool(seen), on_point=seen.append)
    assert not front.complete
    assert len(seen) == len(front.points) >= 1


def test_the_papers_choice_is_the_least_difference():
    """It is marked on the front."""
    problem = random_problem(4, flat=False)
    front = pareto_front(problem)
    values = [point.measures.value for point in front.points]
    assert values[front.papers_choice] == min(values)
