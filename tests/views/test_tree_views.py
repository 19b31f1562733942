"""The tree as boxes, SVG, DOT, rules and code."""

from __future__ import annotations

import re
import sqlite3
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.tree import Leaf, Node, Split, Tree
from treeclust.views.escape import clean_text
from treeclust.views.export_code import python_function, sql_case
from treeclust.views.export_tree import tree_payload
from treeclust.views.node_facts import node_facts
from treeclust.views.palette import cluster_name, colour_of
from treeclust.views.rules import cluster_rules, rules_text
from treeclust.views.tree_dot import tree_dot
from treeclust.views.tree_info import Box, TreeInfo, shorten, tree_info
from treeclust.views.tree_svg import SVG, tree_drawings, tree_svg

EVIL = "a\"b\\c <b>&\n--'; DROP TABLE t; %{x}"


def complete_tree(depth: int) -> Tree:
    features = (Feature("a rather long feature name", 0.0, 1.0),)

    def down(level: int, low: float, high: float) -> Node:
        if level == depth:
            return Leaf(int(low * 2**depth) % 5, 1)
        middle = (low + high) / 2
        return Split(0, middle, down(level + 1, low, middle), down(level + 1, middle, high), 2 ** (depth - level))

    return Tree(down(0, 0.0, 1.0), features)


@pytest.mark.parametrize("depth", [1, 2, 4, 6])
def test_boxes_never_overlap(depth):
    """However deep the tree, Graphviz draws every node, and no two cover each other."""
    root = ET.fromstring(tree_svg(tree_info(complete_tree(depth), np.zeros((1, 1)), {})))
    places = [outline(g) for g in root.iter(f"{{{SVG}}}g") if "node" in g.get("class", "").split()]
    assert len(places) == 2 ** (depth + 1) - 1
    for (left, top, right, bottom), (l2, t2, r2, b2) in combinations(places, 2):
        assert right <= l2 or r2 <= left or bottom <= t2 or b2 <= top


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u200b", "\xa0", "\x00", "\\", "\\n", "&#10;", "\u2028", "\ud800"])
def test_a_name_of_nothing_is_drawn(dataset, tree, name):
    """An empty line in a box would end the process inside Graphviz; a cluster whose name cannot be seen has its own."""
    root = ET.fromstring(tree_svg(tree_info(tree, dataset.values, {0: name, 1: "b"})))
    boxes = [g for g in root.iter(f"{{{SVG}}}g") if "leaf" in g.get("class", "").split()]
    assert all(["".join(text.itertext()).strip() for text in box.iter(f"{{{SVG}}}text")] for box in boxes)
    assert cluster_name(0, {0: name}) == ("Cluster 1" if not name.strip("\u200b\u2028\ud800\x00 \t\n\xa0") else name)
    bare = replace(tree_info(tree, dataset.values, {}), boxes=(Box("n0", None, "", (name, ""), "", None, 1),))
    assert SVG in tree_svg(bare)


def outline(group: ET.Element) -> tuple[float, float, float, float]:
    """left, top, right, bottom of a node's border"""
    path = group.find(f".//{{{SVG}}}path")
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", path.get("d"))]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def test_rows_end_in_the_leaf_the_tree_predicts(dataset, tree):
    """leaf_of_row points to a box of the predicted cluster, and the payload counts rows below every node."""
    info = tree_info(tree, dataset.values, {})
    assert [info.boxes[i].cluster for i in info.leaf_of_row] == tree.predict(dataset.values).tolist()
    words = tree_payload(info, tree, dataset.values)["paths"]
    assert words[0] == "Every row: 6 rows"
    assert words[1] == "size ≤ 3.5: 2 rows"


def test_svg_is_xml_whatever_the_names(dataset):
    """Names full of markup stay text: well-formed, no element of theirs, every letter of the short form drawn."""
    features = (Feature(EVIL, 0.0, 10.0), *dataset.features[1:])
    info = tree_info(Tree(Split(0, 3.5, Leaf(0, 2), Leaf(1, 4), 6), features), dataset.values, {1: EVIL})
    root = ET.fromstring(tree_svg(info))
    assert not [e for e in root.iter() if e.tag.endswith("}b")]
    drawn = {text.text for text in root.iter(f"{{{SVG}}}text")}
    assert {line for box in info.boxes for line in box.lines} <= drawn


