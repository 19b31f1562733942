"""Cube and conquer over worker processes: a solve sends cubes of its search to helpers, and hears what they find.

Both sides speak through whoever runs the workers; see `treeclust.jobs.messages` for what is said.
"""

from __future__ import annotations

import contextlib
from collections import deque

from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.search.cube_worker import CubeWorker
from treeclust.engine.search.cubes import Cube
from treeclust.engine.search.pieces import Outcome, Piece, PieceResult, RootsPiece, RootsResult, Work, unsettled
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import (
    CallForHelpers,
    FromHelper,
    HelpSolve,
    ToHelper,
)
from treeclust.jobs.piece_messages import (
    CandidateTree,
    DropPieces,
    HelperLoss,
    HelperReady,
    PieceOutcome,
    PieceRequest,
    RootsOutcome,
    RootsRequest,
)
from treeclust.jobs.wire import Message
from treeclust.objectives import objective_named

AHEAD = 2
"""Pieces out at a time per helper: the next is there when one is settled."""
LISTEN_SECONDS = 0.1


class RemoteHelpers:
    """The helpers of the solve in this process, by name."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.out: dict[str, deque[Work]] = {}
        self._called = False

    def call(self) -> None:
        if not self._called:
            self.channel.send(CallForHelpers())
        self._called = True

    def names(self) -> list[str]:
        return list(self.out)

    def free(self) -> list[str]:
        return [name for name, pieces in self.out.items() if len(pieces) < AHEAD]

    def send(self, helper: str, piece: Work) -> None:
        self.out[helper].append(piece)
        self.channel.send(ToHelper(helper, request_of(piece)))

    def drop(self) -> None:
        for helper, pieces in self.out.items():
            if pieces:
                self.channel.send(ToHelper(helper, DropPieces()))

    def heard(self, seconds: float) -> list[Outcome]:
        settled: list[Outcome] = []
        message = self.channel.next(seconds)
        while message is not None:
            if isinstance(message, FromHelper):
                settled += self._take(message.helper, message.message)
            message = self.channel.next(0)
        return settled

    def _take(self, helper: str, message: Message) -> list[Outcome]:
        match message:
            case HelperReady():
                self.out[helper] = deque()
            case HelperLoss():
                return [unsettled(piece) for piece in self.out.pop(helper, ())]
            case PieceOutcome() | RootsOutcome() if self.out.get(helper):
                return [outcome_of(self.out[helper].popleft(), message)]
        return []


class PieceQueue:
    """The other side: pieces come in, and go out settled in the same order."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.pieces: deque[tuple[int, Work]] = deque()
        self.received = self.dropped = 0

    def work(self, helper: CubeWorker) -> None:
        """Until there is no more time."""
        self.channel.send(HelperReady())
        while not self.channel.stop():
            self._listen(0 if self.pieces else LISTEN_SECONDS)
            if self.pieces:
                self._settle(helper, *self.pieces.popleft())

    def _settle(self, helper: CubeWorker, number: int, piece: Work) -> None:
        def is_dropped() -> bool:
            self._listen(0)
            return number < self.dropped

        self.channel.send(message_of(helper.settle(piece, is_dropped)))

    def _listen(self, seconds: float) -> None:
        message = self.channel.next(seconds)
        while message is not None:
            if isinstance(message, PieceRequest | RootsRequest):
                self.pieces.append((self.received, piece_of(message)))
                self.received += 1
            else:
                self.dropped = self.received
            message = self.channel.next(0)


def help_solve(request: HelpSolve, channel: Channel) -> None:
    """Settle pieces for a solve of the same question."""
    question = request.question
    with contextlib.suppress(OutOfTime):
        PieceQueue(channel).work(CubeWorker(question.problem, objective_named(question.objective), channel.stop))


def request_of(piece: Work) -> PieceRequest | RootsRequest:
    if isinstance(piece, RootsPiece):
        return RootsRequest(**vars(piece))
    cube = (piece.cube.feature, piece.cube.lowest, piece.cube.highest)
    return PieceRequest(*cube, piece.md_level, piece.ms_level, piece.below, piece.effort)


def piece_of(request: PieceRequest | RootsRequest) -> Work:
    if isinstance(request, RootsRequest):
        return RootsPiece(**vars(request))
    cube = Cube(request.feature, request.lowest, request.highest)
    return Piece(cube, request.md_level, request.ms_level, request.below, request.effort)


def message_of(settled: Outcome) -> PieceOutcome | RootsOutcome:
    if isinstance(settled, RootsResult):
        return RootsOutcome(settled.refuted, settled.left, settled.tests, settled.steps, settled.seconds)
    found = settled.candidate
    tree = None if found is None else CandidateTree(found.depth, found.feature, found.threshold, found.leaf_label)
    return PieceOutcome(settled.refuted, tree, settled.seconds)


def outcome_of(piece: Work, message: PieceOutcome | RootsOutcome) -> Outcome:
    """An answer to another kind of question says nothing."""
    if isinstance(piece, RootsPiece) and isinstance(message, RootsOutcome):
        return RootsResult(piece, **vars(message))
    if isinstance(piece, Piece) and isinstance(message, PieceOutcome):
        candidate = None if message.tree is None else Candidate(**vars(message.tree))
        return PieceResult(piece, message.refuted, candidate, message.seconds)
    return unsettled(piece)
