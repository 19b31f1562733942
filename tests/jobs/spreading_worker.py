"""A worker for the tests: the real one, which spreads every question, and whose helpers take their time."""

from __future__ import annotations

import time

from tests.engine.reluctant import reluctant
from treeclust import worker
from treeclust.engine import helper, lazy, spread

PAUSE = 0.05


def slowly(settle):
    def settle_slowly(self, piece, dropped):
        time.sleep(PAUSE)
        return settle(self, piece, dropped)

    return settle_slowly


def settle_nothing(question, piece):
    """So that every proof comes from a helper."""
    time.sleep(PAUSE)
    return spread.Settled(piece)


lazy.LazyTree._search = reluctant(lazy.LazyTree._search)
spread.SPREAD_FROM = 0
spread.Question._settle_here = settle_nothing
helper.Helper.settle = slowly(helper.Helper.settle)

if __name__ == "__main__":
    worker.main()
