"""A piece of the page that redraws itself may begin anew before it comes to a button, and the press would be lost.
So there a press is a callback, which Streamlit calls before anything else."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests, ScriptRequestType

import treeclust.ui
from treeclust.ui.shared import callbacks

BUTTONS = {"button", "form_submit_button"}
PANELS = sorted(Path(treeclust.ui.__file__).parent.rglob("*.py"))
REDRAWN = [path for path in PANELS if re.search(r"st\.fragment|follow(_to_end)?\(", path.read_text("utf-8"))]


def lost_presses(source: str) -> list[int]:
    """Lines of buttons whose press is asked for when they are drawn."""
    statements = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    drawn = [node for node in ast.walk(ast.parse(source)) if is_button(node)]
    alone = {(node.lineno, node.col_offset) for node in statements if is_button(node)}
    return [node.lineno for node in drawn if (node.lineno, node.col_offset) not in alone]


def is_button(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BUTTONS


@pytest.mark.parametrize("path", REDRAWN, ids=lambda path: path.stem)
def test_no_press_is_lost_where_the_page_redraws_itself(path: Path) -> None:
    """Every button there has a callback; none is asked whether it was pressed."""
    assert lost_presses(path.read_text("utf-8")) == []


def test_the_check_itself_sees_a_lost_press() -> None:
    """There are panels to check, and a press that is asked for is found."""
    assert len(REDRAWN) > 5
    assert lost_presses("if st.button('Go'):\n    go()\nst.button('Go', on_click=go)\n") == [1]


def test_a_press_is_obeyed_although_the_person_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off twice by other clicks, the deed is done once, and the newest click has its turn afterwards."""
    requests, pages, done = ScriptRequests(), ["compare", "method"], []
    monkeypatch.setattr(callbacks, "get_script_run_ctx", lambda: SimpleNamespace(script_requests=requests))

    def handler(what: str) -> None:
        if pages:
            raise RerunException(RerunData(page_script_hash=pages.pop(0)))
        done.append(what)

    callbacks.run_callback(handler, "solve")
    assert done == ["solve"]
    waiting = requests.on_scriptrunner_yield()
    assert waiting is not None and waiting.type is ScriptRequestType.RERUN
    assert waiting.rerun_data.page_script_hash == "method"
