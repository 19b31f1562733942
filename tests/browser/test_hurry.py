"""Somebody goes on before the server has begun with what he did last: nothing of it is lost."""

from __future__ import annotations

import time
from pathlib import Path

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.server import ROOT, running_app
from tests.browser.visitor import Visitor

DEPTHS = range(2, 10)
SLOW = """
import time
from pathlib import Path
import streamlit as st
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.state import widget_value

def take() -> None:
    time.sleep(0.02)
    with Path({heard!r}).open("a") as file:
        file.write(f"{{widget_value('depth'):.0f}} ")

st.slider("Depth", 1, 9, key="depth", on_change=run_callback, args=(take,))
for _ in range(5):
    time.sleep(0.01)
    st.write("a page that takes a moment")
"""


def test_every_change_is_heard_though_others_follow_at_once(tmp_path: Path) -> None:
    """With the settings of the app, what a widget says is taken, once, although the next thing is done while Streamlit
    is about to take it."""
    heard, script = tmp_path / "heard", tmp_path / "slow.py"
    script.write_text(SLOW.format(heard=str(heard)))
    with running_app(str(script), PYTHONPATH=str(ROOT)) as server:
        visitor = Visitor(f"127.0.0.1:{server.port}")
        for depth in DEPTHS:
            moved = WidgetState(id=visitor.widgets["slider", "Depth"])
            moved.double_array_value.data.append(depth)
            visitor.ask(moved)
            time.sleep(0.01)
            visitor.run(moved)
        visitor.close()
    assert [int(word) for word in heard.read_text().split()] == [*DEPTHS]
