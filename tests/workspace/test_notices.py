"""What a project has to tell its browser tabs."""

from __future__ import annotations

from treeclust.workspace.notices import MOST_KEPT, Notices


def test_each_reader_gets_what_is_new_to_it():
    """Whoever knows a number gets what was said after it, in order; nothing is taken away from others."""
    notices = Notices()
    notices.add("one")
    seen = notices.newest
    notices.add("two")
    assert notices.since(seen) == ("two",)
    assert notices.since(0) == ("one", "two") == notices.since(0)
    assert notices.since(notices.newest) == ()


def test_what_is_settled_is_still_there_for_those_who_have_not_seen_it():
    """A tab that is opened now starts after what is settled; one that was open before still gets it."""
    notices = Notices()
    notices.add("lost")
    notices.settle()
    assert notices.since(notices.settled) == () and notices.since(0) == ("lost",)
    notices.add("lost again")
    assert notices.since(notices.settled) == ("lost again",)


def test_a_number_is_good_for_a_project_that_was_read_again():
    """What a new object says has higher numbers than anything that an old one has said."""
    old = Notices()
    old.add("before")
    new = Notices()
    new.add("after")
    assert new.since(old.newest) == ("after",)


def test_only_the_latest_are_kept():
    """A server that runs for years does not collect them."""
    notices = Notices()
    for i in range(3 * MOST_KEPT):
        notices.add(str(i))
    assert notices.since(0) == tuple(str(i) for i in range(2 * MOST_KEPT, 3 * MOST_KEPT))
