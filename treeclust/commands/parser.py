"""The argument parser of every command line here: what is wrong is said in one line."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from treeclust.core.errors import one_line


class Parser(argparse.ArgumentParser):
    """Exit code 2 and one line on stderr for arguments that cannot be understood."""

    def error(self, message: str) -> NoReturn:
        print(one_line(f"{self.prog}: {message}; see {self.prog} --help."), file=sys.stderr)
        sys.exit(2)
