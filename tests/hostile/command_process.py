"""A command line in a process of its own, forked from one that has loaded everything."""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.hostile.case import FILE, Case

SECONDS = 20
GRACE = 90.0
PRELOADED = [
    "tests.hostile.command_process",
    *(
        f"treeclust.commands.{verb}"
        for verb in ("solve", "explain", "price", "why", "suggest", "pareto", "alternatives", "predict", "where")
    ),
]


def run_command(arguments: list[str], report: str) -> None:
    """Exit code, both outputs and what it took, as JSON in a file."""
    from treeclust.__main__ import main

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    out, err = io.StringIO(), io.StringIO()
    before, trouble, code = time.process_time(), None, 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException as error:
            trouble = f"{type(error).__name__}: {error}"
    used = resource.getrusage(resource.RUSAGE_SELF)
    found = {
        "code": code,
        "err": err.getvalue(),
        "trouble": trouble,
        "seconds": time.process_time() - before,
        "mb": used.ru_maxrss // (1 if sys.platform == "darwin" else 1024),
    }
    Path(report).write_text(json.dumps(found))


def run_case(case: Case) -> dict[str, Any]:
    """What `run_command` said of it; with `trouble` if it never came to that."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    with tempfile.TemporaryDirectory() as folder:
        path, report = Path(folder) / case.name, Path(folder) / "report.json"
        path.write_bytes(case.content)
        words = [str(path) if word == FILE else word for word in case.arguments]
        process = context.Process(target=run_command, args=(words, str(report)))
        process.start()
        process.join(GRACE)
        if process.is_alive():
            process.kill()
            process.join()
        if not report.exists():
            return {"code": process.exitcode, "err": "", "trouble": "no answer", "seconds": float(SECONDS), "mb": 0}
        found: dict[str, Any] = json.loads(report.read_text())
        return found
