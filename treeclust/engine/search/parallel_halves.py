"""Halves and join with helpers: the roots of a question, a few at a time, settled by whoever is free.

Roots are independent, so two workers need half the time of one. They are given out in the order in which one process
would take them, so that a tree is found no later. At the end of a question this process also takes what is out, so
that it never waits for a helper that is slow or lost.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from treeclust.core.decision import UNDECIDED, Undecided
from treeclust.core.stop import Stop
from treeclust.engine.halves.halves_and_join import DEEPEST, HalvesAndJoin, OpenRoots, question_points, roots_of
from treeclust.engine.halves.parity import SignedPoints
from treeclust.engine.halves.roots import Roots, Tests, tests_of
from treeclust.engine.instance.instance import Instance
from treeclust.engine.search.pieces import CubeHelpers, RootsPiece, RootsResult

CALL_FROM = 20_000_000
"""Steps (some 0.15 s) after which helpers are called: most questions do not need any."""
STEPS_PER_PIECE = 20_000_000
"""How large a piece should be: some ten times what it takes to send it."""
PIECES_MEANWHILE = 6
"""So many more for each helper when this process turns to something else."""
SECONDS_BETWEEN_LOOKS = 0.005


class ParallelHalves(HalvesAndJoin):
    """`hear` tells what helpers have settled, without waiting. What is out when the steps for a question are used up
    stays out, with some more, so that helpers are busy while this process does something else."""

    def __init__(self, instance: Instance, helpers: CubeHelpers, hear: Callable[[], list[RootsResult]]) -> None:
        super().__init__(instance)
        self.helpers, self.hear = helpers, hear
        self.out: dict[RootsPiece, SignedPoints] = {}

    def settle(self, roots: Roots, left: OpenRoots, levels: tuple[int, int]) -> Tests | Undecided | None:
        if self.depth < DEEPEST or roots.signed.one_of_many:
            return super().settle(roots, left, levels)
        return SharedRoots(self, roots, left, levels).run()

    def send(self, helper: str, piece: RootsPiece, signed: SignedPoints) -> None:
        self.out[piece] = signed
        self.helpers.send(helper, piece)

    def heard_about(self, levels: tuple[int, int]) -> list[RootsResult]:
        """What has been settled of this question; what is refuted of another one is closed there."""
        about: list[RootsResult] = []
        for result in self.hear():
            piece, signed = result.piece, self.out.pop(result.piece, None)
            if signed is None:
                continue
            if piece.levels == levels:
                about.append(result)
                continue
            left = self.open_roots(*piece.levels)
            for rank in result.refuted:
                left.close(signed, piece.feature, rank)
        return about

    def out_of(self, levels: tuple[int, int]) -> list[RootsPiece]:
        return [piece for piece in self.out if piece.levels == levels]


class SharedRoots:
    """One question: `wide` are the features whose roots are not narrowed yet, `line` the roots to join, by feature.
    What is closed in `left` stays closed when the question comes again."""

    def __init__(self, halves: ParallelHalves, roots: Roots, left: OpenRoots, levels: tuple[int, int]) -> None:
        self.halves, self.helpers, self.roots, self.left, self.levels = halves, halves.helpers, roots, left, levels
        self.stop, roots.stop = roots.stop, self._interrupted
        self.wide: deque[int] = deque()
        self.line: deque[tuple[int, list[int]]] = deque()
        self.out = halves.out_of(levels)
        for j in range(roots.signed.features):
            elsewhere = {rank for piece in self.out if piece.feature == j for rank in piece.ranks}
            if ranks := [rank for rank in left.ranks(roots.signed, j) if rank not in elsewhere]:
                self._put(j, ranks)
        self.copied: RootsPiece | None = None
        self.found: Tests | None = None
        self.undecided = False
        self._first_steps, self._next_look = roots.steps, 0.0
        self._joined = self._join_steps = 0

    def _put(self, feature: int, ranks: list[int]) -> None:
        if self.left.narrowed[feature]:
            self.line.append((feature, ranks))
        else:
            self.wide.append(feature)

    @property
    def work_left(self) -> bool:
        return bool(self.line or self.wide or self.out)

    def run(self) -> Tests | Undecided | None:
        """Until a tree is found, nothing is left, or this process has done its share."""
        while self.found is None and self.work_left and self.roots.steps > 0 and not self.stop():
            self._look()
            piece = self._next_piece()
            if piece is None and self.out:
                piece = self.copied = self.out[-1]  # the last one sent is the least likely to be under way
            if piece is not None:
                self._take_own(settle_roots(self.roots, piece))
        if self.found is None and self.work_left:
            self._hand_out_more()
            return UNDECIDED
        if self.out:
            self.helpers.drop()
        if self.found is not None:
            return self.found
        return UNDECIDED if self.undecided else None

    def _hand_out_more(self) -> None:
        """For the time until the question comes again."""
        for helper in self.helpers.names() * PIECES_MEANWHILE:
            self._hand_out(helper)

    def _next_piece(self) -> RootsPiece | None:
        """Narrowing comes first, because it may refute the whole question."""
        if self.wide:
            feature = self.wide.popleft()
            return self._piece(feature, self.left.ranks(self.roots.signed, feature), narrow=True)
        if not self.line:
            return None
        feature, ranks = self.line.popleft()
        count = self._roots_per_piece(len(ranks))
        if ranks[count:]:
            self.line.appendleft((feature, ranks[count:]))
        return self._piece(feature, ranks[:count], narrow=False)

    def _piece(self, feature: int, ranks: list[int], narrow: bool) -> RootsPiece:
        return RootsPiece(feature, tuple(ranks), narrow, *self.levels, max(self.roots.steps, STEPS_PER_PIECE))

    def _roots_per_piece(self, most: int) -> int:
        """By what a root took so far; fewer towards the end, so that everybody is busy until then."""
        waiting = most + sum(len(ranks) for _, ranks in self.line)
        fair = waiting // (2 * (1 + len(self.helpers.names())))
        usual = STEPS_PER_PIECE * self._joined // max(1, self._join_steps)
        return max(1, min(most, fair, usual))

    def _interrupted(self) -> bool:
        """Asked by the compiled work now and then, which is the moment to look after the helpers."""
        if time.monotonic() >= self._next_look:
            self._look()
        settled_elsewhere = self.copied is not None and self.copied not in self.out
        return self.found is not None or settled_elsewhere or self.stop()

    def _look(self) -> None:
        """Hear what helpers have settled, and give those that are free something to do."""
        for result in self.halves.heard_about(self.levels):
            if result.piece in self.out:
                self.out.remove(result.piece)
                self._take(result)
        if self.halves.steps + self._first_steps - self.roots.steps >= CALL_FROM:
            self.helpers.call()
        for helper in self.helpers.free():
            self._hand_out(helper)
        self._next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS

    def _hand_out(self, helper: str) -> None:
        piece = self._next_piece()
        if piece is not None:
            self.out.append(piece)
            self.halves.send(helper, piece, self.roots.signed)

    def _take_own(self, result: RootsResult) -> None:
        """A copy of what a helper has settled meanwhile is not needed any more."""
        copy, self.copied = self.copied, None
        if copy is not None:
            if copy not in self.out:
                return
            self.out.remove(copy)
        self._take(result)

    def _take(self, result: RootsResult) -> None:
        piece, feature = result.piece, result.piece.feature
        for rank in result.refuted:
            self.left.close(self.roots.signed, feature, rank)
        if result.tests:
            self.found = tests_of(result.tests)
        settled = {*result.refuted, *result.left}
        rest = [rank for rank in piece.ranks if rank not in settled]
        if piece.narrow:
            self.left.narrowed[feature] = not rest
            if rest or result.left:
                self._put(feature, rest or list(result.left))
            return
        self._joined, self._join_steps = self._joined + len(settled), self._join_steps + result.steps
        self.undecided |= bool(result.left)
        if rest:
            self.line.appendleft((feature, rest))


def settle_roots(roots: Roots, piece: RootsPiece) -> RootsResult:
    """As far as the steps go, or until it is stopped."""
    before, refuted, left = roots.steps, list[int](), list[int]()
    tests: Tests | None = None
    if piece.narrow:
        interval = roots.interval(piece.feature, piece.ranks[0], piece.ranks[-1])
        if interval is not UNDECIDED:
            for rank in piece.ranks:
                (left if interval[0] <= rank <= interval[1] else refuted).append(rank)
    for rank in () if piece.narrow else piece.ranks:
        found = roots.root(piece.feature, rank)
        if found is UNDECIDED:
            if roots.steps <= 0 or roots.stop():
                break
            left.append(rank)
        elif found is None:
            refuted.append(rank)
        else:
            tests = found
            break
    plain = () if tests is None else tuple((int(j), int(r)) for j, r in tests)
    return RootsResult(piece, tuple(refuted), tuple(left), plain, before - roots.steps)


class RootsWorker:
    """The helper's side. The points of a question are kept until another question comes."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._levels = (-1, -1)
        self._roots: Roots | None = None

    def settle(self, piece: RootsPiece, stop: Stop) -> RootsResult:
        levels = piece.md_level, piece.ms_level
        if self._roots is None or levels != self._levels:
            self._levels, self._roots = levels, roots_of(next(question_points(self.instance, *levels)), 0)
        self._roots.steps, self._roots.stop = piece.steps, stop
        return settle_roots(self._roots, piece)
