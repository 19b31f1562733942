"""Systems that lack what Linux has: imitated in processes of their own, and call by call."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from treeclust.core import system

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["windows", "macos"])
def test_other_systems_solve(name):
    """Where there is no module `resource`, or its limits are refused, the command line proves an optimum; workers do
    too, and one that does not listen is ended."""
    for what, wanted in (("solve", ["0", "optimal"]), ("jobs", ["done", "optimal", "done", "feasible"])):
        command = [sys.executable, "-m", "tests.imitation", name, what]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800)
        assert done.stdout.split() == wanted, done.stderr


def test_a_limit_that_is_refused_or_unknown_is_no_error(monkeypatch):
    """False is the answer; so is no memory known where nobody counts it."""
    resource = system.resource_module()
    monkeypatch.setattr(resource, "setrlimit", lambda *_: (_ for _ in ()).throw(ValueError("refused")))
    assert not system.limit_process("RLIMIT_AS", 1)
    assert not system.limit_process("RLIMIT_OF_ANOTHER_SYSTEM", 1)
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not system.limit_process("RLIMIT_AS", 1) and system.peak_memory_mb() == 0


def test_memory_is_counted_in_megabytes_on_every_system(monkeypatch):
    """macOS counts bytes where Linux counts kilobytes."""
    assert 10 < system.peak_memory_mb() < 100_000
    linux = system.peak_memory_mb()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system.peak_memory_mb() == pytest.approx(linux / 1024, rel=0.1)


def test_a_process_is_ended_without_groups(monkeypatch):
    """By its number alone, and one that is gone already is no error."""
    monkeypatch.delattr(os, "killpg")
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as process:
        assert system.is_running(process.pid)
        system.end_group(process.pid)
        assert process.wait(60) == -signal.SIGKILL
    system.end_group(process.pid)
    assert not system.is_running(process.pid)


def test_a_process_that_never_began_takes_nobody_along():
    """To the system, 0 is the number of the group of whoever asks."""
    words = "from treeclust.core.system import end_group; end_group(0); end_group(-1); print('alive')"
    done = subprocess.run(
        [sys.executable, "-c", words], cwd=ROOT, capture_output=True, text=True, start_new_session=True
    )
    assert (done.returncode, done.stdout) == (0, "alive\n")


def test_only_one_module_asks_the_system():
    """What not every system has is named in `core.system` only, and in the fork server, which is for Linux only."""
    special = re.compile(r"import resource\b|setrlimit|getrusage|os\.nice|os\.kill|killpg|SIGKILL|os\.fork|os\.setsid")
    files = [path for path in (ROOT / "treeclust").rglob("*.py") if special.search(path.read_text(encoding="utf-8"))]
    assert sorted(path.name for path in files) == ["fork_server.py", "system.py"]
