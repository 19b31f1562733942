"""Labels, profiles, progress and escaping."""

from __future__ import annotations

import csv
import io
import json
import time
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeclust.core.codec import from_json
from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.progress import Progress
from treeclust.core.result import Choice, Measures, Result, Status
from treeclust.core.tree import Solution, Tree
from treeclust.views.escape import csv_cell, is_formula, markdown_text
from treeclust.views.export_json import result_json
from treeclust.views.export_labels import labels_csv, safe_csv
from treeclust.views.profiles import FeatureProfile, cluster_profiles, profile_figure
from treeclust.views.progress_chart import progress_lines, progress_svg


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", "\rx"])
def test_formulas_are_defused(cell):
    """A cell that a spreadsheet would run gets an apostrophe."""
    assert csv_cell(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["-2.5", "+3", "-1e-05", "plain", ""])
def test_numbers_and_words_stay(cell):
    """Negative numbers are not formulas."""
    assert csv_cell(cell) == cell


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("a;=1+1", "a;'=1+1"),
        ("a\t@SUM(1)", "a\t'@SUM(1)"),
        ("x\r=cmd", "x\r'=cmd"),
        ('a, "=1"', 'a,\' "=1"'),
        ("＝1+1", "'＝1+1"),
        ("\t=1", "'\t'=1"),
        ("tall, -3.5 m; -2", "tall,' -3.5 m; -2"),
        ("2024-05-31 | red-brown", "2024-05-31 | red-brown"),
    ],
)
def test_formulas_behind_any_separator_are_defused(cell, safe):
    """A spreadsheet may cut the cell at a semicolon, a tab or a line end; numbers and inner hyphens stay."""
    assert csv_cell(cell) == safe


@given(st.lists(st.lists(st.text(alphabet="=+-@,;|\t\r\n\" 'a1", max_size=9), min_size=2, max_size=3), max_size=4))
def test_no_reader_finds_a_formula(lines):
    """Whichever sign a reader takes for the separator, no cell begins like a formula."""
    text = safe_csv(lines)
    assert len(list(csv.reader(io.StringIO(text, newline="")))) == len(lines)
    for separator in ",;|\t":
        for line in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert not [cell for cell in line if is_formula(cell)]


def test_defusing_is_linear():
    """A cell as long as any may be, of whatever it looks for."""
    start = time.process_time()
    for sign in ("\t", " ", '"', ",=", "-", "=\r", "1e", "1", "1.", "1 "):
        for start_with in ("", "+", "-1e", "+."):
            csv_cell(start_with + (sign * 131_072)[:131_072] + "x")
    assert time.process_time() - start < 2


def test_labels_csv_is_safe_in_every_cell_and_keeps_file_rows():
    """Header, id, cluster name: all defused; row numbers are those of the file."""
    dataset = Dataset((Feature("=evil", -1.0, 5.0),), np.array([[-1.0], [5.0]]), np.array([3, 7]), ("@a", "b"))
    rows = list(csv.reader(io.StringIO(labels_csv(dataset, np.array([0, 1]), {0: "+x"}))))
    assert rows[0] == ["row", "id", "cluster", "cluster name", "'=evil"]
    assert rows[1] == ["3", "'@a", "1", "'+x", "-1"]
    assert rows[2] == ["7", "b", "2", "Cluster 2", "5"]


def test_json_holds_the_answer_the_names_and_the_rules(dataset, tree):
    """What programs read: status, labels, the tree in original units, names as edited, and rules with their sizes."""
    labels = tree.predict(dataset.values)
    measures = Measures(4.5, 2.0, 3, (0, 1), (1, 2), (), ())
    result = Result(Status.OPTIMAL, "md", "fast", "1", 0.5, 0.1, Solution(labels, tree), measures, 4.5)
    read = json.loads(result_json(result, {1: "wide <ones>"}, tree, dataset))
    assert (read["status"], read["md"], read["ms"]) == ("optimal", 4.5, 2.0)
    assert read["labels"] == labels.tolist()
    again = from_json(Tree, read["tree"], dataset.features)
    assert again.predict(dataset.values).tolist() == labels.tolist()
    assert read["cluster_names"] == {"0": "Cluster 1", "1": "wide <ones>", "2": "Cluster 3"}
    assert [(rule["cluster"], rule["size"]) for rule in read["rules"]] == [(0, 2), (1, 2), (2, 2)]
    assert read["rules"][0]["conditions"] == ["size ≤ 3.5"]
    turned = json.loads(result_json(result, {2: "first"}, tree.relabelled({0: 2, 1: 0, 2: 1}), dataset))
    assert turned["labels"] == [{0: 2, 1: 0, 2: 1}[label] for label in labels]
    assert from_json(Tree, turned["tree"], dataset.features).predict(dataset.values).tolist() == turned["labels"]
    assert turned["cluster_names"]["2"] == "first"
    nothing = json.loads(result_json(Result(Status.UNKNOWN, "md", "fast", "1", 0.5), {}, None, dataset))
    assert nothing["tree"] is None and nothing["cluster_names"] == {}


