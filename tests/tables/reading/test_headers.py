"""Names of columns, found or made; and records that are not quite regular."""

from __future__ import annotations

import pytest

from tests.tables.reading.made import read
from treeclust.core.errors import InputError


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n", True),
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", False),
        ("1;2\n3;4,5\n7;8\n", True),
        ("3;2\n3;4,5\n", False),
        ("0,1,2\n5.1,3.5,1.4\n", True),
        ("country,2019,2020\nFR,1.5,2.5\n", True),
        ("name,place\nAda,London\n", True),
        ("2024-05-31,red\n2024-06-01,blue\n", False),
    ],
)
def test_header_is_guessed(text, header):
    """Names are no numbers or dates, except 0, 1, 2, … and years."""
    assert read(text).header is header


def test_header_can_be_overruled():
    """The caller knows better."""
    assert list(read("1,5\n3,4\n", header=True).frame.columns) == ["1", "5"]
    assert len(read("a,b\nc,d\n", header=False).frame) == 2


def test_columns_without_header_are_numbered_and_noted():
    """Numbered from 1, and the guess is said."""
    found = read("5.1,red\n4.9,blue\n")
    assert list(found.frame.columns) == ["Column 1", "Column 2"]
    assert found.notes == ("The first row looks like data, so the columns were numbered.",)


def test_names_become_unique():
    """Equal names are told apart and noted; blank names get one; spaces are tidied."""
    found = read("a,a,,a (2), b  c \n1,2,3,4,5\n")
    assert list(found.frame.columns) == ["a", "a (3)", "Column 3", "a (2)", "b c"]
    assert found.notes == ('Two columns are called "a"; the second was renamed "a (3)".',)


def test_leftovers_of_spreadsheets_are_left_out():
    """Lines of separators at the end, and columns with neither name nor value."""
    found = read("a,b,,\n1,2,,\n3,4,,\n,,,\n,,,\n")
    assert found.frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}
    assert found.notes == ("Columns with neither a name nor a value were left out (2).",)


def test_lines_may_end_in_a_separator():
    """An empty value after the last column is no value."""
    assert read("a,b\n1,2,\n3,4,\n").frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}


def test_quoted_values_may_hold_separators_and_lines():
    """Quotation marks protect what is between them."""
    frame = read('a,b\n"x, y","1\n2"\n"say ""hi""",3\n').frame
    assert frame["a"].tolist() == ["x, y", 'say "hi"']


def test_missing_values_of_a_single_column_are_kept():
    """A quoted nothing is a missing value, so that later rows keep their numbers; an empty line is nothing."""
    assert read('x\n1\n""\n\n3\n').frame["x"].isna().tolist() == [False, True, False]


def test_sentences_name_the_line_where_it_begins():
    """Also after values of several lines, and after a line that names the separator."""
    with pytest.raises(InputError, match="Line 4 of"):
        read('a,b\n"1\n2",3\n4,"5\n6,7\n')
    with pytest.raises(InputError, match="Line 4 of"):
        read("sep=,\na,b\n1,2\n3\n")


def test_separator_can_be_named_by_the_file_or_the_caller():
    """Excel's first line sep=; is obeyed, and so is the caller."""
    assert list(read("sep=;\na,x;b\n1;2\n").frame.columns) == ["a,x", "b"]
    assert list(read("a,x;b\n1,2;3\n", separator=";").frame.columns) == ["a,x", "b"]


def test_commas_in_text_do_not_mislead():
    """A semicolon file with a comma in every text stays a semicolon file."""
    assert read("name;size\nDoe, Jane;1\nRoe, Rick;2\n").frame["size"].tolist() == [1, 2]
