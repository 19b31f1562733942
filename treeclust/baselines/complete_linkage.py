"""Agglomerative clustering with complete linkage: a greedy way to small diameters, without links and without a tree."""

from __future__ import annotations

from treeclust.baselines.answer import Baseline, Clustering
from treeclust.problem import Problem
from treeclust.result import Status
from treeclust.stop import Stop
from treeclust.tree import flat_solution


def complete_linkage(problem: Problem, seed: int, stop: Stop, seconds: float) -> Clustering:
    from sklearn.cluster import AgglomerativeClustering

    found = AgglomerativeClustering(problem.k, metric=problem.metric, linkage="complete")
    return Clustering(Status.FEASIBLE, flat_solution(found.fit_predict(problem.dataset.scaled)).labels)


BASELINE = Baseline("complete-linkage", "Complete linkage", "k clusters; ignores the links", complete_linkage)
