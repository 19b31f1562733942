"""The helpers of one job: workers on pieces of the same question, and the messages between them and the job."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from threading import RLock

from treeclust.jobs.messages import (
    FromHelper,
    HelpSolve,
    Solve,
    Task,
    ToHelper,
    WorkerLoss,
    WorkerStart,
)
from treeclust.jobs.piece_messages import (
    HelperLoss,
    HelperReady,
    PieceOutcome,
    RootsOutcome,
)
from treeclust.jobs.protocol import Worker
from treeclust.jobs.wire import Message


class Helpers:
    """`task` is the job's; `say` reaches its worker."""

    def __init__(self, task: Task, say: Callable[[Message], None], lock: RLock) -> None:
        assert isinstance(task.request, Solve)
        self.task = Task(HelpSolve(task.request.question), task.seconds, task.memory_mb)
        self.say, self.lock = say, lock
        self.wanted = False
        self.workers: dict[str, Worker] = {}
        self._names = (f"helper {number}" for number in count(1))

    def add(self, worker: Worker) -> None:
        name = next(self._names)
        self.workers[name] = worker
        worker.give(self.task, lambda message: self._hear(name, message), lambda code, errors: self._lose(name))

    def tell(self, message: ToHelper) -> None:
        """From the job to one of them."""
        worker = self.workers.get(message.helper)
        if worker is not None:
            worker.say(message.message)

    def end(self, most: int | None = None) -> None:
        """End all of them, or some; their pieces go back to the job."""
        for name in list(self.workers)[:most]:
            self.workers[name].kill()
            self._lose(name)

    def _hear(self, name: str, message: Message) -> None:
        """One that begins, perhaps again on another machine, knows nothing of earlier pieces."""
        with self.lock:
            match message:
                case WorkerLoss():
                    self._lose(name)
                case WorkerStart() if name in self.workers:
                    self.say(FromHelper(name, HelperLoss()))
                case HelperReady() | PieceOutcome() | RootsOutcome() if name in self.workers:
                    self.say(FromHelper(name, message))

    def _lose(self, name: str) -> None:
        with self.lock:
            if self.workers.pop(name, None) is not None:
                self.say(FromHelper(name, HelperLoss()))
