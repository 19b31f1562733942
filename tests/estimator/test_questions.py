"""What a fitted model answers is what the command line answers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from tests.estimator.same_answers import VERBS, Ask, compare, differences, of_model, printed
from tests.shared import name_of, runs
from treeclust import TreeClust
from treeclust.core.codec import to_json

IRIS = load_iris(as_frame=True).data.iloc[::3].reset_index(drop=True)
IRIS.columns = ["sepal length", "sepal width", "petal length", "petal width"]
FEASIBLE = [(0, 12, "must"), (5, 20, "cannot"), (22, 45, "cannot"), (30, 31, "must")]
CLASH = [(0, 20, "must"), (1, 40, "must"), (0, 1, "cannot"), (20, 21, "cannot"), (2, 45, "must"), (2, 0, "must")]
ASKED = {"n_clusters": 3, "depth": 2, "epsilon": 0.5}
REFERENCE = ("iris-0.0-1-md", "iris-0.1-1-md-ms")


def shown(folder, verb: str, links: list[Any], *options: str) -> Any:
    IRIS.to_csv(folder / "iris.csv", index=False)
    pd.DataFrame(links, columns=["a", "b", "kind", "certainty"][: len(links[0])]).to_csv(
        folder / "links.csv", index=False
    )
    files = [str(folder / "iris.csv"), "--links", str(folder / "links.csv")]
    return printed([verb, *files, "-k", "3", "-d", "2", "--epsilon", "0.5", *options])


CASES: list[tuple[str, list[Any], Ask, tuple[str, ...]]] = [
    ("solve", FEASIBLE, lambda model: model.result_, ()),
    ("solve", CLASH, lambda model: model.result_, ()),
    ("pareto", FEASIBLE, lambda model: model.pareto(), ()),
    ("alternatives", FEASIBLE, lambda model: model.alternatives(limit=4), ("--limit", "4")),
    ("price", FEASIBLE, lambda model: model.price(), ()),
    ("suggest", FEASIBLE, lambda model: model.suggest(skip=[(9, 3)]), ("--skip", "3-9")),
    ("explain", FEASIBLE, lambda model: model.explain(), ()),
    ("explain", CLASH, lambda model: model.explain(conflicts=2), ("--conflicts", "2")),
]


@pytest.mark.parametrize(("verb", "links", "ask", "options"), CASES, ids=[f"{c[0]}-{len(c[1])}" for c in CASES])
def test_the_model_gives_what_the_command_line_gives(verb, links, ask, options, tmp_path):
    """Every value of the JSON object but the times."""
    model = TreeClust(**ASKED).fit(IRIS, links=links)
    expected = shown(tmp_path, verb, links, *options)
    assert differences(of_model(ask(model)), expected) == []


@pytest.mark.parametrize("run", [run for run in runs() if name_of(run) in REFERENCE], ids=name_of)
def test_the_reference_runs(run, tmp_path):
    """A sample of what `python -m tests.estimator.same_answers` compares."""
    assert {verb.name: compare(run, verb, 60, tmp_path) for verb in VERBS if verb.gentle(run)} == {
        verb.name: "same" for verb in VERBS if verb.gentle(run)
    }


def test_soft_links_give_what_the_command_line_gives(tmp_path):
    """The column certainty in both; questions then are about the links that were kept."""
    links = [(0, 12, "must", "unsure"), (0, 12, "cannot", "fairly sure"), (5, 20, "cannot", "sure")]
    expected = shown(tmp_path, "solve", links, "--soft")
    model = TreeClust(**ASKED).fit(IRIS, links=pd.DataFrame(links, columns=["a", "b", "kind", "certainty"]))
    assert expected["labels"] == model.labels_.tolist() and expected["status"] == model.status_
    assert expected["broken_weight"] == 1.0 and [one.weight for one in model.broken_links_] == [1.0]
    assert {str(price.link) for price in model.price().prices} == {"0–12 cannot", "5–20 cannot"}


def test_why_gives_what_the_command_line_gives(tmp_path):
    """Paths, parting and moves, in the tree that `solve` shows."""
    expected = shown(tmp_path, "why", FEASIBLE, "--row", "0", "--row", "45")
    model = TreeClust(**ASKED).fit(IRIS, links=FEASIBLE)
    found = json.loads(json.dumps(to_json(model.why(np.int64(0), 45))))
    assert {key: expected[key] for key in found} == found
    assert "Row 0 is in cluster 0" in str(model.why(0))


def test_answers_are_printed_in_the_words_of_the_command_line():
    """So that nobody has to know their fields."""
    model = TreeClust(**ASKED).fit(IRIS, links=FEASIBLE)
    assert str(model.result_).startswith("Optimal within ε")
    assert str(model.tree_).splitlines() == [f"{rule}  ({rule.size} rows)" for rule in model.tree_.rules()]
    assert "Complete front" in str(model.pareto()) and "With all links" in str(model.price())
    assert "clusterings, proved optimal" in str(model.alternatives(2))
    leaves = model.price_leaves()
    assert f"{leaves.prices[0].leaves} leaves: diameter" in str(leaves)
    assert "no sizes, bounds or rules" in str(model.price_rules())
    ruled = TreeClust(**ASKED, min_cluster_size=9).fit(IRIS)
    assert [price.limit.name for price in ruled.price_rules().prices] == ["min_rows"]
    clash = TreeClust(**ASKED).fit(IRIS, links=CLASH)
    assert "No such clustering exists" in str(clash.result_) and "Helps:" in str(clash.explain())
