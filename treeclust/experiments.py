"""`python -m treeclust.experiments`: the paper's tables, run again (see `treeclust.lab.experiments`)."""

from __future__ import annotations

import sys

from treeclust.commands.experiments import main

if __name__ == "__main__":
    sys.exit(main())
