"""Agglomerative clustering with complete linkage: a greedy way to small diameters, without links and without a tree."""

from __future__ import annotations

from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import flat_solution
from treeclust.lab.baselines.answer import Baseline, Clustering


def complete_linkage(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    from sklearn.cluster import AgglomerativeClustering

    found = AgglomerativeClustering(problem.k, metric=problem.metric, linkage="complete")
    return Clustering(Status.FEASIBLE, flat_solution(found.fit_predict(problem.points)).labels)


BASELINE = Baseline("complete-linkage", "Complete linkage", "k clusters; ignores the links", complete_linkage)
