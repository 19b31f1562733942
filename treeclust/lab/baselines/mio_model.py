"""The mixed-integer model itself: variables, and one function per group of constraints, in the paper's letters.

Left, as in the paper, are rows with a·x < b, right those with a·x ≥ b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import squareform

from treeclust.core.dataset import SCALE
from treeclust.core.problem import Problem
from treeclust.core.stop import Stop

LEAST_ROWS = 1
"""N_min: rows at each active leaf."""
LEAST_GAP, MOST_GAP = 1e-4, 1.0
"""ε_s lies between these: SCIP's own tolerance is 1e-6."""
FAR = 1.1
"""Above every distance. Distances count in units of the largest, which changes no silhouette: in units of 0 to 100, or
with bounds on the largest itself, rounding in SCIP's presolving cut off true solutions."""
FEW_ROWS = 50
"""Up to so many rows the products for the mean distances are written as linear constraints; for more they would not fit
into memory, and no such model has been solved to the end anyway."""
Variables = list[Any]


@dataclass(frozen=True, eq=False)
class Mio:
    """Variables by the paper's letters; lists are indexed by row i, leaf or node t, feature j."""

    model: Any
    add: Callable[[Any], Any]
    stop: Stop
    problem: Problem
    distance: NDArray[np.float64]
    s: Variables
    q: Variables
    r: Variables
    m: Variables
    gamma: list[Variables]
    c: list[Variables]
    z: list[Variables]
    size: Variables
    a: list[Variables]
    d: Variables
    b: Variables
    active: Variables

    @property
    def depth(self) -> int:
        assert self.problem.depth is not None
        return self.problem.depth

    @property
    def rows(self) -> range:
        return range(self.problem.n)

    @property
    def leaves(self) -> range:
        return range(2**self.depth)

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every row and leaf; large models take long to write down, so the time limit counts here, too."""
        for i in self.rows:
            if self.stop():
                raise OutOfTime
            yield from ((i, t) for t in self.leaves)

    def product(self, choice: Any, number: Any) -> Any:
        """choice · number for a 0/1 choice and a number from 0 to FAR, as exact linear constraints: with general
        products SCIP 10 called four of eighty tiny models solved at a value below the optimum."""
        made = self.model.addVar(lb=0, ub=FAR)
        self.model.addCons(made <= FAR * choice)
        self.model.addCons(made <= number)
        self.model.addCons(made >= number - FAR * (1 - choice))
        return made

    def ancestors(self, leaf: int) -> Iterator[tuple[int, bool]]:
        """The nodes above a leaf (from 0), and whether the leaf is to the right of each."""
        node = leaf + len(self.leaves)
        while node > 1:
            yield node // 2 - 1, node % 2 == 1
            node //= 2


class OutOfTime(Exception):
    """The time was up before the model was written down."""


Family = Callable[[Mio], None]
FAMILIES: list[Family] = []


def family(function: Family) -> Family:
    FAMILIES.append(function)
    return function


def new_model(model: Any, add: Callable[[Any], Any], stop: Stop, problem: Problem) -> Mio:
    """The variables; `add` is SCIP's own sum. s is kept in [-1, 1]: the product leaves it open where q = r = 0."""
    assert problem.depth is not None
    n, leaves, nodes = problem.n, 2**problem.depth, 2**problem.depth - 1
    distance = squareform(problem.distances / problem.distances.max())

    def numbers(count: int, low: float, high: float) -> Variables:
        return [model.addVar(lb=low, ub=high) for _ in range(count)]

    def choices(count: int) -> Variables:
        return [model.addVar(vtype="B") for _ in range(count)]

    return Mio(
        model, add, stop, problem, distance,
        s=numbers(n, -1, 1), q=numbers(n, 0, FAR), r=numbers(n, 0, FAR), m=numbers(n, 0, FAR),
        gamma=[choices(leaves) for _ in range(n)], c=[numbers(leaves, 0, FAR) for _ in range(n)],
        z=[choices(leaves) for _ in range(n)], size=numbers(leaves, 0, n),
        a=[choices(len(problem.dataset.features)) for _ in range(nodes)], d=choices(nodes),
        b=numbers(nodes, 0, SCALE), active=choices(leaves),
    )  # fmt: skip


@family
def silhouette(m: Mio) -> None:
    # s_i m_i = q_i - r_i      m_i >= q_i      m_i >= r_i
    for i in m.rows:
        m.model.addCons(m.s[i] * m.m[i] == m.q[i] - m.r[i])
        m.model.addCons(m.m[i] >= m.q[i])
        m.model.addCons(m.m[i] >= m.r[i])


