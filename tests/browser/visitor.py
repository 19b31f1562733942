"""A visitor without a browser: Streamlit's own messages through the WebSocket, as a stranger's script sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

PATIENCE = 60


class Visitor:
    """Opens the page at once. `said` is everything that the server has sent for the last run, as text."""

    def __init__(
        self, host: str, project: str = "", headers: Sequence[tuple[str, str]] = (), said_before: Sequence[str] = ()
    ) -> None:
        address, protocols = f"ws://{host}/_stcore/stream", ["streamlit", *said_before]
        self.socket = connect(address, subprotocols=protocols, max_size=None, additional_headers=[*headers])
        self.query = f"project={project}" if project else ""
        self.said = ""
        self.widgets: dict[tuple[str, str], str] = {}
        self.run()

    @property
    def project(self) -> str:
        """What the address says."""
        return self.query.removeprefix("project=")

    def run(self, *states: WidgetState) -> None:
        """One run of the page, with these changes of widgets."""
        self.ask(*states)
        heard: list[str] = []
        while True:
            said = ForwardMsg.FromString(self.socket.recv(timeout=PATIENCE))
            heard.append(str(said))
            self._note(said)
            if said.WhichOneof("type") == "script_finished" and said.script_finished in (0, 1):
                break
        self.said = "\n".join(heard)

    def ask(self, *states: WidgetState) -> None:
        """For a run, without waiting for it."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.widget_states.widgets.extend(states)
        self.socket.send(message.SerializeToString())

    def press(self, label: str) -> None:
        self.run(WidgetState(id=self.widgets["button", label], trigger_value=True))
        if "st.rerun" in self.said:
            self.run()

    def type(self, label: str, text: str) -> None:
        self.run(WidgetState(id=self.widgets["text_input", label], string_value=text))

    def _note(self, said: ForwardMsg) -> None:
        if said.WhichOneof("type") == "page_info_changed":
            self.query = said.page_info_changed.query_string
        element: Any = said.delta.new_element if said.WhichOneof("type") == "delta" else None
        kind = element.WhichOneof("type") if element is not None else None
        if kind in ("button", "text_input", "slider"):
            widget = getattr(element, kind)
            self.widgets[kind, widget.label] = widget.id

    def close(self) -> None:
        self.socket.close()
