"""A search can be interrupted, and says how far it is."""

from __future__ import annotations

import signal
import threading

import numpy as np
import pytest

from treeclust import TreeClust
from treeclust.core.progress import Progress
from treeclust.estimator.watching import InNotebook, Interrupted, interruptible, showing, watched

HARD = np.random.default_rng(5).normal(size=(300, 10))
PAIRS = np.random.default_rng(1).permutation(300)[:60].reshape(30, 2)
"""With these links nothing is proved for a long time."""


def test_ctrl_c_keeps_the_best_answer():
    """The signal comes with the first better answer; what was found by then is verified and has its bound."""
    model = TreeClust(n_clusters=5, depth=4, epsilon=0.01, time_limit=60, verbose=True)
    before = signal.getsignal(signal.SIGINT)
    answers = []

    def interrupt(progress: Progress) -> None:
        if progress.md is not None and not answers:
            answers.append(progress)
            signal.raise_signal(signal.SIGINT)

    with pytest.MonkeyPatch.context() as patch, pytest.warns(Interrupted, match="best answer"):
        patch.setattr("treeclust.estimator.watching.print_line", interrupt)
        model.fit(HARD, must_link=PAIRS[::2], cannot_link=PAIRS[1::2])
    assert model.status_ == "feasible" and len(model.labels_) == 300
    assert model.bounds_["max_diameter"] <= model.max_diameter_
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_is_an_ordinary_one():
    """Whoever presses it twice means it."""
    with interruptible() as asked, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
        assert asked()
        signal.raise_signal(signal.SIGINT)


def test_other_threads_search_as_they_did():
    """Only the first thread hears signals."""
    found = []
    thread = threading.Thread(target=lambda: found.append(TreeClust(2, 1, epsilon=1.0).fit(HARD[:20]).status_))
    thread.start()
    thread.join()
    assert found == ["optimal"]


def test_a_short_search_is_silent_and_a_long_one_is_drawn():
    """In a notebook: nothing for two seconds, then one picture that changes and goes away."""
    drawn: list[str] = []

    class Handle:
        def update(self, html):
            drawn.append(html.data)

    def show(markup):
        drawn.append(markup)
        return Handle()

    report = InNotebook(show)
    report(Progress("searching", 0.5, 9.0))
    assert drawn == []
    report(Progress("searching", 2.5, 9.0, md_lower_bound=4.0))
    report(Progress("searching", 3.0, 8.0, md_lower_bound=5.0))
    report.clear()
    assert "MD 9.000" in drawn[0] and "<svg" in drawn[1] and "proved ≥ 5.000" in drawn[1] and drawn[2] == ""


def test_progress_is_printed_only_where_it_is_wished_for(capsys):
    """Outside a notebook."""
    with showing(None) as tell:
        assert tell is None
    with watched(None, True) as watch:
        assert watch.on_progress is not None
        watch.on_progress(Progress("searching", 1.0, 3.0))
    assert "searching · MD 3.000" in capsys.readouterr().err