def test_json_says_how_the_answer_was_chosen(dataset, tree):
    """Preference, seed, slack, leaves and whether they are proved fewest, sum of squares, and the proved diameter."""
    choice = Choice("compact", 3, 5.0, 3, True, 123.5, False, 4.25)
    measures = Measures(4.5, 2.0, 3, (0, 1), (1, 2), (), ())
    solution = Solution(tree.predict(dataset.values), tree)
    result = Result(Status.OPTIMAL, "md", "fast", "1", 0.5, 0.1, solution, measures, 4.25, choice=choice)
    read = json.loads(result_json(result, {}, tree, dataset))
    assert {name: read[name] for name in asdict(choice)} == asdict(choice)


def test_a_profile_names_its_features_in_full(dataset, tree):
    """A name too long for its place is cut with an ellipsis, and pointing at it shows all of it."""
    long = replace(dataset.features[0], column="the size of it, measured across the widest place")
    wide = replace(dataset, features=(long, *dataset.features[1:]))
    profile = cluster_profiles(wide, tree.predict(dataset.values), {})[0]
    named = {a.hovertext: a.text for a in profile_figure(profile).layout.annotations if a.hovertext}
    assert set(named) == {feature.name for feature in wide.features}
    assert named[long.name].endswith("…") and long.name.startswith(named[long.name][:-1])


def test_markdown_of_a_name_is_only_text():
    """Images, links, colours and icons cannot be written in a column name."""
    escaped = markdown_text("![x](http://e) :red[y] $z$ <b>")
    for sign in "![](:$<":
        assert f"\\{sign}" in escaped


def test_profiles_put_the_unusual_first(dataset, tree):
    """The feature whose mean differs most from the whole, in standard deviations, leads; sizes add up."""
    labels = tree.predict(dataset.values)
    profiles = cluster_profiles(dataset, labels, {})
    assert sum(p.size for p in profiles) == dataset.n
    for p in profiles:
        shifts = [abs(f.shift) for f in p.striking]
        assert shifts == sorted(shifts, reverse=True)
        rows = dataset.values[labels == p.cluster]
        assert [f.mean for f in p.features] == pytest.approx(rows.mean(axis=0).tolist())
    assert profile_figure(profiles[0]).data


def test_profiles_say_their_figures():
    """Mean and range with as many digits as tell something, days of dates, and of yes-or-no columns the share."""

    def words(kind, low, high, *values):
        feature = Feature("it", low, high, kind)
        return FeatureProfile(feature, min(values), sum(values) / len(values), max(values), 0.0, 0.0).figures

    assert words(FeatureKind.NUMBER, 0.1, 2.5, 0.1, 0.25, 1.3) == "0.55 (0.1 to 1.3)"
    assert words(FeatureKind.NUMBER, 3000, 6000, 3425, 5000) == "4212 (3425 to 5000)"
    assert words(FeatureKind.NUMBER, 3, 8, 8, 8) == "8"
    assert words(FeatureKind.DATE, 0, 100, 0, 1) == "1970-01-01 (1970-01-01 to 1970-01-02)"
    assert words(FeatureKind.BOOLEAN, 0, 1, 0, 1, 1, 1) == "75% yes"


def test_progress_steps_hold_until_the_next_value():
    """The incumbent's line is a staircase; the bound's begins where there is one."""
    history = [
        Progress("a", 0.0),
        Progress("a", 1.0, md=9.0),
        Progress("a", 3.0, md=5.0, md_lower_bound=2.0),
    ]
    assert progress_lines(history) == ([(1.0, 9.0), (3.0, 9.0), (3.0, 5.0)], [(3.0, 2.0)])
    assert progress_svg(history).count("<polyline") == 2
    assert "<polyline" not in progress_svg([])
