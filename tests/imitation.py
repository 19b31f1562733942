"""Windows and macOS, imitated on Linux as far as the package can tell: what they lack is taken away.

python -m tests.imitation windows|macos solve|jobs|work|work_deaf
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

LIBRARIES = (
    "numba", "pandas", "pyarrow.parquet", "pysat.examples.rc2", "scipy.optimize", "scipy.sparse.csgraph",
    "scipy.spatial.distance", "sklearn.cluster", "sklearn.datasets", "python_calamine",
)  # fmt: skip
"""They look at the system when they are loaded, and may know it as it is."""


def be_windows() -> None:
    """No module `resource`, no priorities, no groups, no forks, no SIGKILL."""
    sys.modules["resource"] = None  # type: ignore[assignment]
    for name in ("nice", "killpg", "fork", "setsid", "getppid"):
        delattr(os, name)
    del signal.SIGKILL
    sys.platform = "win32"


def be_macos() -> None:
    """Limits are there, and refused."""
    import resource

    def refuse(*_: Any) -> None:
        raise ValueError("current limit exceeds maximum limit")

    resource.setrlimit = refuse
    sys.platform = "darwin"


def solve() -> None:
    from treeclust.__main__ import main

    with redirect_stdout(StringIO()) as out:
        code = main(["solve", "sample_data/iris.csv", "-k", "3", "-d", "2", "--label-column", "label", "--json"])
    answer = json.loads(out.getvalue())
    print(code, answer["status"])


def jobs() -> None:
    """One that ends by itself, and one that has to be ended."""
    from tests.jobs.asking import request, wait
    from treeclust.jobs.local import LocalJobs
    from treeclust.jobs.protocol import Limits

    for how, engine in (("work", None), ("work_deaf", "deaf")):
        runner = LocalJobs(command=(sys.executable, "-m", "tests.imitation", sys.argv[1], how))
        try:
            job = runner.submit(request(engine), Limits(patience=0.2), "tester")
            if engine is not None:
                wait(runner, job, lambda view: view.result is not None)
                runner.cancel(job)
            view = wait(runner, job)
            print(view.state, view.result["status"])
        finally:
            runner.close()


def work() -> None:
    from treeclust.jobs import worker

    sys.argv = sys.argv[:1]
    worker.main()


def work_deaf() -> None:
    importlib.import_module("tests.jobs.lazy_worker")  # whose engines know how not to listen
    work()


SYSTEMS: dict[str, Callable[[], None]] = {"windows": be_windows, "macos": be_macos}

if __name__ == "__main__":
    for library in LIBRARIES:
        importlib.import_module(library)
    SYSTEMS[sys.argv[1]]()
    globals()[sys.argv[2]]()
