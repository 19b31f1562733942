"""Projects in the server's memory, found by their address; those that nobody has open leave it again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from treeclust.workspace.memory import project_bytes
from treeclust.workspace.project import Project
from treeclust.workspace.store import Access, Ledger, ProjectRows, Store, open_project_file, project_rows
from treeclust.workspace.store.trouble import DatabaseTrouble

IDLE_MB = 32
MOST_REMEMBERED = 1000
Asked = tuple[str, str | None]


class Projects:
    """The ones used last stay in memory, `most` of them, and those with a running job. Of those that no browser tab has
    open, `idle_bytes` in all. One that could not be saved stays. A project that has nothing in it belongs to its tab
    and is in no database."""

    def __init__(self, store: Store, most: int = 200, idle_bytes: int = IDLE_MB * 2**20) -> None:
        self.store, self.most, self.idle_bytes = store, most, idle_bytes
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._drafts: WeakValueDictionary[str, Project] = WeakValueDictionary()
        self._opened: OrderedDict[Asked, Access] = OrderedDict()
        self._shown: WeakValueDictionary[str, Project] = WeakValueDictionary()
        self._lock = threading.Lock()

    def create(self, owner: str | None = None) -> tuple[str, Project]:
        """A new one, with its address."""
        ledger = self.store.draft(owner)
        project = Project(ledger)
        with self._lock:
            self._drafts[ledger.token] = project
        return ledger.token, project

    def open_file(self, content: bytes) -> str:
        """A new project with what is in a project file; its address."""
        return self.add(project_rows(open_project_file(content)))

    def add(self, rows: ProjectRows, owner: str | None = None) -> str:
        """A new project that was read and checked elsewhere; its address."""
        ledger = self.store.add(rows, owner)
        self._keep(Project(ledger), ledger)
        return ledger.token

    def access(self, address: str, person: str | None = None) -> Access | None:
        """As in the store; while that cannot be asked, as it was when it was asked last."""
        with self._lock:
            draft = self._drafts.get(address)
        if draft is not None and draft.is_draft and draft.ledger is not None:
            return Access(draft.ledger.project, True)
        asked = (address, person)
        try:
            found = self.store.access(*asked)
        except (DatabaseTrouble, SQLAlchemyError):
            if asked not in self._opened:
                raise
            return self._opened[asked]
        with self._lock:
            self._opened.pop(asked, None)
            if found is not None:
                self._opened[asked] = found
                while len(self._opened) > MOST_REMEMBERED:
                    self._opened.popitem(last=False)
        return found

    def open(self, access: Access, address: str) -> Project:
        """The project that all share who may change it; for somebody who only reads, one of their own."""
        if not access.may_write:
            return Project(self.store.ledger(access, address))
        known = self.known(access.project)
        if known is not None:
            return known
        ledger = self.store.ledger(access, address)
        return self._keep(Project(ledger), ledger)

    def find(self, address: str | None) -> Project | None:
        """The project that anybody with exactly this address opens, or None."""
        found = None if address is None else self.access(address)
        return None if found is None or address is None else self.open(found, address)

    def known(self, project: str) -> Project | None:
        """The project of this id, if it is in memory."""
        self._take_drafts()
        with self._lock:
            if project in self._projects:
                self._projects.move_to_end(project)
                return self._projects[project]
            drafts = {one.ledger.project: one for one in self._drafts.values() if one.ledger is not None}
            return drafts.get(project)

    def with_jobs(self) -> list[Project]:
        self._take_drafts()
        with self._lock:
            return [project for project in self._projects.values() if project.job is not None]

    def in_memory(self) -> list[str]:
        """Their ids."""
        self._take_drafts()
        with self._lock:
            return list(self._projects)

    def forget(self, project: str) -> None:
        """Deleted projects are not found in memory either."""
        with self._lock:
            self._projects.pop(project, None)

    def note_tab(self, tab: str, project: Project) -> None:
        """The tab shows this project now, and no other one any more."""
        with self._lock:
            before = self._shown.get(tab)
            if before is not None and before is not project:
                before.tabs.discard(tab)
            self._shown[tab] = project
            project.tabs.add(tab)

    def _forget_tabs(self, is_open: Callable[[str], bool]) -> None:
        with self._lock:
            shown = [*self._shown.items()]
        for tab, project in shown:
            if not is_open(tab):
                with self._lock:
                    self._shown.pop(tab, None)
                    project.tabs.discard(tab)

    def drop_idle(self, is_open: Callable[[str], bool]) -> int:
        """Let go of those that no open tab has, the longest unused first, until the others fit; how many bytes went."""
        self._take_drafts()
        self._forget_tabs(is_open)
        with self._lock:
            found = [*self._projects.items()]
        idle = []
        for name, project in found:
            if not project.tabs and project.job is None:
                idle.append((name, project, project_bytes(project)))
        there, gone = sum(size for *_, size in idle), 0
        for name, project, size in idle:
            if there - gone > self.idle_bytes and self._drop(name, project):
                gone += size
        return gone

    def _drop(self, name: str, project: Project) -> bool:
        """False for one that cannot be saved: it stays."""
        if not project.is_saved:
            project.save()
        with project.lock, self._lock:
            if not project.is_saved or project.job is not None or project.tabs:
                return False
            return self._projects.pop(name, None) is not None

    def _take_drafts(self) -> None:
        """Those that are in the database by now are like all others."""
        with self._lock:
            for token, project in [*self._drafts.items()]:
                if not project.is_draft and project.ledger is not None:
                    self._admit(project, project.ledger)
                    del self._drafts[token]

    def _keep(self, made: Project, ledger: Ledger) -> Project:
        with self._lock:
            return self._admit(made, ledger)

    def _admit(self, made: Project, ledger: Ledger) -> Project:
        """The one that is there already, or this one; then the longest unused go, first those that no tab shows."""
        project = self._projects.setdefault(ledger.project, made)
        others = [n for n, one in self._projects.items() if one.job is None and one is not project and one.is_saved]
        others.sort(key=lambda name: bool(self._projects[name].tabs))
        for name in others[: max(0, len(self._projects) - self.most)]:
            del self._projects[name]
        return project
