"""`python -m tests.hostile [--count 3000] [--seed 1]`: make the files, send them, print the report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain

from tests.hostile.cases import cases
from tests.hostile.trial import try_all
from tests.hostile.worst import worst_cases


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tests.hostile", description=__doc__)
    parser.add_argument("--count", type=int, default=3000, help="cases, besides the ten worst (default 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-worst", action="store_true", help="without the ten that cost most")
    chosen = parser.parse_args(arguments)
    heavy = [] if chosen.no_worst else worst_cases()
    report = try_all(chain(cases(chosen.count, chosen.seed), heavy))
    print("\n".join(report.lines()))
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
