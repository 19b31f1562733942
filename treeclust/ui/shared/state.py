"""What one browser tab knows and other tabs of the same project must not: the only file that touches
`st.session_state`.

The app itself puts two keys there, TOKEN and TAB. All other keys are those of widgets and hold their values.
Streamlit may cut a run off wherever its session state is touched, and what was begun there would be half done. So a run
touches it once to find its TabState, and what an edit needs to know is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from treeclust.core.links import Link
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table
from treeclust.workspace.interview import Asked
from treeclust.workspace.link_sync import LinkSync
from treeclust.workspace.new_row_files import NewRows
from treeclust.workspace.project import Project
from treeclust.workspace.revision import Revision
from treeclust.workspace.trade_offs import Pick

TOKEN = "project"
"""What leads to the project in this tab, a token or its id; in the address, too."""
TAB = "tab"
"""The TabState."""


@dataclass(frozen=True, eq=False)
class UploadedFile:
    """The file that a table was read from, to read it again in another way."""

    table: Table
    name: str
    content: bytes


@dataclass(frozen=True)
class PlotMarks:
    """What the plot was last drawn with; whatever finds something else has the page drawn again."""

    question: tuple[int, int] | None = None
    clash: tuple[Link, ...] = ()


@dataclass(frozen=True)
class ClauseCount:
    """Clauses by function name; `work` is the identity of the work they were counted for."""

    work: int
    clauses: dict[str, int]
    complete: bool


@dataclass
class InterviewState:
    """`seen` is the number of the last reply that was taken; `trail` has the answers given here, to take them back;
    `second`: what others have answered is asked; `conversation`: replies to another one are of no use."""

    open: bool = False
    second: bool = False
    seen: int = 0
    trail: list[Asked] = field(default_factory=list)
    conversation: str = field(default_factory=lambda: token_hex(8))

    @property
    def begun(self) -> bool:
        return self.open or bool(self.trail)


@dataclass
class TabState:
    """A plain object: what is done with it is done wholly or not at all."""

    project: str | None = None
    """Token of the project that this state was begun with."""

    own: Project | None = None
    """A project that no other tab has: one with nothing in it yet, or one that is only read here."""

    # -- what a new tab takes over from the last one
    live: bool = False
    """Solve again after each new link."""
    solid: bool = False
    """The plot has three axes."""
    author: str = ""
    """In whose name links are drawn here."""

    # -- what is said to the person
    refusal: str | None = None
    """Why the last action was refused; shown once."""
    news: int = 0
    """Number of the last of the project's news that was shown here."""
    warned: int = 0
    """Number of the last of the project's warnings that was shown here."""
    warnings: tuple[str, ...] = ()
    """Those on the screen."""

    # -- values as this tab's widgets know them
    links: LinkSync = field(default_factory=LinkSync)
    parameters: Revision = field(default_factory=Revision)
    parameter_keys: dict[str, str] = field(default_factory=dict)
    """Of the widgets that are on the screen."""
    table: Revision = field(default_factory=Revision)
    columns: Revision = field(default_factory=Revision)
    names: Revision = field(default_factory=Revision)
    link_table: Revision = field(default_factory=Revision)
    link_files: int = 0
    """How many files of links were imported: each leaves an empty upload field behind."""
    history_place: int = 0
    """Where Undo and Redo were when they were last followed."""

    # -- Data
    upload: str | None = None
    """Id of the last file that was opened."""
    source: UploadedFile | None = None
    refused_columns: tuple[ColumnChoice, str] | None = None
    """A choice of columns that gives no dataset, and why."""
    shared: str | None = None
    """The token that was made last for somebody else; it is known nowhere else."""
    deleted: tuple[str, str] | None = None
    """Id and title of the project that was deleted last."""

    # -- Workspace
    interview: InterviewState = field(default_factory=InterviewState)
    marks: PlotMarks = PlotMarks()
    colour: str | None = None
    """What the rows are coloured by; None is by cluster."""
    views: int = 0
    """How often the best view was asked for: each time the fields of the axes begin anew."""
    new_rows: NewRows | None = None

    # -- Trade-offs
    opened: Pick | None = None
    drawn: Pick | None = None
    """What was open when the page was last drawn."""

    # -- Method
    clauses: ClauseCount | None = None

    def set_live(self, project: Project, on: bool) -> None:
        if on != self.live:
            self.live = project.view.live = on

    def forget_answers(self) -> None:
        """Another table: what was answered here before is about other rows."""
        self.interview = InterviewState(self.interview.open, seen=self.interview.seen)

    def set_asking(self, project: Project, on: bool) -> None:
        if on != self.interview.open:
            self.interview.open = project.view.asking = on

    def see_warnings(self, project: Project) -> tuple[str, ...]:
        """Each is shown in each tab, until the tab asks again or has seen it and there is a newer answer."""
        fresh, said = project.warnings.since(self.warned), project.warnings
        if fresh:
            self.warned, self.warnings = said.newest, fresh
        elif said.settled > self.warned:
            self.warnings = ()
        return self.warnings

    def dismiss_warnings(self, project: Project) -> None:
        self.warned, self.warnings = project.warnings.newest, ()

    def see_news(self, project: Project) -> tuple[str, ...]:
        """What this tab has not shown yet."""
        fresh, self.news = project.news.since(self.news), max(self.news, project.news.newest)
        return fresh


_TABS: WeakKeyDictionary[object, TabState] = WeakKeyDictionary()
"""By the session state that it was found in."""


def this_tab() -> TabState:
    context = get_script_run_ctx()
    where = None if context is None else context.session_state
    tab = None if where is None else _TABS.get(where)
    if tab is None:
        tab = st.session_state.setdefault(TAB, TabState())
        if where is not None:
            _TABS[where] = tab
    return tab


def begin_tab(token: str, project: Project) -> None:
    """A tab that comes to a project begins with what was stored of the last one, and shows what is still wrong."""
    tab, view = this_tab(), project.view
    if tab.project == token:
        return
    st.session_state[TOKEN] = token
    tab.forget_answers()
    tab.live, tab.interview.open, tab.solid = view.live, view.asking, view.solid
    tab.news, tab.warned = project.news.newest, project.warnings.settled
    tab.project = token


def follow_token(token: str) -> None:
    """The project of this tab has another address; everything else stays."""
    st.session_state[TOKEN] = this_tab().project = token


def project_token() -> str | None:
    return st.session_state.get(TOKEN)


def clear_tab(token: str | None) -> None:
    """Nothing of the old project stays."""
    st.session_state.clear()
    context = get_script_run_ctx()
    if context is not None:
        _TABS.pop(context.session_state, None)
    if token is not None:
        st.session_state[TOKEN] = token


def widget_value(key: str) -> Any:
    """What a widget holds; None before it is drawn."""
    return st.session_state.get(key)


def set_widget_value(key: str, value: object) -> None:
    """Before the widget is drawn."""
    st.session_state[key] = value
