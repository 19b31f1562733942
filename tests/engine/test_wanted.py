"""The wanted tree against brute force: fewest leaves for given clusters, the simplest of all, and compact equals."""

from __future__ import annotations

import numpy as np
import pytest

from tests import oracle, tree_oracle
from treeclust.ask.solve import solve as solve_first
from treeclust.ask.wanted import solve
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.engine.search.fewest_leaves import FewestLeaves

PROBLEMS, CHUNKS = 1_000, 4
PLENTY = 10**9


def fewest_by_brute_force(ranks: np.ndarray, labels: np.ndarray, depth: int) -> int | None:
    """Over all trees, all cuts included."""
    features = range(ranks.shape[1])

    def fewest(rows: tuple[int, ...], depth: int) -> float:
        if len({int(labels[i]) for i in rows}) == 1:
            return 1
        counts = [np.inf]
        for j in features if depth else ():
            for threshold in sorted({int(ranks[i, j]) for i in rows})[:-1]:
                left = tuple(i for i in rows if ranks[i, j] <= threshold)
                right = tuple(i for i in rows if ranks[i, j] > threshold)
                counts.append(fewest(left, depth - 1) + fewest(right, depth - 1))
        return min(counts)

    found = fewest(tuple(range(len(ranks))), depth)
    return None if np.isinf(found) else int(found)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_fewest_leaves_for_given_clusters(chunk: int) -> None:
    """The count is that of brute force, fewer are refuted, and the tree that is built has so many leaves."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        rng = np.random.default_rng(seed)
        n, k, depth = int(rng.integers(3, 10)), int(rng.integers(2, 5)), int(rng.integers(1, 4))
        ranks = rng.integers(0, int(rng.choice([2, 4, 20])), (n, int(rng.integers(1, 4)))).astype(np.int64)
        labels = rng.integers(0, k, n).astype(np.int64)
        if seed % 2:  # clusters that a tree can tell
            labels = (ranks[:, 0] > np.median(ranks[:, 0])) * 1 + (ranks[:, -1] > ranks[:, -1].mean()) * (k - 1)
            labels = (labels % k).astype(np.int64)
        wanted = fewest_by_brute_force(ranks, labels, depth)
        search = FewestLeaves(ranks, labels, depth, k, PLENTY)
        assert search.is_enough(2**depth) is (wanted is not None), seed
        if wanted is not None:
            assert search.least(2**depth) == (wanted, True), seed
            tree = search.tree(wanted, None)
            assert tree is not None and tree.labels(ranks).tolist() == labels.tolist()


def test_too_few_steps_prove_nothing() -> None:
    """Neither that fewer leaves are too few, nor that there is a tree."""
    rng = np.random.default_rng(3)
    search = FewestLeaves(rng.integers(0, 50, (200, 6)), rng.integers(0, 3, 200), 3, 3, 10)
    assert search.least(8) == (8, False) and search.ran_out


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_simple_has_the_fewest_leaves_of_all_trees_of_the_value(objective: str, chunk: int) -> None:
    """Over every clustering of the best value, limits of all kinds among the problems."""
    size = PROBLEMS // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        kind = ("all", "rules", "sizes", "bounds")[seed % 4]
        problem = tree_oracle.limited_problem(seed, kind)
        result = solve(problem, objective, prefer="simple")
        leaves = {
            labels: (oracle.value(problem, labels, objective), count)
            for labels, count in tree_oracle.clusterings(problem).items()
        }
        if problem.is_flat or not leaves:
            assert result.choice is None
            continue
        best = min(leaves.values())
        assert result.choice is not None and result.measures is not None
        assert (result.measures.value, result.choice.leaves, result.choice.simplest) == (*best, True), f"seed {seed}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("objective", ["md", "md-ms"])
def test_preferences_change_neither_value_nor_proof(objective: str, chunk: int) -> None:
    """Compact or first: the value that brute force finds, the fewest leaves for the clusters shown, and never less
    compact than what was found first, leaves counted in."""
    size = 200 // CHUNKS
    for seed in range(chunk * size, (chunk + 1) * size):
        problem = tree_oracle.limited_problem(seed, "bounds" if seed % 2 else "sizes")
        known = tree_oracle.clusterings(problem)
        for prefer in ("compact", "first"):
            result = solve(problem, objective, prefer=prefer)
            assert (str(result.status), None if result.measures is None else result.measures.value) == (
                tree_oracle.best(problem, objective)
            )
            if result.choice is not None and result.labels is not None:
                fewest = known[tuple(result.labels.tolist())]
                assert result.choice.leaves_proved and result.choice.leaves == fewest, f"seed {seed}"


def test_wine_without_links_is_nearly_right() -> None:
    """The most compact of the trees with the proved diameter; the first one found is far from the known labels."""
    from sklearn.datasets import load_wine
    from sklearn.metrics import adjusted_rand_score

    data = load_wine()
    problem = Problem(Dataset.from_array(data.data), 3, 3)
    first, compact = solve_first(problem, "md"), solve(problem, "md")
    assert first.status is compact.status is Status.OPTIMAL
    assert compact.measures.value == first.measures.value
    assert adjusted_rand_score(data.target, first.labels) < 0.5
    assert adjusted_rand_score(data.target, compact.labels) > 0.8


def test_slack_allows_a_wider_diameter_and_no_more() -> None:
    """Within so many per cent of the proved best, which the choice still names."""
    from sklearn.datasets import load_iris

    problem = Problem(Dataset.from_array(load_iris().data), 3, 3)
    strict, loose = (solve(problem, "md", slack=slack) for slack in (0.0, 10.0))
    assert loose.status is Status.OPTIMAL and loose.choice.best_md == pytest.approx(strict.md, abs=0.1)
    assert loose.md <= 1.1 * loose.choice.best_md + 0.1
    assert loose.choice.sum_of_squares < strict.choice.sum_of_squares


@pytest.mark.parametrize(
    ("wishes", "why"),
    [({"prefer": "nice"}, "compact, simple, first"), ({"slack": -1}, "0 to 100"), ({"seed": -1}, "from 0 on")],
)
def test_wishes_that_cannot_be_are_refused(wishes: dict[str, object], why: str) -> None:
    """In one sentence."""
    with pytest.raises(InputError, match=why):
        solve(oracle.random_problem(1, flat=False), "md", **wishes)
