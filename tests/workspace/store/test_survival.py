"""Random edits, undo, reload, crashes and other servers: the store always equals the model."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import event

from tests.workspace.store.made import CSV, answer_to, answer_words, data, history_words
from treeclust.core.codec import to_json
from treeclust.core.links import Kind, Link, Links
from treeclust.workspace.document import History, Parameters, Work
from treeclust.workspace.store import Ledger, Store, save_merged
from treeclust.workspace.store.runs import INTERRUPTED, RunRequest

SEQUENCES = 500
STEPS = 6
ROWS = st.integers(0, 3)
PAIRS = st.sampled_from(list(combinations(range(4), 2)))
KINDS = st.sampled_from(list(Kind))


def has_data(machine: Any) -> bool:
    return machine.history.present.dataset is not None


class Crash(BaseException):
    """Nobody catches it, as nobody catches a power cut."""


class Survival(RuleBasedStateMachine):
    """`history` and `answers` are the model; another connection must read the same."""

    stores: list[Store]
    kept: list[Ledger]
    """What servers hold on to, so that not every sequence reads the same two tables again."""

    @initialize()
    def begin(self) -> None:
        self.store, self.witness = self.stores
        self.ledger = self.store.create()
        self.reader = self.find(self.witness)
        self.history = History(Work())
        self.ledger.read().give(self.history)
        self.answers: dict[str, Any] = {}
        self.open_questions: dict[str, Any] = {}
        self.step("open other data", **data("blobs.csv", 0))

    def step(self, what: str, **changes: Any) -> None:
        self.history.step(what, **changes)
        self.save()

    def save(self) -> None:
        assert save_merged(self.ledger, self.history) is None

    # -- edits ------------------------------------------------------------------------------------------------------

    @precondition(has_data)
    @rule(pair=PAIRS, kind=KINDS)
    def draw(self, pair: tuple[int, int], kind: Kind) -> None:
        others = [link for link in self.history.present.links if link.pair != pair]
        self.step("add a link", links=Links.of([*others, Link(*pair, kind)]))

    @precondition(has_data)
    @rule(place=st.integers(0, 5))
    def erase(self, place: int) -> None:
        links = self.history.present.links.items
        self.step("delete a link", links=Links(links[:place] + links[place + 1 :]))

    @precondition(has_data)
    @rule(pair=PAIRS, note=st.text(max_size=5).filter(lambda text: "\0" not in text))
    def remark(self, pair: tuple[int, int], note: str) -> None:
        self.step("note on a link", notes={**self.history.present.notes, pair: note})

    @precondition(has_data)
    @rule(pair=PAIRS, word=st.sampled_from(["unsure", "fairly sure", None]))
    def doubt(self, pair: tuple[int, int], word: str | None) -> None:
        kept = {p: w for p, w in self.history.present.certainty.items() if p != pair}
        self.step("how certain a link is", certainty=kept if word is None else {**kept, pair: word})

    @rule(cluster=ROWS, name=st.sampled_from(["", "tall", "größer ☂", "'; DROP TABLE steps; --"]))
    def rename(self, cluster: int, name: str) -> None:
        self.step("rename a cluster", names={**self.history.present.names, cluster: name})

    @rule(k=st.integers(2, 9), epsilon=st.floats(0, 50), k_min=st.none() | st.integers(1, 2))
    def tune(self, k: int, epsilon: float, k_min: int | None) -> None:
        self.step("change a parameter", parameters=Parameters(k=k, epsilon=epsilon, k_min=k_min))

    @rule(name=st.sampled_from(list(CSV)), choice=st.integers(0, 1))
    def open(self, name: str, choice: int) -> None:
        self.step("open other data", **data(name, choice), links=Links(), notes={}, certainty={}, names={})

    @rule()
    def undo(self) -> None:
        self.history.undo()
        self.save()

    @rule()
    def redo(self) -> None:
        self.history.redo()
        self.save()

    # -- runs -------------------------------------------------------------------------------------------------------

    @precondition(has_data)
    @rule(k=st.integers(2, 3), objective=st.sampled_from(["md", "md-ms"]))
    def answered(self, k: int, objective: str) -> None:
        answer = answer_to(self.history.present, k, objective)
        self.ledger.save_answer(answer)
        self.answers[answer.id] = answer_words(answer)

    @precondition(has_data)
    @rule()
    def ask(self) -> None:
        answer = answer_to(self.history.present)
        self.ledger.ask(RunRequest(answer.id, answer.question))
        self.open_questions[answer.id] = answer

    @precondition(lambda self: self.open_questions)
    @rule()
    def better(self) -> None:
        """An incumbent: from now on a crash leaves an interrupted answer."""
        run, answer = next(reversed(self.open_questions.items()))
        self.ledger.keep_best(run, to_json(answer.result), dict(answer.versions))
        self.answers[run] = run

    @precondition(lambda self: self.open_questions)
    @rule()
    def finish(self) -> None:
        run, answer = self.open_questions.popitem()
        self.ledger.save_answer(answer)
        self.answers[run] = answer_words(answer)

    # -- accidents --------------------------------------------------------------------------------------------------

    @rule()
    def reload(self) -> None:
        """The server restarts: everything the program knows, it knows from the database."""
        self.teardown()
        self.reopen()

    def reopen(self) -> None:
        self.ledger = self.find(self.store)
        self.ledger.read().give(self.history)

    @precondition(has_data)
    @rule(pair=PAIRS, statement=st.integers(1, 6))
    def crash(self, pair: tuple[int, int], statement: int) -> None:
        """The power goes off while a step is being written: either it is there, or nothing of it."""
        before = history_words(self.history)
        engine = self.store.engine
        left = iter(range(statement))

        def fall(*_: Any) -> None:
            if next(left, None) is None:
                raise Crash

        event.listen(engine, "before_cursor_execute", fall)
        try:
            self.history.step("add a link", links=Links.of([*self.history.present.links, Link(*pair, Kind.MUST)]))
            self.ledger.save(self.history)
        except Crash:
            engine.dispose()
        finally:
            event.remove(engine, "before_cursor_execute", fall)
        after = history_words(self.history)
        self.reopen()
        assert history_words(self.history) in (before, after)

    @precondition(has_data)
    @rule(mine=PAIRS, theirs=PAIRS)
    def at_once(self, mine: tuple[int, int], theirs: tuple[int, int]) -> None:
        """Two servers add a link each: both links are there afterwards, and the later one is told."""
        other = self.find(self.witness)
        history = History(Work())
        other.read().give(history)
        history.step("add a link", links=Links.of([*history.present.links, Link(*theirs, Kind.MUST)]))
        other.save(history)
        wanted = Links.of([*self.history.present.links, Link(*mine, Kind.MUST)])
        self.history.step("add a link", links=wanted)
        merged = save_merged(self.ledger, self.history)
        assert merged is not None
        kept = set(self.history.present.links)
        assert {Link(*theirs, Kind.MUST)} <= kept
        assert set(wanted) - kept <= set(merged.refused)

    # -- what must hold ---------------------------------------------------------------------------------------------

    def find(self, store: Store) -> Ledger:
        found = store.find(self.ledger.token)
        assert found is not None
        if len(self.kept) < 200:
            self.kept.append(found)
        return found

    def teardown(self) -> None:
        """After each sequence, and before each reload: the store equals the model."""
        saved = self.reader.read()
        assert history_words(saved) == history_words(self.history)
        found = {answer.id: answer for answer in saved.answers}
        assert found.keys() == self.answers.keys()
        for run, expected in self.answers.items():
            interrupted = found[run].result.message == INTERRUPTED
            assert interrupted == (run in self.open_questions)
            assert interrupted or answer_words(found[run]) == expected


@pytest.fixture(params=["sqlite", "postgresql"])
def quick_url(request: pytest.FixtureRequest, folder: Path) -> str:
    """One database for all sequences."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'survival.db'}"
    return str(request.getfixturevalue("postgres"))


def test_a_thousand_lives(quick_url):
    """After edits, undo, runs, reloads, crashes and quarrels of two servers the store equals the model; half of them
    in each kind of database."""
    machine = type("Machine", (Survival,), {"stores": [Store(quick_url), Store(quick_url)], "kept": []})
    quick = settings(phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    wanted = settings(quick, max_examples=SEQUENCES, stateful_step_count=STEPS, deadline=None)
    run_state_machine_as_test(machine, settings=wanted)
    for store in machine.stores:
        store.close()
