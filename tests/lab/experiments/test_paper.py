"""The paper's numbers, as they are shipped."""

from __future__ import annotations

import pytest

from treeclust.lab.bench.plan import SHAPES
from treeclust.lab.experiments import paper


def test_the_figure_follows_from_the_table():
    """All 20 points and 5 bars come out of Table 1, with Chainlink at 0.99 to 1 and always feasible, as drawn."""
    others = [name for name in SHAPES if name != "chainlink"]
    for (objective, method, kappa), drawn in paper.drawn().items():
        cells = [paper.by_links()[name, kappa, objective, method][1].ari for name in others]
        known = [ari for ari in cells if ari is not None]
        assert 0.99 <= round((len(known) + 1) * drawn - sum(known), 6) <= 1
    for kappa, drawn in paper.drawn_bars().items():
        feasible = [paper.by_links()[name, kappa, "md-ms", "tree"][1].feasible for name in others]
        assert (20 + sum(feasible)) / 220 == pytest.approx(drawn, abs=0.006)


def test_every_dataset_has_every_cell():
    """11 datasets × 5 κ × 2 objectives × 2 methods, and three depths for each of the datasets."""
    assert len(paper.by_links()) == 11 * 5 * 2 * 2
    assert len(paper.by_depth()) == 11 * 3
    assert {name for name, *_ in paper.by_links()} == set(SHAPES)
    assert all((name, SHAPES[name][1]) in paper.by_depth() for name in SHAPES)


def test_the_depth_of_a_cell_counts():
    """Table 1 says nothing about trees of another depth; Table 2 does, at κ = 0.5 under [MD, MS]."""
    assert paper.printed("iris", 0.25, "md", "tree", 3).ari == 0.81
    assert paper.printed("iris", 0.25, "md", "tree", 4) is paper.NOTHING
    assert paper.printed("iris", 0.5, "md-ms", "tree", 4).ari == 0.88
    assert paper.printed("target", 0.1, "md", "tree", 4).seconds == 18.8
    assert paper.printed("chainlink", 0.0, "md-ms", "flat", None).ari == 1
    assert paper.printed_ablation("wingnut", False, 0.0).clauses == 3449740.4
