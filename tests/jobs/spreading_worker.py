"""A worker for the tests: the real one, which spreads every question, and whose helpers take their time."""

from __future__ import annotations

import time

from tests.engine.reluctant import reluctant
from treeclust.engine.search import cube_and_conquer, cube_worker, lazy_tree, parallel_cubes
from treeclust.jobs import worker

PAUSE = 0.05


def slowly(settle):
    def settle_slowly(self, piece, dropped):
        time.sleep(PAUSE)
        return settle(self, piece, dropped)

    return settle_slowly


def settle_nothing(oracle, cubes, levels, effort):
    """So that every proof comes from a helper."""
    time.sleep(PAUSE)
    cubes.rotate(-1)


lazy_tree.LazyTree.search = reluctant(lazy_tree.LazyTree.search)
lazy_tree.RELAX_FROM = cube_and_conquer.CUT_FROM = cube_and_conquer.CUT_FROM_IF_NONE_KNOWN = 0
parallel_cubes.ParallelCubes._settle_one = settle_nothing
cube_worker.CubeWorker.settle = slowly(cube_worker.CubeWorker.settle)

if __name__ == "__main__":
    worker.main()
