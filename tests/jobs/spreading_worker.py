"""A worker for the tests: the real one, which spreads every question, and whose helpers take their time."""

from __future__ import annotations

import time

from tests.engine.reluctant import reluctant
from treeclust import worker
from treeclust.engine import conquest, lazy, piecework, spread

PAUSE = 0.05


def slowly(settle):
    def settle_slowly(self, piece, dropped):
        time.sleep(PAUSE)
        return settle(self, piece, dropped)

    return settle_slowly


def settle_nothing(asker, cubes, levels, effort):
    """So that every proof comes from a helper."""
    time.sleep(PAUSE)
    cubes.rotate(-1)


lazy.LazyTree.search = reluctant(lazy.LazyTree.search)
lazy.RELAX_FROM = conquest.CUT_FROM = conquest.CUT_FROM_IF_NONE_KNOWN = 0
spread.Spread._settle_one = settle_nothing
piecework.Helper.settle = slowly(piecework.Helper.settle)

if __name__ == "__main__":
    worker.main()