@family
def no_larger_than_the_larger(m: Mio) -> None:
    """Ours: as printed, m_i may be as large as it likes, and a negative silhouette shrinks towards 0."""
    # m_i <= q_i  or  m_i <= r_i
    for i in m.rows:
        either = m.model.addVar(vtype="B")
        m.model.addCons(m.m[i] <= m.q[i] + FAR * either)
        m.model.addCons(m.m[i] <= m.r[i] + FAR * (1 - either))


@family
def another_cluster(m: Mio) -> None:
    # q_i = sum_t gamma_it c_it      sum_t gamma_it = 1      gamma_it <= 1 - z_it      gamma_it <= K_t
    for i in m.rows:
        m.model.addCons(m.q[i] == sum(m.product(m.gamma[i][t], m.c[i][t]) for t in m.leaves))
        m.model.addCons(sum(m.gamma[i]) == 1)
    for i, t in m.pairs:
        m.model.addCons(m.gamma[i][t] <= 1 - m.z[i][t])
        m.model.addCons(m.gamma[i][t] <= m.size[t])


@family
def the_nearest_other(m: Mio) -> None:
    """Ours: as printed, a row may choose the farthest cluster as its second closest, which looks better."""
    # q_i <= c_it  unless leaf t is the row's own or empty
    for i, t in m.pairs:
        m.model.addCons(m.q[i] <= m.c[i][t] + FAR * (m.z[i][t] + 1 - m.active[t]))


@family
def own_cluster(m: Mio) -> None:
    # r_i = sum_t c_it z_it
    for i in m.rows:
        m.model.addCons(m.r[i] == sum(m.product(m.z[i][t], m.c[i][t]) for t in m.leaves))


@family
def mean_distances(m: Mio) -> None:
    # c_it K_t = sum_j z_jt |x_i - x_j|      K_t = sum_i z_it, and so c_it K_t = sum_j z_jt c_it
    for i, t in m.pairs:
        total = m.add(m.z[j][t] * float(m.distance[i, j]) for j in m.rows)
        if m.problem.n <= FEW_ROWS:
            m.model.addCons(m.add(m.product(m.z[j][t], m.c[i][t]) for j in m.rows) == total)
        else:
            m.model.addCons(m.c[i][t] * m.size[t] == total)
    for t in m.leaves:
        m.model.addCons(m.size[t] == m.add(m.z[i][t] for i in m.rows))


@family
def branching(m: Mio) -> None:
    # sum_j a_jt = d_t      0 <= b_t <= 100 d_t      d_t <= d_p(t)
    for t, features in enumerate(m.a):
        m.model.addCons(sum(features) == m.d[t])
        m.model.addCons(m.b[t] <= SCALE * m.d[t])
        if t:
            m.model.addCons(m.d[t] <= m.d[(t + 1) // 2 - 1])


@family
def active_leaves(m: Mio) -> None:
    # z_it <= l_t      sum_i z_it >= N_min l_t      sum_t z_it = 1
    for i, t in m.pairs:
        m.model.addCons(m.z[i][t] <= m.active[t])
    for t in m.leaves:
        m.model.addCons(m.add(m.z[i][t] for i in m.rows) >= LEAST_ROWS * m.active[t])
    for i in m.rows:
        m.model.addCons(sum(m.z[i]) == 1)


@family
def routes(m: Mio) -> None:
    # right of node v:  a_v x_i >= b_v - 100 (1 - z_it)
    # left of node v:   a_v x_i + eps_s <= b_v + (100 + eps_s)(1 - z_it)
    scaled, gap = m.problem.dataset.scaled, least_gap(m.problem)
    for i, t in m.pairs:
        for node, right in m.ancestors(t):
            value = m.add(a * float(x) for a, x in zip(m.a[node], scaled[i], strict=True))
            if right:
                m.model.addCons(value >= m.b[node] - SCALE * (1 - m.z[i][t]))
            else:
                m.model.addCons(value + gap <= m.b[node] + (SCALE + gap) * (1 - m.z[i][t]))


@family
def links(m: Mio) -> None:
    # must-link:    z_it = z_jt
    # cannot-link:  sum_t (z_it - z_jt)^2 >= 1
    for link in m.problem.links.must:
        for t in m.leaves:
            m.model.addCons(m.z[link.a][t] == m.z[link.b][t])
    for link in m.problem.links.cannot:
        apart = ((m.z[link.a][t] - m.z[link.b][t]) for t in m.leaves)
        m.model.addCons(sum(one * one for one in apart) >= 1)


def least_gap(problem: Problem) -> float:
    """ε_s: less than the gap between any two different values of a feature."""
    steps = np.concatenate([np.diff(np.unique(column)) for column in problem.dataset.scaled.T])
    return float(np.clip(steps.min() / 2, LEAST_GAP, MOST_GAP))
