"""The identity of clusters from one answer to the next."""

from __future__ import annotations

import numpy as np

from treeclust.core.relabel import first_appearance, keep_identity, renumber, rows_changed, with_free_numbers


def test_most_rows_keep_their_number():
    """Renumbered clusters get their old numbers back, whichever way the solver counted."""
    old = np.array([0, 0, 0, 1, 1, 2, 2, 2])
    new = np.array([2, 2, 1, 1, 1, 0, 0, 0])
    assert keep_identity(old, new) == {2: 0, 1: 1, 0: 2}


def test_a_cluster_without_a_past_takes_a_free_number():
    """With one cluster more, the others keep theirs and the new one does not collide."""
    old = np.array([0, 0, 0, 2, 2, 2])
    new = np.array([0, 0, 1, 2, 2, 2])
    assert keep_identity(old, new) == {0: 0, 2: 2, 1: 1}


def test_other_data_starts_afresh():
    """Without a past, or with another number of rows, numbers are the solver's."""
    assert keep_identity(None, np.array([1, 0])) == {0: 0, 1: 1}
    assert keep_identity(np.array([3, 3, 3]), np.array([0, 1])) == {0: 0, 1: 1}


def test_renumbered_labels_are_the_same_clustering():
    """Every row of a cluster gets its new number."""
    labels = np.array([2, 2, 7, 0])
    assert renumber(labels, first_appearance(labels)).tolist() == [0, 0, 1, 2]


def test_clusters_without_a_number_take_the_smallest_that_are_free():
    """In order; those that have one keep it."""
    assert with_free_numbers({4: 1}, [9, 4, 7]) == {4: 1, 7: 0, 9: 2}


def test_rows_changed_does_not_mind_the_numbers():
    """Swapped numbers change nothing; one row elsewhere is one."""
    one = np.array([0, 0, 1, 1, 2])
    assert rows_changed(one, np.array([1, 1, 0, 0, 2])) == 0
    assert rows_changed(one, np.array([1, 1, 0, 2, 2])) == 1
