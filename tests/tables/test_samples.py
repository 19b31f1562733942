"""The sample tables: as committed, as described, and solved as their notes say."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import adjusted_rand_score

from treeclust.ask.solve import solve_question
from treeclust.core.dataset import FeatureKind
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.lab.random_links import random_links
from treeclust.tables.columns import guess_columns, suggest_choice
from treeclust.tables.reading import read_file
from treeclust.tables.samples import FOLDER, SAMPLES, Sample, sample, write_samples
from treeclust.workspace.parameters import BEGIN, Parameters

EXPECTED = {
    "iris": (150, 4, 3), "customers": (300, 7, 4), "wine": (178, 13, 3), "ell_and_blob": (400, 2, 3),
    "target_and_outliers": (770, 2, 6), "two_wings": (1000, 2, 2), "two_rings": (1000, 3, 2),
}  # fmt: skip

every_sample = pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.name)


def test_files_are_made_again_byte_for_byte(tmp_path):
    """What is committed is what the generators write, and nothing else lies beside it."""
    write_samples(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in FOLDER.glob("*.csv")}
    assert made == committed


@every_sample
def test_samples_are_read_without_a_guess(each):
    """Header, separator and encoding are plain, and nothing had to be noted."""
    table = read_file(each.path)
    assert table.notes == ()
    assert (table.header, table.separator, table.encoding) == (True, ",", "utf-8")


@every_sample
def test_samples_have_the_promised_size(each):
    """Rows, feature columns and known labels."""
    data = each.load()
    rows = len(read_file(each.path).frame)
    assert (rows, len({f.column for f in data.features}), len(data.known_names)) == EXPECTED[each.name]
    assert each.k == len(data.known_names) <= 2**each.depth


@every_sample
def test_the_suggested_choice_is_the_guessed_one(each):
    """Who uploads a sample is offered the label and id that the sample picker uses."""
    guessed = suggest_choice(guess_columns(read_file(each.path).frame))
    assert (guessed.label, guessed.id) == (each.label, each.id)


def test_the_readme_says_the_same():
    """Each line of the table agrees with the list in the code."""
    lines = re.findall(r"^\| \[(.+?)\].*$", (FOLDER / "README.md").read_text(), re.MULTILINE)
    assert lines == [each.file for each in SAMPLES]
    for each in SAMPLES:
        rows, features, clusters = EXPECTED[each.name]
        row = (
            f"| [{each.file}]({each.file}) | {rows} | {features} | {clusters} | {each.k} | {each.depth} | {each.note} |"
        )
        assert row in (FOLDER / "README.md").read_text()


@pytest.mark.parametrize(("name", "load"), [("iris", load_iris), ("wine", load_wine)])
def test_known_tables_are_those_of_scikit_learn(name, load):
    """To the last digit."""
    data = sample(name).load()
    np.testing.assert_array_equal(data.values, load().data)
    assert adjusted_rand_score(data.known, load().target) == 1.0


def test_customers_are_what_an_analyst_uploads():
    """An id, text, a date, yes/no, units in the names, and gaps that are refused until a choice is made."""
    each = sample("customers")
    data = each.load()
    assert {feature.kind for feature in data.features} == set(FeatureKind)
    assert data.row_names is not None
    assert data.n == 291
    assert data.row_names[0] == f"C{data.rows[0] + 1:04d}"
    table = read_file(each.path).frame
    assert int(table.isna().sum().sum()) == 9
    assert "Annual spend (EUR)" in table.columns


def test_an_unknown_sample_gets_a_sentence():
    """It lists those that there are."""
    with pytest.raises(InputError, match="choose one of iris, customers, wine"):
        sample("penguins")


# ---- the notes tell the truth about what the app shows


def shown(each: Sample, links: Links | None = None, **changes: Any) -> Result:
    """The answer to the sample's first question, as the app asks it, or with some parameters changed."""
    parameters = Parameters(**{**BEGIN, **each.question, **changes})
    data = each.load()
    problem = Problem(data, links=links or Links(), **parameters.of_problem(data.n))
    return solve_question(Question(problem, parameters.objective, wishes=parameters.wishes))


def agreement(each: Sample, result: Result) -> float:
    """How well the clusters agree with the known labels: 1 is perfect, 0 is chance."""
    assert result.status is Status.OPTIMAL
    return float(adjusted_rand_score(each.load().known, result.solution.labels))


def test_iris_is_told_by_two_tests_on_its_petals():
    """Almost as a botanist would."""
    each = sample("iris")
    result = shown(each)
    conditions = {condition for rule in result.solution.tree.rules() for condition in rule.conditions}
    assert result.choice.leaves == 3
    assert all("Petal" in condition for condition in conditions)
    assert agreement(each, result) > 0.85


def test_customer_segments_are_found():
    """The tree of depth 2 is the segmentation, exceptions and all."""
    each = sample("customers")
    assert agreement(each, shown(each)) == 1.0


def test_the_most_compact_tree_brings_out_the_growers():
    """Without a link; another tree of the same diameter misses them."""
    each = sample("wine")
    compact, first = shown(each), shown(each, prefer="first")
    assert compact.measures.value == first.measures.value
    assert agreement(each, compact) > 0.8
    assert agreement(each, first) < 0.5


def test_one_link_puts_the_foot_together():
    """It is cut in two without a link, and whole with one between its left and its right end."""
    each = sample("ell_and_blob")
    data = each.load()
    foot = np.flatnonzero(data.known == data.known_names.index("foot"))
    left, right = (int(foot[place(data.values[foot, 0])]) for place in (np.argmin, np.argmax))
    assert agreement(each, shown(each)) < 0.6
    assert agreement(each, shown(each, Links.of([Link(left, right, Kind.MUST)]))) == 1.0


def test_a_wide_split_puts_the_cut_into_the_gap_between_the_wings():
    """A tree that takes a few rows across the gap has the same diameter; the one of the widest split takes none."""
    each = sample("two_wings")
    small, wide = shown(each), shown(each, objective="md-ms")
    assert small.measures.md == pytest.approx(wide.measures.md)
    assert agreement(each, small) < 0.9
    assert agreement(each, wide) == 1.0


def test_a_wide_split_finds_the_target():
    """Disc, ring and corners; the ring is wider than the smallest possible diameter, which therefore cuts it."""
    each = sample("target_and_outliers")
    wide, small = shown(each), shown(each, objective="md")
    assert agreement(each, wide) == 1.0
    assert small.measures.md < wide.measures.md - 1.0


def test_rings_defeat_a_shallow_tree():
    """With many links no tree of the suggested depth is left."""
    each = sample("two_rings")
    assert shown(each, random_links(each.load().known, 0.5, 1)).status is Status.INFEASIBLE