@pytest.mark.parametrize("name", ["<b>x</b>", "<", "&lt;", "&amp;", "\\N", "\\", '"', "a\x00b", "", "é 漢字 ≤"])
def test_no_name_breaks_the_drawing(dataset, name):
    """HTML-like labels, entities, escapes and quotes are drawn as they are written."""
    info = tree_info(Tree(Split(0, 3.5, Leaf(0, 2), Leaf(1, 4), 6), dataset.features), dataset.values, {0: name})
    root = ET.fromstring(tree_svg(info))
    drawn = {text.text for text in root.iter(f"{{{SVG}}}text")}
    assert clean_text(info.boxes[1].lines[0]) in drawn


def test_dot_names_are_quoted(dataset):
    """Quotes and backslashes of a name do not end the label."""
    tree = Tree(Split(0, 3.5, Leaf(0, 2), Leaf(1, 4), 6), (Feature(EVIL, 0.0, 10.0),))
    text = tree_dot(tree_info(tree, dataset.values, {}))
    assert 'a\\"b\\\\c' in text
    assert text.count("->") == 2


def test_long_names_keep_their_end():
    """The threshold stands at the end and survives."""
    assert shorten("x" * 100 + " ≤ 3.25").endswith(" ≤ 3.25")
    assert len(shorten("y" * 100)) == 34


def test_rules_gather_all_ways_into_a_cluster(tree):
    """Leaves of one cluster become alternatives of one rule."""
    again = tree.relabelled({0: 0, 1: 1, 2: 0})
    rules = cluster_rules(again, {0: "small"})
    assert [(r.name, r.size, len(r.alternatives)) for r in rules] == [("small", 4, 2), ("Cluster 2", 2, 1)]
    assert "small (4 rows) if" in rules_text(again, {0: "small"})


@pytest.fixture
def mixed() -> tuple[Dataset, Tree, list[dict[str, object]]]:
    """A tree that asks for a number and a category with evil names, and the rows as a program would see them."""
    features = (Feature(EVIL, 0.0, 9.0), Feature("kind", 0.0, 1.0, FeatureKind.CATEGORY, EVIL))
    values = np.array([[0, 0], [9, 0], [0, 1], [9, 1]], dtype=float)
    tree = Tree(Split(1, 0.5, Split(0, 4.0, Leaf(0, 1), Leaf(1, 1), 2), Leaf(2, 2), 4), features)
    rows = [{EVIL: float(v[0]), "kind": EVIL if v[1] else "other"} for v in values]
    return Dataset(features, values, np.arange(4)), tree, rows


def test_the_python_function_predicts_like_the_tree(mixed):
    """The downloaded function gives every row its cluster, whatever the columns are called."""
    dataset, tree, rows = mixed
    scope: dict[str, object] = {}
    exec(python_function(tree, {}), scope)
    wanted = [f"Cluster {c + 1}" for c in tree.predict(dataset.values)]
    assert [scope["cluster"](row) for row in rows] == wanted


def test_the_sql_expression_predicts_like_the_tree():
    """The downloaded CASE gives every row its cluster in a real database."""
    name = 'a"b; DROP TABLE t'
    features = (Feature(name, 0.0, 9.0), Feature("kind", 0.0, 1.0, FeatureKind.CATEGORY, "it's"))
    values = np.array([[0, 0], [9, 0], [0, 1], [9, 1]], dtype=float)
    tree = Tree(Split(1, 0.5, Split(0, 4.0, Leaf(0, 1), Leaf(1, 1), 2), Leaf(2, 2), 4), features)
    database = sqlite3.connect(":memory:")
    database.execute('CREATE TABLE t ("a""b; DROP TABLE t" REAL, kind TEXT)')
    database.executemany("INSERT INTO t VALUES (?, ?)", [(v[0], "it's" if v[1] else "other") for v in values])
    answers = [row[0] for row in database.execute(f"SELECT {sql_case(tree, {0: chr(39)})} FROM t")]
    assert answers == ["'", "Cluster 2", "Cluster 3", "Cluster 3"]


