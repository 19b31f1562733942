"""Several experts: agreement, disputes, and what stands."""

from __future__ import annotations

import pytest

from treeclust.core.experts import Said, agreements, check_each, disputes, kappa_of, read_said, weighed
from treeclust.core.links import Kind, Link, LinkConflict
from treeclust.core.soft_links import SoftLink

FILE = """a,b,kind,certainty,author
0,1,must,,Ann
1,2,must,,Ann
0,2,cannot,,Bob
0,1,must,unsure,Bob
3,4,cannot,fairly sure,Ann
3,4,must,unsure,Bob
"""


def said(a: int, b: int, kind: Kind, author: str, certainty: str = "sure") -> Said:
    return Said(Link(a, b, kind), author, certainty)


def test_agreement_counts_what_follows_from_the_answers():
    """Ann never spoke of 0 and 2, but her answers say together: they share one of the four pairs that both know."""
    answers = read_said(FILE)
    (found,) = agreements(answers, 5)
    assert (found.one, found.two, found.both, found.same) == ("Ann", "Bob", 4, 1)
    assert found.words == f"Ann and Bob agree on 1 of 4 pairs (κ {found.kappa:.2f})."
    assert [(one.pair, one.together, one.apart) for one in disputes(answers)] == [((3, 4), ("Bob",), ("Ann",))]


def test_kappa_is_that_of_scikit_learn():
    """On votes of every kind; None where chance alone explains all."""
    from sklearn.metrics import cohen_kappa_score

    votes = [(True, True), (True, False), (False, False), (False, False), (True, True), (False, True)]
    assert kappa_of(votes) == pytest.approx(cohen_kappa_score(*zip(*votes, strict=True)))
    assert kappa_of([(True, True)] * 3) is None and kappa_of([]) is None


def test_what_is_disputed_is_weighed():
    """A pair leans to its heavier side by the difference; a tie leans nowhere; what all say is hard if one is sure."""
    hard, soft = weighed([said(3, 4, Kind.CANNOT, "Ann", "fairly sure"), said(3, 4, Kind.MUST, "Bob", "unsure")], 5)
    assert not len(hard) and soft == (SoftLink(Link(3, 4, Kind.CANNOT), 2.0),)
    hard, soft = weighed([said(3, 4, Kind.CANNOT, "Ann"), said(3, 4, Kind.MUST, "Bob")], 5)
    assert not len(hard) and soft == ()
    hard, soft = weighed([said(0, 1, Kind.MUST, "Ann", "unsure"), said(0, 1, Kind.MUST, "Bob")], 5)
    assert hard.items == (Link(0, 1, Kind.MUST),) and soft == ()


def test_contradictions_by_what_follows_are_soft():
    """Two must-links of Ann, and Bob's cannot-link around them: all three may break; what nobody disputes is hard."""
    answers = [
        said(0, 1, Kind.MUST, "Ann"), said(1, 2, Kind.MUST, "Ann"), said(0, 2, Kind.CANNOT, "Bob"),
        said(3, 4, Kind.MUST, "Bob"),
    ]  # fmt: skip
    hard, soft = weighed(answers, 5)
    assert hard.items == (Link(3, 4, Kind.MUST),) and {one.weight for one in soft} == {9.0} and len(soft) == 3


def test_nobody_contradicts_himself():
    """Neither in one name, nor what was said in no name."""
    with pytest.raises(LinkConflict):
        check_each([said(0, 1, Kind.MUST, "Ann"), said(0, 1, Kind.CANNOT, "Ann")], 2)
    with pytest.raises(LinkConflict):
        check_each([said(0, 1, Kind.MUST, ""), said(0, 1, Kind.CANNOT, "Ann")], 2)
    check_each([said(0, 1, Kind.MUST, "Ann"), said(0, 1, Kind.CANNOT, "Bob")], 2)
