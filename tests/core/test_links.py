"""Links as values, and their way to files and back."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links


def test_the_same_link_twice_is_one_link():
    """Direction does not matter; the first spelling stays."""
    links = Links.from_pairs(must=[(3, 7), (7, 3), (1, 2)])
    assert [(link.a, link.b) for link in links] == [(3, 7), (1, 2)]


def test_csv_goes_out_and_comes_back():
    """Reading what was written gives equal links."""
    links = Links.from_pairs(must=[(0, 1)], cannot=[(5, 2)])
    assert links.to_csv() == "a,b,kind\n0,1,must\n5,2,cannot\n"
    assert Links.from_csv("\ufeff" + links.to_csv()) == links


@pytest.mark.parametrize(
    "text", ["", "x,y\n1,2\n", "a,b,kind\n1,2,maybe\n", "a,b,kind\n1,two,must\n", "a,b,kind\n1,2\n"]
)
def test_a_bad_links_file_gets_one_sentence(text):
    """It says which line, and what a right one looks like."""
    with pytest.raises(InputError, match=r"a,b,kind|3,7,must"):
        Links.from_csv(text)


def test_links_are_plain_values():
    """Equal links are equal and hash alike."""
    assert len({Link(1, 2, Kind.MUST), Link(1, 2, Kind("must"))}) == 1


def test_a_link_holds_where_its_rows_are_together_or_apart():
    """A must-link where the labels are equal, a cannot-link where they are not."""
    labels = np.array([0, 0, 1])
    assert Link(0, 1, Kind.MUST).holds(labels) and not Link(0, 2, Kind.MUST).holds(labels)
    assert Link(0, 2, Kind.CANNOT).holds(labels) and not Link(0, 1, Kind.CANNOT).holds(labels)
