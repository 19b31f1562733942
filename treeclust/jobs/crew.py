"""Helpers in other worker processes: what a solve and its helpers say to each other, through whoever runs them.

The solve says {"type": "call"} when it has work for helpers, and {"type": "tell", "helper": name, "message": …} with

    {"type": "piece", "cube": [feature, lowest, highest], "md_level": …, "ms_level": …, "below": …, "effort": …}
    {"type": "drop"}: the pieces sent so far are of no interest any more

It hears {"type": "helper", "helper": name, "message": …} with one of

    {"type": "ready"}
    {"type": "settled", "refuted": …,
     "tree": null or {"depth": …, "feature": […], "threshold": […], "leaf_label": […]}}
    {"type": "gone"}: this helper is lost, and its pieces with it; it may become ready again
"""

from __future__ import annotations

import contextlib
from collections import deque

import numpy as np

from treeclust.engine.candidate import Candidate
from treeclust.engine.cubes import Cube
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.piecework import Helper
from treeclust.engine.spread import Piece, Settled
from treeclust.jobs.desk import Desk, Message
from treeclust.jobs.messages import problem_from_json
from treeclust.objectives import objective_named

AHEAD = 2
"""Pieces out at a time per helper: the next is there when one is settled."""
LISTEN_SECONDS = 0.1
ARRAYS = ("feature", "threshold", "leaf_label")


class DeskCrew:
    """The helpers of the solve at this desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.out: dict[str, deque[Piece]] = {}
        self._called = False

    def call(self) -> None:
        if not self._called:
            self.desk.send({"type": "call"})
        self._called = True

    def size(self) -> int:
        return len(self.out)

    def free(self) -> list[str]:
        return [name for name, pieces in self.out.items() if len(pieces) < AHEAD]

    def send(self, helper: str, piece: Piece) -> None:
        self.out[helper].append(piece)
        self._tell(helper, piece_to_json(piece))

    def drop(self) -> None:
        for helper, pieces in self.out.items():
            if pieces:
                self._tell(helper, {"type": "drop"})

    def heard(self, seconds: float) -> list[Settled]:
        settled: list[Settled] = []
        message = self.desk.next(seconds)
        while message is not None:
            settled += self._take(message["helper"], message["message"])
            message = self.desk.next(0)
        return settled

    def _tell(self, helper: str, message: Message) -> None:
        self.desk.send({"type": "tell", "helper": helper, "message": message})

    def _take(self, helper: str, message: Message) -> list[Settled]:
        match message["type"]:
            case "ready":
                self.out[helper] = deque()
            case "gone":
                return [Settled(piece) for piece in self.out.pop(helper, ())]
            case "settled" if self.out.get(helper):
                piece, tree = self.out[helper].popleft(), message["tree"]
                candidate = None if tree is None else candidate_from_json(tree)
                return [Settled(piece, message["refuted"], candidate)]
        return []


class HelpDesk:
    """The other side: pieces come in, and go out settled in the same order."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.pieces: deque[tuple[int, Piece]] = deque()
        self.received = self.dropped = 0

    def work(self, helper: Helper) -> None:
        """Until there is no more time."""
        self.desk.send({"type": "ready"})
        while not self.desk.stop():
            self._listen(0 if self.pieces else LISTEN_SECONDS)
            if self.pieces:
                self._settle(helper, *self.pieces.popleft())

    def _settle(self, helper: Helper, number: int, piece: Piece) -> None:
        def is_dropped() -> bool:
            self._listen(0)
            return number < self.dropped

        self.desk.send(settled_to_json(helper.settle(piece, is_dropped)))

    def _listen(self, seconds: float) -> None:
        message = self.desk.next(seconds)
        while message is not None:
            if message["type"] == "piece":
                self.pieces.append((self.received, piece_from_json(message)))
                self.received += 1
            else:
                self.dropped = self.received
            message = self.desk.next(0)


def help_out(request: Message, desk: Desk) -> None:
    """Settle pieces for a solve of the same problem."""
    with contextlib.suppress(OutOfTime):
        helper = Helper(problem_from_json(request["problem"]), objective_named(request["objective"]), desk.stop)
        HelpDesk(desk).work(helper)


def piece_to_json(piece: Piece) -> Message:
    cube = piece.cube
    return {"type": "piece"} | vars(piece) | {"cube": [cube.feature, cube.lowest, cube.highest]}


def piece_from_json(data: Message) -> Piece:
    return Piece(Cube(*data["cube"]), data["md_level"], data["ms_level"], data["below"], data["effort"])


def settled_to_json(settled: Settled) -> Message:
    tree = None if settled.candidate is None else candidate_to_json(settled.candidate)
    return {"type": "settled", "refuted": settled.refuted, "tree": tree}


def candidate_to_json(candidate: Candidate) -> Message:
    arrays = {name: getattr(candidate, name).tolist() for name in ARRAYS}
    return {"depth": candidate.depth} | arrays


def candidate_from_json(data: Message) -> Candidate:
    arrays = (np.array(data[name], dtype=np.int64) for name in ARRAYS)
    return Candidate(int(data["depth"]), *arrays)