def test_every_node_knows_its_clusters_and_its_distribution(dataset, tree):
    """The clusters of a node are those of the rows below it; the threshold lies where the counts left of it say."""
    facts = node_facts(tree, dataset.values)
    root, first = facts[0], facts[1]
    assert sorted(count for _, count in root.shares) == [2, 2, 2]
    assert first.shares == ((colour_of(0), 2),) and first.distribution is None
    assert root.distribution is not None and sum(root.distribution.counts) == dataset.n
    low = sum(root.distribution.counts[: int(root.distribution.at * len(root.distribution.counts))])
    assert low == (dataset.values[:, 0] <= 3.5).sum()


def test_the_drawing_sideways_has_the_same_boxes(dataset, tree):
    """Narrow lines, the same ids and the same full texts."""
    info = tree_info(tree, dataset.values, {0: "a very long name of a cluster", 1: "b"})
    ids = [
        {group.get("id") for group in ET.fromstring(tree_svg(info, side)).iter(f"{{{SVG}}}g")} for side in (False, True)
    ]
    assert ids[0] == ids[1]
    assert "size\\n≤ 3.5\\n6 rows" in tree_dot(info, sideways=True)


@pytest.mark.parametrize("airy", [False, True])
@pytest.mark.parametrize("depth", [1, 3, 4])
def test_answers_stand_beside_their_edges(depth, airy):
    """In a drawing sideways the middle of no answer is on a box, and "yes" is above "no" for every parent."""
    info = tree_info(complete_tree(depth), np.zeros((1, 1)), {})
    groups = {g.get("id"): g for g in ET.fromstring(tree_svg(info, True, airy)).iter(f"{{{SVG}}}g")}
    places = [outline(groups[box.id]) for box in info.boxes]
    answers: dict[str, dict[str, float]] = {}
    for box in info.boxes[1:]:
        text = groups[f"to-{box.id}"].find(f"{{{SVG}}}text")
        x, y = float(text.get("x")), float(text.get("y")) - 3
        assert not any(left < x < right and top < y < bottom for left, top, right, bottom in places)
        answers.setdefault(box.parent, {})[text.text] = y
    assert all(each["yes"] < each["no"] for each in answers.values())


@pytest.mark.parametrize("depth", [1, 3, 6])
def test_the_outline_has_the_same_boxes_below_each_other(depth):
    """The ids and full texts of the other drawings, no box over another, each to the right of the one above it."""
    info = tree_info(complete_tree(depth), np.zeros((1, 1)), {0: "a <b> & c, a very long name of a cluster", 1: "漢字"})
    outlined = ET.fromstring(tree_drawings(info)["outline"])
    ids = [{(g.get("id"), g.get("aria-label")) for g in root.iter(f"{{{SVG}}}g") if g.get("id") in ids_of(info)}
           for root in (ET.fromstring(tree_svg(info)), outlined)]  # fmt: skip
    assert ids[0] == ids[1] and len(ids[0]) == 2 * len(info.boxes) - 1
    places = {g.get("id"): outline(g) for g in outlined.iter(f"{{{SVG}}}g") if "node" in g.get("class", "").split()}
    lines = [places[box.id] for box in info.boxes]
    assert all(above[3] < below[1] for above, below in pairwise(lines))
    assert all(places[box.id][0] > places[box.parent][0] for box in info.boxes[1:])
    width, height = (float(number) for number in outlined.get("viewBox").split()[2:])
    assert all(x > 0 and y > 0 and right < width and low < height for x, y, right, low in lines)


def ids_of(info: TreeInfo) -> set[str]:
    return {name for box in info.boxes for name in (box.id, f"to-{box.id}")}


@pytest.mark.parametrize("words", ["<b>", " <<b>x</b>> ", "<", ">", "\\", '\\"', "\\N", "&lt;b&gt;", "]]>"])
def test_no_label_is_markup(dataset, words):
    """Graphviz has labels of HTML between angle brackets; whatever stands in a box, it is drawn as letters."""
    info = tree_info(Tree(Leaf(0, 6), dataset.features), dataset.values, {})
    (box,) = info.boxes
    drawn = tree_svg(replace(info, boxes=(replace(box, lines=(words, words)),)))
    shown = [str(text.text).replace("\u00a0", " ") for text in ET.fromstring(drawn).iter(f"{{{SVG}}}text")]
    assert shown == [words.strip()] * 2
