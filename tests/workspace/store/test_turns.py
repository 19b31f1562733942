"""Many runs are read at a stretch that is short enough for everybody else."""

from __future__ import annotations

from treeclust.workspace.store import record


def test_others_have_their_turn_between_many_runs(monkeypatch):
    """All are read, in their order, with a pause after each piece; a project with few runs opens without one."""
    read, pauses = [], []
    monkeypatch.setattr(record, "sleep", lambda seconds: pauses.append((len(read), seconds)))
    for run in record.in_turns(range(3 * record.RUNS_AT_ONCE - 1)):
        read.append(run)
    assert read == list(range(3 * record.RUNS_AT_ONCE - 1))
    assert pauses == [(record.RUNS_AT_ONCE, record.PAUSE), (2 * record.RUNS_AT_ONCE, record.PAUSE)]
    assert record.PAUSE > 0
